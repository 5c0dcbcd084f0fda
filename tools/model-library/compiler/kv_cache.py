"""TVM's paged KV cache, built around our kernels; no sliding window, trees or MLA."""

import tvm
from tvm import relax
from tvm.relax.frontend.nn.llm.kv_cache import AttnKind, PagedKVCache, RopeMode
from tvm.relax.frontend.nn.llm.position_embedding import llama_rope_with_position_map

from kernels.attention_decode import decode_attention
from kernels.attention_merge import merge_attention
from kernels.attention_prefill import paged_prefill_attention, ragged_prefill_attention
from kernels.pages import page_kernels


def paged_kv_cache(config, sizes):
    """The cache object, inside the function under construction.

    `sizes` are the five numbers web-llm passes: sequences, tokens in all, tokens per
    prefill, tokens per page, and whether windows slide (they do not).
    """
    heads, kv_heads, head_dim, layers = config.heads, config.kv_heads, config.head_dim, config.layers
    builder = relax.BlockBuilder.current()
    absent = relax.Tuple([])

    def kernel(function, name):
        """A kernel as the runtime wants it told: a tag and the function."""
        return relax.Tuple([tvm.ir.StringImm("tirx"), builder.add_func(function, name)])

    append, copy_page, debug_get, compact = page_kernels(kv_heads, head_dim, layers)
    append = builder.add_func(append, "kv_append")
    rope = llama_rope_with_position_map(
        config.rope_theta, 1, head_dim, heads, kv_heads, "float32", {}, head_dim
    )
    cache = relax.call_pure_packed(
        "vm.builtin.paged_attention_kv_cache_create",
        relax.ShapeExpr(sizes),
        relax.ShapeExpr([0, layers]),
        *map(relax.prim_value, (heads, kv_heads, head_dim, head_dim)),
        relax.ShapeExpr([int(AttnKind.MHA)] * layers),
        relax.prim_value(False),  # no transfer of the cache between devices
        *map(relax.prim_value, (RopeMode.NORMAL, 1, config.rope_theta, 0)),
        relax.op.zeros((), "float32"),
        append,
        append,  # the append of MLA, never called
        kernel(
            ragged_prefill_attention(heads, kv_heads, head_dim, config.prefill_heads),
            "attention_prefill_ragged",
        ),
        kernel(
            paged_prefill_attention(heads, kv_heads, head_dim, config.prefill_heads), "attention_prefill"
        ),
        kernel(decode_attention(heads, kv_heads, head_dim), "attention_decode"),
        absent,  # prefill with a sliding window
        absent,  # decode with a sliding window
        absent,  # tree attention to the cache
        absent,  # tree attention
        absent,  # MLA
        relax.Tuple([builder.add_func(merge_attention(heads, head_dim), "attention_merge")]),
        builder.add_func(rope, "split_rotary"),
        builder.add_func(copy_page, "kv_copy_page"),
        builder.add_func(debug_get, "kv_debug_get"),
        builder.add_func(compact, "kv_compact"),
        ty_args=relax.AnyType(),
    )
    return PagedKVCache(_expr=cache, _name="paged_kv_cache")
