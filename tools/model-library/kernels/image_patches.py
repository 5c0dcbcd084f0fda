"""Images as embeddings: the mean colour of each square patch, mapped linearly.

weight float32 [hidden, 4]   what red, green and blue (0 to 1) add, and a constant
"""

from tvm.script import tirx as T

from kernels.words import registers, store_all, zeros

CHANNELS = 3
LANES = 32


def embed_patches(side, patch, hidden):
    """pixels uint32 [1, side, side, 3], 0 to 255 -> embeddings float32 [patches, hidden], row by row."""
    columns = side // patch
    per_lane = hidden // LANES

    def add_pixel(pixels, row, column, total):
        values = [T.Cast("float32", pixels[0, row, column, c]) for c in range(CHANNELS)]
        store_all(total, [total[c] + value for c, value in enumerate(values)])

    def store(out, weight, total, index, row):
        terms = [weight[row, c] * (total[c] / T.float32(255 * patch * patch)) for c in range(CHANNELS)]
        T.buffer_store(out, sum(terms, weight[row, CHANNELS]), [index, row])

    @T.prim_func(private=True, s_tir=True)
    def embed(pixels_: T.handle, weight_: T.handle, out_: T.handle):
        T.func_attr({"tirx.noalias": True, "tirx.is_scheduled": True})
        pixels = T.match_buffer(pixels_, (1, side, side, CHANNELS), "uint32")
        weight = T.match_buffer(weight_, (hidden, CHANNELS + 1), "float32")
        out = T.match_buffer(out_, (columns * columns, hidden), "float32")
        for index in T.thread_binding(columns * columns, "blockIdx.x"):
            for lane in T.thread_binding(LANES, "threadIdx.x"):
                with T.sblock("embed"):
                    total = registers(CHANNELS)
                    store_all(total, zeros(CHANNELS))
                    for y in T.serial(patch):
                        for x in T.serial(patch):
                            row = T.meta_var(index // columns * patch + y)
                            add_pixel(pixels, row, index % columns * patch + x, total)
                    for k in T.unroll(per_lane):
                        store(out, weight, total, index, k * LANES + lane)

    return embed
