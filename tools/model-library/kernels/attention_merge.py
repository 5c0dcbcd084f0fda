"""Joining two partial attention results over different keys."""

from tvm.script import tirx as T

from kernels.words import registers


def merge_attention(heads, head_dim):
    """Fold (other, other_sum) into (out, log_sum); natural log-sum-exp.

    The two thread nests become two dispatches, an order without a barrier: the sums
    must not change while the values are being weighed with them.
    """

    @T.prim_func(s_tir=True)
    def merge(out_: T.handle, log_sum_: T.handle, other_: T.handle, other_sum_: T.handle):
        T.func_attr({"tirx.is_scheduled": True})
        count = T.int32()
        out = T.match_buffer(out_, (count, heads, head_dim), "float32")
        log_sum = T.match_buffer(log_sum_, (count, heads), "float32")
        other = T.match_buffer(other_, (count, heads, head_dim), "float32")
        other_sum = T.match_buffer(other_sum_, (count, heads), "float32")
        for token in T.thread_binding(count, "blockIdx.y"):
            for head in T.thread_binding(heads, "blockIdx.x"):
                for f in T.thread_binding(head_dim, "threadIdx.x"):
                    with T.sblock("values"):
                        weight = registers(3)  # of out, of other, and their common maximum
                        weight[2] = T.max(log_sum[token, head], other_sum[token, head])
                        weight[0] = T.exp(log_sum[token, head] - weight[2])
                        weight[1] = T.exp(other_sum[token, head] - weight[2])
                        out[token, head, f] = (
                            out[token, head, f] * weight[0] + other[token, head, f] * weight[1]
                        ) / (weight[0] + weight[1])
        for token in T.thread_binding(count, "blockIdx.y"):
            for _ in T.thread_binding(1, "blockIdx.x"):
                for head in T.thread_binding(heads, "threadIdx.x"):
                    with T.sblock("sums"):
                        top = registers(1)
                        top[0] = T.max(log_sum[token, head], other_sum[token, head])
                        log_sum[token, head] = top[0] + T.log(
                            T.exp(log_sum[token, head] - top[0]) + T.exp(other_sum[token, head] - top[0])
                        )

    return merge
