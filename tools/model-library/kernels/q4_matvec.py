"""y = W x for one token, W in 4 bits."""

from tvm.script import tirx as T

from kernels.words import GROUP, field, half_high, half_low, pow2, registers, store_all, zeros

WORDS = GROUP // 8  # int32 words of eight nibbles per group


def q4_matvec(inputs, outputs, rows, lanes, gated=False, residual=False):
    """The decode kernel of a 4-bit matrix, `rows` of it per invocation.

    x            float32 [1, 1, inputs]
    q            int32   [inputs / 8, total]   nibble e of word k is weight 8k + e; nibble 7 xor 8
    sm           uint32  [inputs / 32, total]  fp16 scale | fp16 minimum << 16
    added        float32 [1, 1, outputs]       only with `residual`
    y            float32 [1, 1, outputs]

    `total` is `outputs`, or twice that where `gated`: W then holds the gate rows
    followed by the up rows, and y = silu(gate) * up.  With `residual`, y = added + W x.
    """
    total = 2 * outputs if gated else outputs
    per_workgroup = rows * lanes
    owned = rows * (2 if gated else 1)

    def column(first, j):
        """The j-th row of an invocation: lanes apart, so that neighbours read neighbouring words."""
        return first + (j % rows) * lanes + (outputs if j >= rows else 0)

    def add_group(x, q, sm, group, first, acc):
        """acc += scale * (codes . x) + minimum * sum(x), so that no weight is ever dequantised."""
        dot = registers(owned)
        word = registers(owned, "int32")
        sums = registers(3)  # sum of x, sum of the x that meet a signed nibble, x scaled to its nibble
        store_all(dot, zeros(owned))
        store_all(sums, zeros(3))
        for k in range(WORDS):
            store_all(word, [q[group * WORDS + k, column(first, j)] for j in range(owned)])
            for e in range(8):
                T.buffer_store(sums, x[0, 0, group * GROUP + k * 8 + e], [2])
                T.buffer_store(sums, sums[0] + sums[2], [0])
                if e == 7:
                    T.buffer_store(sums, sums[1] + sums[2], [1])
                if e:
                    T.buffer_store(sums, sums[2] * pow2(-4 * e), [2])
                store_all(dot, [dot[j] + sums[2] * field(word[j], 4, e) for j in range(owned)])
        for j in range(owned):
            pair = sm[group, column(first, j)]
            codes = dot[j] + T.float32(8) * sums[1]
            T.buffer_store(acc, acc[j] + codes * half_low(pair) + sums[0] * half_high(pair), [j])

    def store(y, added, first, acc):
        for j in range(rows):
            value = acc[j]
            if gated:
                value = value / (T.float32(1) + T.exp(-value)) * acc[j + rows]
            if added is not None:
                value = value + added[0, 0, column(first, j)]
            T.buffer_store(y, value, [0, 0, column(first, j)])

    def body(x, q, sm, added, y):
        with (
            T.thread_binding(outputs // per_workgroup, "blockIdx.x") as workgroup,
            T.thread_binding(lanes, "threadIdx.x") as lane,
            T.sblock("matvec"),
        ):
            first = workgroup * per_workgroup + lane
            acc = registers(owned)
            store_all(acc, zeros(owned))
            with T.serial(inputs // GROUP) as group:
                add_group(x, q, sm, group, first, acc)
            store(y, added, first, acc)

    @T.prim_func(private=True, s_tir=True)
    def matvec(x_: T.handle, q_: T.handle, sm_: T.handle, y_: T.handle):
        T.func_attr({"tirx.noalias": True, "tirx.is_scheduled": True})
        x = T.match_buffer(x_, (1, 1, inputs), "float32")
        q = T.match_buffer(q_, (inputs // 8, total), "int32")
        sm = T.match_buffer(sm_, (inputs // GROUP, total), "uint32")
        y = T.match_buffer(y_, (1, 1, outputs), "float32")
        body(x, q, sm, None, y)

    @T.prim_func(private=True, s_tir=True)
    def matvec_add(x_: T.handle, q_: T.handle, sm_: T.handle, added_: T.handle, y_: T.handle):
        T.func_attr({"tirx.noalias": True, "tirx.is_scheduled": True})
        x = T.match_buffer(x_, (1, 1, inputs), "float32")
        q = T.match_buffer(q_, (inputs // 8, total), "int32")
        sm = T.match_buffer(sm_, (inputs // GROUP, total), "uint32")
        added = T.match_buffer(added_, (1, 1, outputs), "float32")
        y = T.match_buffer(y_, (1, 1, outputs), "float32")
        body(x, q, sm, added, y)

    return matvec_add if residual else matvec
