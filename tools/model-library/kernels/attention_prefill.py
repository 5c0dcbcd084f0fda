"""Attention of several new tokens: to each other (ragged) and to the paged cache before them.

One invocation per token and `shared` heads of one KV head, and sixteen tokens per workgroup: the
sixteen walk the same keys, so that every load of a key or value is a broadcast.
"""

from tvm.script import tirx as T

from kernels.online_softmax import OnlineSoftmax, PageReader
from kernels.pages import PAGE
from kernels.words import registers

TILE = 16


def store(softmax, out, log_sum, token, head, count):
    """out float32 [count, heads, head_dim] and log_sum float32 [count, heads], natural, from `head` on."""
    with T.If(token < count), T.Then():
        for n in range(softmax.queries):
            for f in range(softmax.head_dim):
                T.buffer_store(out, softmax.value(n, f) / softmax.total(n), [token, head + n, f])
            T.buffer_store(log_sum, softmax.maximum(n) + T.log(softmax.total(n)), [token, head + n])


def ragged_prefill_attention(heads, kv_heads, head_dim, shared):
    """The new tokens of a chunk attend to one another, causally if `causal` is set."""
    group = heads // kv_heads

    def attend(q, q_starts, keys, values, kv_starts, out, log_sum, batch, count, causal, scale):
        with (
            T.thread_binding(heads // shared, "blockIdx.y") as tile_head,
            T.thread_binding((count + TILE - 1) // TILE, "blockIdx.x") as tile,
            T.thread_binding(TILE, "threadIdx.x") as lane,
            T.sblock("attention"),
        ):
            token, tile_start, tile_end = tile * TILE + lane, tile * TILE, tile * TILE + TILE
            head = tile_head * shared
            kv_head = head // group
            softmax = OnlineSoftmax(head_dim, scale, shared)
            span = registers(3, "int32")  # first key, keys, keys this token may see
            softmax.start(lambda n, f: q[T.min(token, count - 1), head + n, f])
            with T.serial(batch) as b:
                q_start, q_end = q_starts[b], q_starts[b + 1]
                T.buffer_store(span, kv_starts[b], [0])
                T.buffer_store(span, kv_starts[b + 1] - kv_starts[b], [1])
                before = span[1] - (q_end - q_start)  # keys older than the sequence's first query
                T.buffer_store(span, T.Select(causal > 0, token - q_start + 1 + before, span[1]), [2])
                mine = T.And(token >= q_start, token < q_end)
                T.buffer_store(span, T.Select(mine, span[2], 0), [2])
                with T.If(T.And(tile_end > q_start, tile_start < q_end)), T.Then():
                    walked = T.Select(causal > 0, T.min(span[1], tile_end - q_start + before), span[1])
                    with T.serial(walked) as j:
                        row = span[0] + j
                        softmax.add(
                            lambda f: keys[row, kv_head, f], lambda f: values[row, kv_head, f], j < span[2]
                        )
            store(softmax, out, log_sum, token, head, count)

    @T.prim_func(s_tir=True)
    def attention_prefill_ragged(
        q_: T.handle,
        q_starts_: T.handle,
        keys_: T.handle,
        values_: T.handle,
        kv_starts_: T.handle,
        query_position_: T.handle,
        key_position_: T.handle,
        out_: T.handle,
        log_sum_: T.handle,
        causal: T.int32,
        rotary_mode: T.int32,
        rope_scale: T.float32,
        rope_theta: T.float32,
        scale: T.float32,
    ):
        T.func_attr({"tirx.is_scheduled": True})
        batch = T.int32()
        count = T.int32()
        key_count = T.int32()
        q_starts_offset = T.int32()
        kv_starts_offset = T.int32()
        query_position_offset = T.int32()
        key_position_offset = T.int32()
        q = T.match_buffer(q_, (count, heads, head_dim), "float32")
        q_starts = T.match_buffer(q_starts_, (batch + 1,), "int32", elem_offset=q_starts_offset)
        keys = T.match_buffer(keys_, (key_count, kv_heads, head_dim), "float32")
        values = T.match_buffer(values_, (key_count, kv_heads, head_dim), "float32")
        kv_starts = T.match_buffer(kv_starts_, (batch + 1,), "int32", elem_offset=kv_starts_offset)
        T.match_buffer(query_position_, (count,), "int32", elem_offset=query_position_offset)
        T.match_buffer(key_position_, (batch,), "int32", elem_offset=key_position_offset)
        out = T.match_buffer(out_, (count, heads, head_dim), "float32")
        log_sum = T.match_buffer(log_sum_, (count, heads), "float32")
        attend(q, q_starts, keys, values, kv_starts, out, log_sum, batch, count, causal, scale)

    return attention_prefill_ragged


def paged_prefill_attention(heads, kv_heads, head_dim, shared):
    """The new tokens attend to the cache; all of it is older, so nothing is masked."""
    group = heads // kv_heads

    def attend(q, q_starts, flat, offset, starts, index, last_length, out, log_sum, batch, count, scale):
        with (
            T.thread_binding(heads // shared, "blockIdx.y") as tile_head,
            T.thread_binding((count + TILE - 1) // TILE, "blockIdx.x") as tile,
            T.thread_binding(TILE, "threadIdx.x") as lane,
            T.sblock("attention"),
        ):
            token, tile_start, tile_end = tile * TILE + lane, tile * TILE, tile * TILE + TILE
            head = tile_head * shared
            softmax = OnlineSoftmax(head_dim, scale, shared)
            reader = PageReader(flat, offset, kv_heads, head_dim)
            span = registers(2, "int32")  # first page, tokens
            softmax.start(lambda n, f: q[T.min(token, count - 1), head + n, f])
            with T.serial(batch) as b:
                q_start, q_end = q_starts[b], q_starts[b + 1]
                T.buffer_store(span, starts[b], [0])
                tokens = (starts[b + 1] - starts[b] - 1) * PAGE + last_length[b]
                T.buffer_store(span, T.max(0, tokens), [1])
                overlap = T.And(tile_end > q_start, tile_start < q_end)
                with T.If(overlap), T.Then(), T.serial(span[1]) as j:
                    reader.seek(index[span[0] + j // PAGE], head // group, j % PAGE)
                    softmax.add(reader.key, reader.value, T.And(token >= q_start, token < q_end))
            store(softmax, out, log_sum, token, head, count)

    @T.prim_func(s_tir=True)
    def attention_prefill(
        q_: T.handle,
        q_starts_: T.handle,
        pages_: T.handle,
        starts_: T.handle,
        index_: T.handle,
        last_length_: T.handle,
        key_position_: T.handle,
        query_position_: T.handle,
        out_: T.handle,
        log_sum_: T.handle,
        causal: T.int32,
        rotary_mode: T.int32,
        rope_scale: T.float32,
        rope_theta: T.float32,
        scale: T.float32,
    ):
        T.func_attr({"tirx.is_scheduled": True})
        batch = T.int32()
        count = T.int32()
        used = T.int32()
        page_count = T.int32()
        pages_offset = T.int64()
        q_starts_offset = T.int32()
        starts_offset = T.int32()
        index_offset = T.int32()
        length_offset = T.int32()
        key_position_offset = T.int32()
        query_position_offset = T.int32()
        q = T.match_buffer(q_, (count, heads, head_dim), "float32")
        q_starts = T.match_buffer(q_starts_, (batch + 1,), "int32", elem_offset=q_starts_offset)
        pages = T.match_buffer(
            pages_, (page_count, 2, kv_heads, PAGE, head_dim), "float32", elem_offset=pages_offset
        )
        starts = T.match_buffer(starts_, (batch + 1,), "int32", elem_offset=starts_offset)
        index = T.match_buffer(index_, (used,), "int32", elem_offset=index_offset)
        last_length = T.match_buffer(last_length_, (batch,), "int32", elem_offset=length_offset)
        T.match_buffer(key_position_, (batch,), "int32", elem_offset=key_position_offset)
        T.match_buffer(query_position_, (count,), "int32", elem_offset=query_position_offset)
        out = T.match_buffer(out_, (count, heads, head_dim), "float32")
        log_sum = T.match_buffer(log_sum_, (count, heads), "float32")
        flat = T.decl_buffer((page_count * (2 * kv_heads * PAGE * head_dim),), "float32", data=pages.data)
        attend(q, q_starts, flat, pages_offset, starts, index, last_length, out, log_sum, batch, count, scale)

    return attention_prefill
