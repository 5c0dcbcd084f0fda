"""Y = W X for any number of tokens, W in 4 bits."""

from tvm.script import tirx as T

from kernels.words import GROUP, field, half_high, half_low, pow2, registers, store_all, zeros

WORDS = GROUP // 8  # int32 words of eight nibbles per group
HALF = 4  # nibbles dequantised at a time: a whole word would not fit the registers


def q4_matmul(inputs, outputs, rows, lanes, tokens, gated=False, residual=False):
    """The prefill kernel of a 4-bit matrix; an invocation owns `rows` x `tokens` results.

    Layouts as in q4_matvec, with x, added and y of shape [1, count, ...].  Dequantising
    pays here, because each weight serves `tokens` tokens.
    """
    total = 2 * outputs if gated else outputs
    per_workgroup = rows * lanes
    owned = rows * (2 if gated else 1)

    def column(first, j):
        return first + (j % rows) * lanes + (outputs if j >= rows else 0)

    def unpack_scales(sm, group, first, scale, minimum):
        for j in range(owned):
            pair = sm[group, column(first, j)]
            T.buffer_store(scale, half_low(pair), [j])
            T.buffer_store(minimum, half_high(pair), [j])

    def add_word(x, q, group, k, first, token0, last, acc, scale, minimum):
        """Add the products of eight weights of each row with eight values of each token."""
        word = registers(owned, "int32")
        weight = registers(owned * HALF)
        value = registers(HALF)
        store_all(word, [q[group * WORDS + k, column(first, j)] for j in range(owned)])
        for start in range(0, 8, HALF):
            for e in range(HALF):
                nibble = start + e
                for j in range(owned):
                    low = minimum[j] + scale[j] * T.float32(8) if nibble == 7 else minimum[j]
                    code = field(word[j], 4, nibble)
                    T.buffer_store(weight, code * (scale[j] * pow2(-4 * nibble)) + low, [e * owned + j])
            for t in range(tokens):
                row = T.min(token0 + t, last)  # the last tile may hang over: compute it, do not store it
                store_all(value, [x[0, row, group * GROUP + k * 8 + start + e] for e in range(HALF)])
                for j in range(owned):
                    product = value[0] * weight[j]
                    for e in range(1, HALF):
                        product = product + value[e] * weight[e * owned + j]
                    T.buffer_store(acc, acc[t * owned + j] + product, [t * owned + j])

    def store(y, added, first, token0, count, acc):
        for t in range(tokens):
            with T.If(token0 + t < count), T.Then():
                for j in range(rows):
                    value = acc[t * owned + j]
                    if gated:
                        value = value / (T.float32(1) + T.exp(-value)) * acc[t * owned + j + rows]
                    if added is not None:
                        value = value + added[0, token0 + t, column(first, j)]
                    T.buffer_store(y, value, [0, token0 + t, column(first, j)])

    def body(x, q, sm, added, y, count):
        with (
            T.thread_binding((count + (tokens - 1)) // tokens, "blockIdx.y") as token_tile,
            T.thread_binding(T.int64(outputs // per_workgroup), "blockIdx.x") as workgroup,
            T.thread_binding(T.int64(lanes), "threadIdx.x") as lane,
            T.sblock("matmul"),
        ):
            first = workgroup * per_workgroup + lane
            token0 = token_tile * tokens
            acc = registers(owned * tokens)
            scale = registers(owned)
            minimum = registers(owned)
            store_all(acc, zeros(owned * tokens))
            with T.serial(T.int64(inputs // GROUP)) as group:
                unpack_scales(sm, group, first, scale, minimum)
                with T.serial(T.int64(WORDS)) as k:
                    add_word(x, q, group, k, first, token0, count - 1, acc, scale, minimum)
            store(y, added, first, token0, count, acc)

    @T.prim_func(private=True, s_tir=True)
    def matmul(x_: T.handle, q_: T.handle, sm_: T.handle, y_: T.handle):
        T.func_attr({"tirx.noalias": True, "tirx.is_scheduled": True})
        count = T.int64()
        x = T.match_buffer(x_, (T.int64(1), count, T.int64(inputs)), "float32")
        q = T.match_buffer(q_, (T.int64(inputs // 8), T.int64(total)), "int32")
        sm = T.match_buffer(sm_, (T.int64(inputs // GROUP), T.int64(total)), "uint32")
        y = T.match_buffer(y_, (T.int64(1), count, T.int64(outputs)), "float32")
        body(x, q, sm, None, y, count)

    @T.prim_func(private=True, s_tir=True)
    def matmul_add(x_: T.handle, q_: T.handle, sm_: T.handle, added_: T.handle, y_: T.handle):
        T.func_attr({"tirx.noalias": True, "tirx.is_scheduled": True})
        count = T.int64()
        x = T.match_buffer(x_, (T.int64(1), count, T.int64(inputs)), "float32")
        q = T.match_buffer(q_, (T.int64(inputs // 8), T.int64(total)), "int32")
        sm = T.match_buffer(sm_, (T.int64(inputs // GROUP), T.int64(total)), "uint32")
        added = T.match_buffer(added_, (T.int64(1), count, T.int64(outputs)), "float32")
        y = T.match_buffer(y_, (T.int64(1), count, T.int64(outputs)), "float32")
        body(x, q, sm, added, y, count)

    return matmul_add if residual else matmul
