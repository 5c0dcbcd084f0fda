"""Nucleus sampling without a sort.

web-llm hands the result of `argsort_probs` to `sample_with_top_p` and looks at it nowhere
else, so ours does not sort: it returns the probabilities and the indices 0, 1, 2, ...
"""

from tvm.script import tirx as T

from kernels.words import registers

LANES = 64
CANDIDATES = 16
ROUNDS = 7  # of four bits, from bit 29 down: the threshold is exact to four units in the last place
FIRST_STEP = 26


@T.prim_func(s_tir=True)
def token_ids(probabilities_: T.handle, ids_: T.handle):
    """0, 1, 2, ... for every row, int32 [batch, vocab]."""
    T.func_attr({"global_symbol": "token_ids", "tirx.noalias": True, "tirx.is_scheduled": True})
    batch = T.int64()
    vocab = T.int64()
    T.match_buffer(probabilities_, (batch, vocab), "float32")
    ids = T.match_buffer(ids_, (batch, vocab), "int32")
    for row in T.thread_binding(batch, "blockIdx.y"):
        for workgroup in T.thread_binding((vocab + (LANES - 1)) // LANES, "blockIdx.x"):
            for lane in T.thread_binding(T.int64(LANES), "threadIdx.x"):
                with T.sblock("ids"):
                    if workgroup * LANES + lane < vocab:
                        ids[row, workgroup * LANES + lane] = T.Cast("int32", workgroup * LANES + lane)


def per_lane(vocab):
    """Tokens that each of the LANES invocations looks at: lane, lane + LANES, ..."""
    return (vocab + LANES - 1) // LANES


def probability(probabilities, row, token, vocab):
    """The probability of `token`, 0 past the end of the vocabulary."""
    return T.Select(token < vocab, probabilities[row, T.min(token, vocab - 1)], T.float32(0))


def nucleus_threshold(probabilities, row, top_p, vocab, lane, shared):
    """Bits of the largest threshold t for which the tokens with p >= t weigh at least top_p.

    For p >= 0 the bits of a float are ordered like its value, so the search runs on the
    bits: each round tries CANDIDATES thresholds at once and keeps the highest that is
    low enough.
    """
    mass = registers(CANDIDATES)
    cut = registers(CANDIDATES)
    p = registers(1)
    bits = registers(2, "int32")  # threshold so far, distance between this round's candidates
    best = registers(1, "int32")
    T.buffer_store(bits, 0, [0])
    with T.serial(ROUNDS) as step:
        T.buffer_store(bits, T.shift_right(1 << FIRST_STEP, step * 4), [1])
        with T.unroll(CANDIDATES) as c:
            T.buffer_store(mass, T.float32(0), [c])
            T.buffer_store(cut, T.reinterpret("float32", bits[0] + bits[1] * c), [c])
        with T.serial(per_lane(vocab)) as i:
            T.buffer_store(p, probability(probabilities, row, i * LANES + lane, vocab), [0])
            with T.unroll(CANDIDATES) as c:
                T.buffer_store(mass, mass[c] + T.Select(p[0] >= cut[c], p[0], T.float32(0)), [c])
        T.evaluate(T.tvm_storage_sync("shared"))
        with T.unroll(CANDIDATES) as c:
            T.buffer_store(shared, mass[c], [c, lane])
        T.evaluate(T.tvm_storage_sync("shared"))
        T.buffer_store(best, 0, [0])
        with T.serial(1, CANDIDATES) as c:  # loops on purpose: unrolled, they take seconds to compile
            T.buffer_store(p, T.float32(0), [0])
            with T.serial(LANES) as i:
                T.buffer_store(p, p[0] + shared[c, i], [0])
            T.buffer_store(best, T.Select(p[0] >= top_p, c, best[0]), [0])
        T.buffer_store(bits, bits[0] + bits[1] * best[0], [0])
    T.buffer_store(bits, T.Select(top_p >= T.float32(1), 0, bits[0]), [0])
    return bits[0]


def share_out(probabilities, row, threshold, vocab, lane, shared):
    """shared[0, lane] = what the nucleus tokens of each invocation weigh."""
    mass = registers(1)
    p = registers(1)
    T.buffer_store(mass, T.float32(0), [0])
    with T.serial(per_lane(vocab)) as i:
        T.buffer_store(p, probability(probabilities, row, i * LANES + lane, vocab), [0])
        T.buffer_store(mass, mass[0] + T.Select(p[0] >= threshold, p[0], T.float32(0)), [0])
    T.evaluate(T.tvm_storage_sync("shared"))
    T.buffer_store(shared, mass[0], [0, lane])
    T.evaluate(T.tvm_storage_sync("shared"))


def find_share(shared, uniform):
    """(invocation whose share holds the sample, how far into it), both as registers."""
    rest = registers(1)
    share = registers(1)
    owner = registers(3, "int32")  # found or -1, last one with any weight, found just now
    T.buffer_store(rest, T.float32(0), [0])
    with T.serial(LANES) as i:
        T.buffer_store(rest, rest[0] + shared[0, i], [0])
    T.buffer_store(rest, rest[0] * uniform, [0])
    T.buffer_store(owner, -1, [0])
    T.buffer_store(owner, 0, [1])
    with T.serial(LANES) as i:
        T.buffer_store(share, shared[0, i], [0])
        T.buffer_store(owner, T.Select(T.And(owner[0] < 0, rest[0] < share[0]), 1, 0), [2])
        T.buffer_store(owner, T.Select(owner[2] == 1, i, owner[0]), [0])
        T.buffer_store(owner, T.Select(share[0] > T.float32(0), i, owner[1]), [1])
        T.buffer_store(rest, T.Select(owner[0] < 0, rest[0] - share[0], rest[0]), [0])
    # Rounding can leave a rest beyond the last share: take the last token then.
    T.buffer_store(rest, T.Select(owner[0] < 0, T.float32(1e30), rest[0]), [0])
    T.buffer_store(owner, T.Select(owner[0] < 0, owner[1], owner[0]), [0])
    return owner, rest


def pick_token(probabilities, row, threshold, vocab, lane, rest):
    """The token of this invocation's share at which `rest` is used up."""
    p = registers(1)
    pick = registers(2, "int32")  # token, whether it is final
    T.buffer_store(pick, 0, [0])
    T.buffer_store(pick, 0, [1])
    with T.serial(per_lane(vocab)) as i:
        T.buffer_store(p, probability(probabilities, row, i * LANES + lane, vocab), [0])
        with T.If(T.And(pick[1] == 0, T.And(p[0] >= threshold, p[0] > T.float32(0)))), T.Then():
            T.buffer_store(pick, i * LANES + lane, [0])
            with T.If(rest[0] < p[0]), T.Then():
                T.buffer_store(pick, 1, [1])
            T.buffer_store(rest, rest[0] - p[0], [0])
    return pick[0]


def sample_row(probabilities, ids, row, uniform, top_p, vocab, lane, out, index):
    """out[index] = a token of `row`, drawn with `uniform` in [0, 1)."""
    shared = T.sblock_alloc_buffer((CANDIDATES, LANES), "float32", scope="shared")
    cut = registers(1)
    bits = nucleus_threshold(probabilities, row, top_p, vocab, lane, shared)
    T.buffer_store(cut, T.reinterpret("float32", bits), [0])
    share_out(probabilities, row, cut[0], vocab, lane, shared)
    owner, rest = find_share(shared, uniform)
    with T.If(lane == owner[0]), T.Then():
        token = pick_token(probabilities, row, cut[0], vocab, lane, rest)
        T.buffer_store(out, ids[row, token], [index])


@T.prim_func(s_tir=True)
def top_p_kernel(
    probabilities_: T.handle,
    ids_: T.handle,
    uniforms_: T.handle,
    rows_: T.handle,
    top_p_: T.handle,
    out_: T.handle,
):
    """Sample from the smallest set of most likely tokens whose mass reaches top_p."""
    T.func_attr({"global_symbol": "top_p_kernel", "tirx.noalias": True, "tirx.is_scheduled": True})
    batch = T.int32()
    vocab = T.int32()
    count = T.int32()
    probabilities = T.match_buffer(probabilities_, (batch, vocab), "float32")
    ids = T.match_buffer(ids_, (batch, vocab), "int32")
    uniforms = T.match_buffer(uniforms_, (count,), "float32")
    rows = T.match_buffer(rows_, (count,), "int32")
    top_p = T.match_buffer(top_p_, (batch,), "float32")
    out = T.match_buffer(out_, (count,), "int32")
    for sample in T.thread_binding(count, "blockIdx.x"):
        for lane in T.thread_binding(LANES, "threadIdx.x"):
            with T.sblock("sample"):
                sample_row(
                    probabilities,
                    ids,
                    rows[sample],
                    uniforms[sample],
                    top_p[rows[sample]],
                    vocab,
                    lane,
                    out,
                    sample,
                )
