"""What changes logits before sampling: bias, penalties and the grammar's bitmask, all in place.

Names and argument lists are web-llm's.  `rows` says which row of the batch an entry is for.
"""

from tvm.script import tirx as T

from kernels.words import registers

LANES = 64
EXCLUDED = -3.4e38
"""The logit of a token that the grammar rules out; no bias or penalty brings it back."""


@T.prim_func(s_tir=True)
def apply_logit_bias_inplace(logits_: T.handle, rows_: T.handle, tokens_: T.handle, bias_: T.handle):
    """logits[rows[i], tokens[i]] += bias[i]."""
    T.func_attr(
        {"global_symbol": "apply_logit_bias_inplace", "tirx.noalias": True, "tirx.is_scheduled": True}
    )
    batch = T.int32()
    vocab = T.int32()
    count = T.int32()
    logits = T.match_buffer(logits_, (batch, vocab), "float32")
    rows = T.match_buffer(rows_, (count,), "int32")
    tokens = T.match_buffer(tokens_, (count,), "int32")
    bias = T.match_buffer(bias_, (count,), "float32")
    for workgroup in T.thread_binding((count + LANES - 1) // LANES, "blockIdx.x"):
        for lane in T.thread_binding(LANES, "threadIdx.x"):
            with T.sblock("bias"):
                i = T.axis.spatial(count, workgroup * LANES + lane)
                T.where(workgroup * LANES + lane < count)
                logits[rows[i], tokens[i]] = logits[rows[i], tokens[i]] + bias[i]


@T.prim_func(s_tir=True)
def apply_penalty_inplace(
    logits_: T.handle,
    rows_: T.handle,
    sequences_: T.handle,
    tokens_: T.handle,
    times_: T.handle,
    penalties_: T.handle,
):
    """Penalise token tokens[i], generated times[i] times in sequence sequences[i].

    A row of `penalties` is [presence, frequency, repetition].
    """
    T.func_attr({"global_symbol": "apply_penalty_inplace", "tirx.noalias": True, "tirx.is_scheduled": True})
    batch = T.int32()
    vocab = T.int32()
    count = T.int32()
    sequence_count = T.int32()
    logits = T.match_buffer(logits_, (batch, vocab), "float32")
    rows = T.match_buffer(rows_, (sequence_count,), "int32")
    sequences = T.match_buffer(sequences_, (count,), "int32")
    tokens = T.match_buffer(tokens_, (count,), "int32")
    times = T.match_buffer(times_, (count,), "int32")
    penalties = T.match_buffer(penalties_, (sequence_count, 3), "float32")
    for workgroup in T.thread_binding((count + LANES - 1) // LANES, "blockIdx.x"):
        for lane in T.thread_binding(LANES, "threadIdx.x"):
            with T.sblock("penalty"):
                i = T.axis.spatial(count, workgroup * LANES + lane)
                T.where(workgroup * LANES + lane < count)
                value = registers(1)
                sequence = T.meta_var(sequences[i])
                value[0] = (
                    logits[rows[sequence], tokens[i]]
                    - penalties[sequence, 0]
                    - T.Cast("float32", times[i]) * penalties[sequence, 1]
                )
                logits[rows[sequence], tokens[i]] = T.Select(
                    value[0] < T.float32(0),
                    value[0] * penalties[sequence, 2],
                    value[0] / penalties[sequence, 2],
                )


@T.prim_func(s_tir=True)
def apply_bitmask_inplace(logits_: T.handle, rows_: T.handle, mask_: T.handle):
    """Rule out every token whose bit in its row's mask is clear (bit v % 32 of word v / 32)."""
    T.func_attr({"global_symbol": "apply_bitmask_inplace", "tirx.noalias": True, "tirx.is_scheduled": True})
    batch = T.int32()
    vocab = T.int32()
    sequence_count = T.int32()
    logits = T.match_buffer(logits_, (batch, vocab), "float32")
    rows = T.match_buffer(rows_, (sequence_count,), "int32")
    mask = T.match_buffer(mask_, (batch, (vocab + 31) // 32), "int32")
    for row in T.thread_binding(sequence_count, "blockIdx.y"):
        for workgroup in T.thread_binding((vocab + LANES - 1) // LANES, "blockIdx.x"):
            for lane in T.thread_binding(LANES, "threadIdx.x"):
                with T.sblock("bitmask"):
                    s = T.axis.spatial(sequence_count, row)
                    v = T.axis.spatial(vocab, workgroup * LANES + lane)
                    T.where(workgroup * LANES + lane < vocab)
                    logits[rows[s], v] = T.Select(
                        T.bitwise_and(T.shift_right(mask[rows[s], v // 32], v % 32), 1) == 1,
                        logits[rows[s], v],
                        T.float32(EXCLUDED),
                    )
