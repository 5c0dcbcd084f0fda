"""softmax(logits / temperature) over the vocabulary, in three dispatches.

A plain workgroup-wide reduction needs many barriers, which are dear on a software
adapter.  So PARTS invocations each reduce a part, one small workgroup joins the parts,
and a third kernel writes the probabilities.
"""

from tvm.script import tirx as T

from kernels.online_softmax import MINUS_INFINITY
from kernels.words import registers

LANES = 64
PARTS = 768
JOINERS = 32
OWNED = 8  # probabilities per invocation of the last kernel


@T.prim_func(s_tir=True)
def softmax_parts(logits_: T.handle, temperature_: T.handle, parts_: T.handle):
    """parts float32 [batch, 2, PARTS]: maximum, and sum of exponentials relative to it."""
    T.func_attr({"global_symbol": "softmax_parts", "tirx.noalias": True, "tirx.is_scheduled": True})
    batch = T.int64()
    vocab = T.int64()
    logits = T.match_buffer(logits_, (batch, T.int64(1), vocab), "float32")
    temperature = T.match_buffer(temperature_, (batch,), "float32")
    parts = T.match_buffer(parts_, (batch, T.int64(2), T.int64(PARTS)), "float32")
    for row in T.thread_binding(batch, "blockIdx.y"):
        for workgroup in T.thread_binding(T.int64(PARTS // LANES), "blockIdx.x"):
            for lane in T.thread_binding(T.int64(LANES), "threadIdx.x"):
                with T.sblock("parts"):
                    state = registers(3)  # maximum, sum, one exponential
                    part = T.meta_var(workgroup * LANES + lane)
                    state[0] = T.float32(MINUS_INFINITY)
                    state[1] = T.float32(0)
                    for i in T.serial((vocab + (PARTS - 1)) // PARTS):
                        state[0] = T.max(state[0], logits[row, 0, T.min(i * PARTS + part, vocab - 1)])
                    for i in T.serial((vocab + (PARTS - 1)) // PARTS):
                        state[2] = T.exp(
                            (logits[row, 0, T.min(i * PARTS + part, vocab - 1)] - state[0]) / temperature[row]
                        )
                        state[1] = state[1] + T.Select(i * PARTS + part < vocab, state[2], T.float32(0))
                    parts[row, 0, part] = state[0]
                    parts[row, 1, part] = state[1]


@T.prim_func(s_tir=True)
def softmax_total(parts_: T.handle, temperature_: T.handle, total_: T.handle):
    """total float32 [batch, 2]: maximum and sum over the whole vocabulary."""
    T.func_attr({"global_symbol": "softmax_total", "tirx.noalias": True, "tirx.is_scheduled": True})
    batch = T.int64()
    parts = T.match_buffer(parts_, (batch, T.int64(2), T.int64(PARTS)), "float32")
    temperature = T.match_buffer(temperature_, (batch,), "float32")
    total = T.match_buffer(total_, (batch, T.int64(2)), "float32")
    for row in T.thread_binding(batch, "blockIdx.x"):
        for lane in T.thread_binding(T.int64(JOINERS), "threadIdx.x"):
            with T.sblock("total"):
                maxima = T.sblock_alloc_buffer((JOINERS,), "float32", scope="shared")
                sums = T.sblock_alloc_buffer((JOINERS,), "float32", scope="shared")
                state = registers(2)  # maximum, sum
                state[0] = T.float32(MINUS_INFINITY)
                state[1] = T.float32(0)
                for i in T.serial(PARTS // JOINERS):
                    state[0] = T.max(state[0], parts[row, 0, i * JOINERS + lane])
                for i in T.serial(PARTS // JOINERS):
                    state[1] = state[1] + parts[row, 1, i * JOINERS + lane] * T.exp(
                        (parts[row, 0, i * JOINERS + lane] - state[0]) / temperature[row]
                    )
                maxima[lane] = state[0]
                sums[lane] = state[1]
                T.tvm_storage_sync("shared")
                for i in T.serial(JOINERS):
                    state[0] = T.max(state[0], maxima[i])
                state[1] = T.float32(0)
                for i in T.serial(JOINERS):
                    state[1] = state[1] + sums[i] * T.exp((maxima[i] - state[0]) / temperature[row])
                if lane == 0:
                    total[row, 0] = state[0]
                    total[row, 1] = state[1]


@T.prim_func(s_tir=True)
def softmax_apply(logits_: T.handle, temperature_: T.handle, total_: T.handle, probabilities_: T.handle):
    """exp((logit - maximum) / temperature) / sum, float32 [batch, 1, vocab]."""
    T.func_attr({"global_symbol": "softmax_apply", "tirx.noalias": True, "tirx.is_scheduled": True})
    batch = T.int64()
    vocab = T.int64()
    logits = T.match_buffer(logits_, (batch, T.int64(1), vocab), "float32")
    temperature = T.match_buffer(temperature_, (batch,), "float32")
    total = T.match_buffer(total_, (batch, T.int64(2)), "float32")
    probabilities = T.match_buffer(probabilities_, (batch, T.int64(1), vocab), "float32")
    for row in T.thread_binding(batch, "blockIdx.y"):
        for workgroup in T.thread_binding((vocab + (LANES * OWNED - 1)) // (LANES * OWNED), "blockIdx.x"):
            for lane in T.thread_binding(T.int64(LANES), "threadIdx.x"):
                with T.sblock("apply"):
                    constant = registers(3)  # maximum, 1 / sum, temperature
                    constant[0] = total[row, 0]
                    constant[1] = T.float32(1) / total[row, 1]
                    constant[2] = temperature[row]
                    for i in T.unroll(OWNED):
                        token = T.meta_var((workgroup * OWNED + i) * LANES + lane)
                        if token < vocab:
                            probabilities[row, 0, token] = (
                                T.exp((logits[row, 0, token] - constant[0]) / constant[2]) * constant[1]
                            )
