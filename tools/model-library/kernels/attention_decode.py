"""Attention of one new token per sequence to its paged cache."""

from tvm.script import tirx as T

from kernels.online_softmax import MINUS_INFINITY, OnlineSoftmax, PageReader
from kernels.pages import PAGE
from kernels.words import registers, store_all, zeros

LANES = PAGE  # each invocation owns the same slot of every page


def decode_attention(heads, kv_heads, head_dim):
    """One workgroup per (sequence, head); the sixteen partial softmaxes meet in shared memory.

    q and out are float32 [batch, heads, head_dim], log_sum float32 [batch, heads], natural.
    """
    group = heads // kv_heads
    owned = head_dim // LANES  # output features per invocation

    def attend(q, flat, offset, starts, index, last_length, out, log_sum, batch, scale):
        with (
            T.thread_binding(batch, "blockIdx.y") as sequence,
            T.thread_binding(heads, "blockIdx.x") as head,
            T.thread_binding(LANES, "threadIdx.x") as lane,
            T.sblock("attention"),
        ):
            shared_maximum = T.sblock_alloc_buffer((LANES,), "float32", scope="shared")
            shared_sum = T.sblock_alloc_buffer((LANES,), "float32", scope="shared")
            shared_values = T.sblock_alloc_buffer((head_dim, LANES + 1), "float32", scope="shared")
            softmax = OnlineSoftmax(head_dim, scale)
            reader = PageReader(flat, offset, kv_heads, head_dim)
            span = registers(2, "int32")  # pages, tokens
            softmax.start(lambda _, f: q[sequence, head, f])
            T.buffer_store(span, starts[sequence + 1] - starts[sequence], [0])
            T.buffer_store(span, (span[0] - 1) * PAGE + last_length[sequence], [1])
            with T.serial(span[0]) as i:
                reader.seek(index[starts[sequence] + i], head // group, lane)
                softmax.add(reader.key, reader.value, i * PAGE + lane < span[1])

            T.buffer_store(shared_maximum, softmax.maximum(), [lane])
            T.buffer_store(shared_sum, softmax.total(), [lane])
            with T.unroll(head_dim) as f:
                T.buffer_store(shared_values, softmax.values[f], [f, lane])
            T.evaluate(T.tvm_storage_sync("shared"))

            merged = registers(3)  # maximum, sum, weight of one part
            T.buffer_store(merged, T.float32(MINUS_INFINITY), [0])
            with T.serial(LANES) as part:
                T.buffer_store(merged, T.max(merged[0], shared_maximum[part]), [0])
            T.buffer_store(merged, T.float32(0), [1])
            values = softmax.values
            store_all(values, zeros(owned))
            with T.serial(LANES) as part:
                T.buffer_store(merged, T.exp(shared_maximum[part] - merged[0]), [2])
                T.buffer_store(merged, merged[1] + shared_sum[part] * merged[2], [1])
                with T.unroll(owned) as f:
                    T.buffer_store(values, values[f] + shared_values[f * LANES + lane, part] * merged[2], [f])
            with T.unroll(owned) as f:
                T.buffer_store(out, values[f] / merged[1], [sequence, head, f * LANES + lane])
            with T.If(lane == 0), T.Then():
                T.buffer_store(log_sum, merged[0] + T.log(merged[1]), [sequence, head])

    @T.prim_func(s_tir=True)
    def attention_decode(
        q_: T.handle,
        pages_: T.handle,
        starts_: T.handle,
        index_: T.handle,
        last_length_: T.handle,
        key_position_: T.handle,
        query_position_: T.handle,
        out_: T.handle,
        log_sum_: T.handle,
        rotary_mode: T.int32,
        rope_scale: T.float32,
        rope_theta: T.float32,
        scale: T.float32,
    ):
        T.func_attr({"tirx.is_scheduled": True})
        batch = T.int32()
        used = T.int32()
        page_count = T.int32()
        pages_offset = T.int64()
        starts_offset = T.int32()
        index_offset = T.int32()
        length_offset = T.int32()
        key_position_offset = T.int32()
        query_position_offset = T.int32()
        q = T.match_buffer(q_, (batch, heads, head_dim), "float32")
        pages = T.match_buffer(
            pages_, (page_count, 2, kv_heads, PAGE, head_dim), "float32", elem_offset=pages_offset
        )
        starts = T.match_buffer(starts_, (batch + 1,), "int32", elem_offset=starts_offset)
        index = T.match_buffer(index_, (used,), "int32", elem_offset=index_offset)
        last_length = T.match_buffer(last_length_, (batch,), "int32", elem_offset=length_offset)
        T.match_buffer(key_position_, (batch,), "int32", elem_offset=key_position_offset)
        T.match_buffer(query_position_, (batch,), "int32", elem_offset=query_position_offset)
        out = T.match_buffer(out_, (batch, heads, head_dim), "float32")
        log_sum = T.match_buffer(log_sum_, (batch, heads), "float32")
        flat = T.decl_buffer((page_count * (2 * kv_heads * PAGE * head_dim),), "float32", data=pages.data)
        attend(q, flat, pages_offset, starts, index, last_length, out, log_sum, batch, scale)

    return attention_decode
