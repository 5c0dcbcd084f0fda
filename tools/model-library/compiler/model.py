"""The transformer, in Relax modules around our kernels.

Parameter names (`layers.0.qkv.q`, ...) follow the attribute names here; library.json lists them.
"""

from tvm import tirx
from tvm.relax.frontend import nn
from tvm.relax.frontend.nn import Tensor, op
from tvm.relax.frontend.nn.llm.kv_cache import PagedKVCache

from compiler.kv_cache import paged_kv_cache
from kernels.image_patches import CHANNELS, embed_patches
from kernels.q4_matmul import q4_matmul
from kernels.q4_matvec import q4_matvec
from kernels.q8_embedding import q8_embed, q8_lm_head
from kernels.rms_norm import rms_norm
from kernels.tiling import row_tile
from kernels.words import GROUP

DECODE_ROWS = 12  # most matrix rows that one decode invocation owns
LM_HEAD_ROWS = 24


def call(kernel, name, inputs, *shape):
    """The float32 result, of shape `shape`, of a kernel."""
    return op.tensor_ir_op(kernel, name, inputs, Tensor.placeholder(shape, "float32"))


class Q4Linear(nn.Module):
    """A 4-bit matrix; where `gated`, gate rows then up rows, followed by silu(gate) * up."""

    def __init__(self, inputs, outputs, prefill_tile, gated=False):
        self.inputs, self.outputs, self.prefill_tile, self.gated = inputs, outputs, prefill_tile, gated
        total = 2 * outputs if gated else outputs
        self.q = nn.Parameter((inputs // 8, total), "int32")
        self.sm = nn.Parameter((inputs // GROUP, total), "uint32")

    def forward(self, x, residual=None):
        """x [1, count, inputs] -> [1, count, outputs], plus `residual` if given."""
        count, add = x.shape[1], residual is not None
        per_output = 2 if self.gated else 1
        if count == 1:
            name = "q4_matvec"
            tile = row_tile(self.outputs, DECODE_ROWS // per_output, least_workgroups=6)
            kernel = q4_matvec(self.inputs, self.outputs, *tile, self.gated, add)
        else:
            name = "q4_matmul"
            rows, tokens = self.prefill_tile
            tile = row_tile(self.outputs, rows // per_output)
            kernel = q4_matmul(self.inputs, self.outputs, *tile, tokens, self.gated, add)
        name += "_silu" if self.gated else "_add" if add else ""
        inputs = [x, self.q, self.sm] + ([residual] if add else [])
        return call(kernel, name, inputs, 1, count, self.outputs)


class Q8Embedding(nn.Module):
    """The 8-bit token table, which is also the output matrix."""

    def __init__(self, vocab, hidden):
        self.vocab, self.hidden = vocab, hidden
        self.q = nn.Parameter((hidden // 4, vocab), "int32")
        self.s = nn.Parameter((hidden // (2 * GROUP), vocab), "uint32")

    def forward(self, ids):
        """ids [count] -> [count, hidden]."""
        kernel = q8_embed(self.vocab, self.hidden)
        return call(kernel, "q8_embed", [ids, self.q, self.s], ids.shape[0], self.hidden)

    def logits(self, x):
        """x [1, 1, hidden] -> [1, 1, vocab]."""
        kernel = q8_lm_head(self.vocab, self.hidden, *row_tile(self.vocab, LM_HEAD_ROWS))
        return call(kernel, "q8_lm_head", [x, self.q, self.s], 1, 1, self.vocab)


class Norm(nn.Module):
    def __init__(self, hidden, epsilon):
        self.hidden, self.epsilon = hidden, epsilon
        self.weight = nn.Parameter((hidden,), "float32")

    def forward(self, x, keep=None):
        """Normalise the last `keep` tokens of x (all by default)."""
        kernel = rms_norm(self.hidden, self.epsilon)
        return call(kernel, "rms_norm", [x, self.weight], 1, keep or x.shape[1], self.hidden)


class Layer(nn.Module):
    def __init__(self, config):
        self.config = config
        hidden, tile = config.hidden, config.prefill_tile
        self.in_norm = Norm(hidden, config.eps)
        self.post_norm = Norm(hidden, config.eps)
        self.qkv = Q4Linear(hidden, (config.heads + 2 * config.kv_heads) * config.head_dim, tile)
        self.o = Q4Linear(config.heads * config.head_dim, hidden, tile)
        self.gate_up = Q4Linear(hidden, config.ffn, tile, gated=True)
        self.down = Q4Linear(config.ffn, hidden, tile)

    def forward(self, x, kv, index):
        config, count = self.config, x.shape[1]
        heads = config.heads + 2 * config.kv_heads
        qkv = op.reshape(self.qkv(self.in_norm(x)), (1, count, heads, config.head_dim))
        attended = kv.attention_with_fused_qkv(index, qkv, config.heads, sm_scale=config.head_dim**-0.5)
        attended = op.reshape(attended, (1, count, config.heads * config.head_dim))
        x = self.o(attended, residual=x)
        return self.down(self.gate_up(self.post_norm(x)), residual=x)


class ImageAdapter(nn.Module):
    """One embedding for each patch: a linear map of its mean colour."""

    def __init__(self, config):
        self.image, self.hidden = config.image, config.hidden
        self.weight = nn.Parameter((config.hidden, CHANNELS + 1), "float32")

    def forward(self, pixels):
        """pixels uint32 [1, side, side, 3] -> [embeddings, hidden]."""
        kernel = embed_patches(self.image.side, self.image.patch, self.hidden)
        return call(kernel, "embed_patches", [pixels, self.weight], self.image.embeddings, self.hidden)


class Model(nn.Module):
    """The functions web-llm calls: embed, prefill, decode, create_tir_paged_kv_cache, maybe image_embed."""

    def __init__(self, config):
        self.config = config
        self.emb = Q8Embedding(config.vocab, config.hidden)
        self.layers = nn.ModuleList([Layer(config) for _ in range(config.layers)])
        self.norm = Norm(config.hidden, config.eps)
        if config.image:
            self.image = ImageAdapter(config)

    def image_embed(self, pixels: Tensor):
        return self.image(pixels)

    def embed(self, input_ids: Tensor):
        return self.emb(input_ids)

    def prefill(self, x: Tensor, kv: PagedKVCache):
        """x [1, count, hidden] -> logits [1, 1, vocab] of the last token, and the cache."""
        for index, layer in enumerate(self.layers):
            x = layer(x, kv, index)
        return self.emb.logits(self.norm(x, keep=1)), kv

    def decode(self, x: Tensor, kv: PagedKVCache):
        return self.prefill(x, kv)

    def create_tir_paged_kv_cache(
        self,
        max_batch_size: tirx.Var,
        max_total_seq_len: tirx.Var,
        prefill_chunk_size: tirx.Var,
        page_size: tirx.Var,
        support_sliding_window: tirx.Var,
    ):
        sizes = [max_batch_size, max_total_seq_len, prefill_chunk_size, page_size, support_sliding_window]
        return paged_kv_cache(self.config, sizes)

    def spec(self):
        """Argument types of the functions, for export_tvm."""
        packed = {"param_mode": "packed", "effect_mode": "none"}
        bare = {"param_mode": "none", "effect_mode": "none"}
        kv = nn.spec.Object(object_type=PagedKVCache)
        hidden = self.config.hidden
        sizes = (
            "max_batch_size",
            "max_total_seq_len",
            "prefill_chunk_size",
            "page_size",
            "support_sliding_window",
        )
        functions = {}
        if self.config.image:
            pixels = nn.spec.Tensor([1, self.config.image.side, self.config.image.side, CHANNELS], "uint32")
            functions["image_embed"] = {"pixels": pixels, "$": packed}
        return {
            **functions,
            "embed": {"input_ids": nn.spec.Tensor(["seq_len"], "int32"), "$": packed},
            "prefill": {"x": nn.spec.Tensor([1, "seq_len", hidden], "float32"), "kv": kv, "$": packed},
            "decode": {"x": nn.spec.Tensor([1, 1, hidden], "float32"), "kv": kv, "$": packed},
            "create_tir_paged_kv_cache": {**dict.fromkeys(sizes, int), "$": bare},
        }
