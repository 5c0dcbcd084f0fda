"""Root-mean-square norm."""

from tvm.script import tirx as T

from kernels.words import registers

LANES = 32  # one workgroup and one barrier per token: barriers cost a software adapter by the invocation


def rms_norm(hidden, epsilon):
    """x float32 [1, count, hidden] -> the last `kept` tokens, normalised, float32 [1, kept, hidden]."""

    @T.prim_func(private=True, s_tir=True)
    def norm(x_: T.handle, weight_: T.handle, out_: T.handle):
        T.func_attr({"tirx.noalias": True, "tirx.is_scheduled": True})
        count = T.int64()
        kept = T.int64()
        x = T.match_buffer(x_, (T.int64(1), count, T.int64(hidden)), "float32")
        weight = T.match_buffer(weight_, (T.int64(hidden),), "float32")
        out = T.match_buffer(out_, (T.int64(1), kept, T.int64(hidden)), "float32")
        for token in T.thread_binding(kept, "blockIdx.x"):
            for lane in T.thread_binding(T.int64(LANES), "threadIdx.x"):
                with T.sblock("norm"):
                    squares = T.sblock_alloc_buffer((LANES,), "float32", scope="shared")
                    acc = registers(1)
                    row = T.meta_var(count - kept + token)
                    acc[0] = T.float32(0)
                    for k in T.unroll(hidden // LANES):
                        acc[0] = acc[0] + x[0, row, k * LANES + lane] * x[0, row, k * LANES + lane]
                    squares[lane] = acc[0]
                    T.tvm_storage_sync("shared")
                    acc[0] = T.float32(0)
                    for k in T.unroll(LANES):
                        acc[0] = acc[0] + squares[k]
                    acc[0] = T.rsqrt(acc[0] / T.float32(hidden) + T.float32(epsilon))
                    for k in T.unroll(hidden // LANES):
                        out[0, token, k * LANES + lane] = (
                            x[0, row, k * LANES + lane] * acc[0] * weight[k * LANES + lane]
                        )

    return norm
