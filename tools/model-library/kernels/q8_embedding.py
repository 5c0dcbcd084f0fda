"""The 8-bit token table: rows as embeddings, all of it as the output matrix.

q   int32  [hidden / 4, vocab]    byte e of word k is weight 4k + e; bytes 0 to 2 plus 128, byte 3 signed
s   uint32 [hidden / 64, vocab]   the fp16 scales of two groups, the even group in the low half
"""

from tvm.script import tirx as T

from kernels.words import GROUP, field, half_high, half_low, pow2, registers, store_all, zeros

PAIR = 2 * GROUP  # weights whose scales share a word
WORDS = GROUP // 4  # int32 words of four bytes per group


def q8_embed(vocab, hidden):
    """ids int32 [count] -> embeddings float32 [count, hidden]."""
    lanes = PAIR // 4

    def byte(word, e):
        """Weight `e` of a word before scaling, the offset of 128 taken off."""
        value = field(word, 8, e) * pow2(-8 * e) if e else field(word, 8, e)
        return value - T.float32(128) if e < 3 else value

    def store(out, token, pair, lane, word, scale):
        for e in range(4):
            T.buffer_store(out, byte(word[0], e) * scale[0], [token, pair * PAIR + lane * 4 + e])

    @T.prim_func(private=True, s_tir=True)
    def embed(ids_: T.handle, q_: T.handle, s_: T.handle, out_: T.handle):
        T.func_attr({"tirx.noalias": True, "tirx.is_scheduled": True})
        count = T.int64()
        ids = T.match_buffer(ids_, (count,), "int32")
        q = T.match_buffer(q_, (T.int64(hidden // 4), T.int64(vocab)), "int32")
        s = T.match_buffer(s_, (T.int64(hidden // PAIR), T.int64(vocab)), "uint32")
        out = T.match_buffer(out_, (count, T.int64(hidden)), "float32")
        for token in T.thread_binding(count, "blockIdx.y"):
            for pair in T.thread_binding(T.int64(hidden // PAIR), "blockIdx.x"):
                for lane in T.thread_binding(T.int64(lanes), "threadIdx.x"):
                    with T.sblock("embed"):
                        scale = registers(1)
                        word = registers(1, "int32")
                        scale[0] = T.if_then_else(
                            lane < lanes // 2, half_low(s[pair, ids[token]]), half_high(s[pair, ids[token]])
                        )
                        word[0] = q[pair * lanes + lane, ids[token]]
                        store(out, token, pair, lane, word, scale)

    return embed


def q8_lm_head(vocab, hidden, rows, lanes):
    """x float32 [1, 1, hidden] -> logits float32 [1, 1, vocab], `rows` of them per invocation."""
    per_workgroup = rows * lanes

    def column(first, j):
        return first + j * lanes

    def add_word(x, q, k, first, dot, word, sums):
        """sums = [sum of the x that meet an offset byte, x scaled to its byte]."""
        store_all(word, [q[k, column(first, j)] for j in range(rows)])
        for e in range(4):
            T.buffer_store(sums, x[0, 0, k * 4 + e], [1])
            if e < 3:
                T.buffer_store(sums, sums[0] + sums[1], [0])
            if e:
                T.buffer_store(sums, sums[1] * pow2(-8 * e), [1])
            store_all(dot, [dot[j] + sums[1] * field(word[j], 8, e) for j in range(rows)])

    def add_group(x, q, s, pair, group, first, acc, dot, word, sums, unpack):
        """One group of 32, whose scale is the low or the high half (`unpack`) of word `pair`."""
        store_all(dot, zeros(rows))
        T.buffer_store(sums, T.float32(0), [0])
        with T.serial(WORDS) as k:
            add_word(x, q, group * WORDS + k, first, dot, word, sums)
        for j in range(rows):
            scale = unpack(s[pair, column(first, j)])
            T.buffer_store(acc, acc[j] + (dot[j] - T.float32(128) * sums[0]) * scale, [j])

    @T.prim_func(private=True, s_tir=True)
    def lm_head(x_: T.handle, q_: T.handle, s_: T.handle, logits_: T.handle):
        T.func_attr({"tirx.noalias": True, "tirx.is_scheduled": True})
        x = T.match_buffer(x_, (1, 1, hidden), "float32")
        q = T.match_buffer(q_, (hidden // 4, vocab), "int32")
        s = T.match_buffer(s_, (hidden // PAIR, vocab), "uint32")
        logits = T.match_buffer(logits_, (1, 1, vocab), "float32")
        for workgroup in T.thread_binding(vocab // per_workgroup, "blockIdx.x"):
            for lane in T.thread_binding(lanes, "threadIdx.x"):
                with T.sblock("lm_head"):
                    acc = registers(rows)
                    dot = registers(rows)
                    word = registers(rows, "int32")
                    sums = registers(2)
                    first = T.meta_var(workgroup * per_workgroup + lane)
                    store_all(acc, zeros(rows))
                    for pair in T.serial(hidden // PAIR):
                        add_group(x, q, s, pair, pair * 2, first, acc, dot, word, sums, half_low)
                        add_group(x, q, s, pair, pair * 2 + 1, first, acc, dot, word, sums, half_high)
                    for j in T.unroll(rows):
                        logits[0, 0, first + j * lanes] = acc[j]

    return lm_head
