"""Pages of the KV cache: append, copy, compact and read back.

TVM's runtime fixes the argument lists and the shape of a layer's page tensor, float32
[pages, 2, kv_heads, PAGE, head_dim], but never looks inside a page.  Ours keep keys and
values transposed, [head_dim][PAGE], so that sixteen neighbouring invocations which each
own one slot read neighbouring words.  The attention kernels read the same layout.
"""

from tvm.script import tirx as T

from kernels.words import registers

PAGE = 16
"""Tokens per page, which web-llm fixes."""

KEYS, VALUES = 0, 1
COPY_LANES = 64


def page_kernels(kv_heads, head_dim, layers):
    """append, copy_single_page, debug_get_kv and compact_copy, as the paged cache calls them."""

    def at(page, kind, head, feature, slot):
        """Index of one number in the page tensor."""
        flat = feature * PAGE + slot
        return page, kind, head, flat // head_dim, flat % head_dim

    def token_at(kind, head, feature, position):
        """Index of one number of the token at `position`, counted over all pages."""
        return at(position // PAGE, kind, head, feature, position % PAGE)

    def copy(pages, destination, source):
        T.buffer_store(pages, pages[source], list(destination))

    def append_token(pages, keys, values, token, head, feature, position):
        T.buffer_store(pages, keys[token, head, feature], list(token_at(KEYS, head, feature, position)))
        T.buffer_store(pages, values[token, head, feature], list(token_at(VALUES, head, feature, position)))

    @T.prim_func(s_tir=True)
    def append(pages_: T.handle, keys_: T.handle, values_: T.handle, positions_: T.handle):
        T.func_attr({"tirx.noalias": True, "tirx.is_scheduled": True})
        count = T.int64()
        page_count = T.int64()
        pages_offset = T.int64()
        positions_offset = T.int32()
        pages = T.match_buffer(
            pages_, (page_count, 2, kv_heads, PAGE, head_dim), "float32", elem_offset=pages_offset
        )
        keys = T.match_buffer(keys_, (count, kv_heads, head_dim), "float32")
        values = T.match_buffer(values_, (count, kv_heads, head_dim), "float32")
        positions = T.match_buffer(positions_, (count,), "int32", elem_offset=positions_offset)
        for token in T.thread_binding(count, "blockIdx.y"):
            for head in T.thread_binding(kv_heads, "blockIdx.x"):
                for feature in T.thread_binding(head_dim, "threadIdx.x"):
                    with T.sblock("append"):
                        position = registers(1, "int32")
                        position[0] = positions[token]
                        if position[0] >= 0:
                            append_token(pages, keys, values, token, head, feature, position[0])

    @T.prim_func(s_tir=True)
    def copy_single_page(pages_: T.handle, source: T.int64, destination: T.int64, length: T.int64):
        T.func_attr({"tirx.is_scheduled": True})
        page_count = T.int32()
        pages_offset = T.int64()
        pages = T.match_buffer(
            pages_, (page_count, 2, kv_heads, PAGE, head_dim), "float32", elem_offset=pages_offset
        )
        for row in T.thread_binding(2 * kv_heads, "blockIdx.y"):
            for workgroup in T.thread_binding(
                (length * head_dim + COPY_LANES - 1) // COPY_LANES, "blockIdx.x"
            ):
                for lane in T.thread_binding(COPY_LANES, "threadIdx.x"):
                    with T.sblock("copy"):
                        feature = registers(1, "int32")
                        slot = registers(1, "int32")
                        flat = T.meta_var(workgroup * COPY_LANES + lane)
                        feature[0] = T.Cast("int32", flat // length)
                        slot[0] = T.Cast("int32", flat % length)
                        if flat < length * head_dim:
                            copy(
                                pages,
                                at(destination, row // kv_heads, row % kv_heads, feature[0], slot[0]),
                                at(source, row // kv_heads, row % kv_heads, feature[0], slot[0]),
                            )

    @T.prim_func(s_tir=True)
    def debug_get_kv(
        pages_: T.handle, positions_: T.handle, keys_: T.handle, values_: T.handle, layer: T.int64
    ):
        T.func_attr({"tirx.noalias": True, "tirx.is_scheduled": True})
        count = T.int64()
        page_count = T.int64()
        pages_offset = T.int64()
        positions_offset = T.int64()
        pages = T.match_buffer(
            pages_, (page_count, 2, kv_heads, PAGE, head_dim), "float32", elem_offset=pages_offset
        )
        positions = T.match_buffer(positions_, (count,), "int32", elem_offset=positions_offset)
        keys = T.match_buffer(keys_, (layers, count, kv_heads, head_dim), "float32")
        values = T.match_buffer(values_, (layers, count, kv_heads, head_dim), "float32")
        for token in T.thread_binding(count, "blockIdx.y"):
            for head in T.thread_binding(kv_heads, "blockIdx.x"):
                for feature in T.thread_binding(head_dim, "threadIdx.x"):
                    with T.sblock("get"):
                        position = registers(1, "int32")
                        position[0] = positions[token]
                        keys[layer, token, head, feature] = pages[token_at(KEYS, head, feature, position[0])]
                        values[layer, token, head, feature] = pages[
                            token_at(VALUES, head, feature, position[0])
                        ]

    @T.prim_func(s_tir=True)
    def compact_copy(pages_: T.handle, starts_: T.handle, moves_: T.handle, batch: T.int32):
        """Move tokens from moves[0] to moves[1], sequence by sequence, in order."""
        T.func_attr({"tirx.is_scheduled": True})
        page_count = T.int32()
        total = T.int32()
        starts_offset = T.int32()
        moves_offset = T.int32()
        pages_offset = T.int64()
        pages = T.match_buffer(
            pages_, (page_count, 2, kv_heads, PAGE, head_dim), "float32", elem_offset=pages_offset
        )
        starts = T.match_buffer(starts_, (batch + 1,), "int32", elem_offset=starts_offset)
        moves = T.match_buffer(moves_, (2, total), "int32", elem_offset=moves_offset)
        for sequence in T.thread_binding(batch, "blockIdx.y"):
            for row in T.thread_binding(2 * kv_heads, "blockIdx.x"):
                for feature in T.thread_binding(head_dim, "threadIdx.x"):
                    with T.sblock("compact"):
                        position = registers(2, "int32")
                        for i in T.serial(starts[sequence + 1] - starts[sequence]):
                            position[0] = moves[0, starts[sequence] + i]
                            position[1] = moves[1, starts[sequence] + i]
                            copy(
                                pages,
                                token_at(row // kv_heads, row % kv_heads, feature, position[1]),
                                token_at(row // kv_heads, row % kv_heads, feature, position[0]),
                            )

    return append, copy_single_page, debug_get_kv, compact_copy
