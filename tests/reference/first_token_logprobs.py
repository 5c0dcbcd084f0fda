"""The first token's likeliest continuations on fixed prompts, by float32 arithmetic outside the browser.

Run from the repository's root, with Python 3.11 or newer:

    pip install numpy==2.4.6 gguf==0.19.0 tokenizers==0.23.3
    python tests/reference/first_token_logprobs.py > tests/reference/first-token-logprobs.json
    npx oxfmt tests/reference
    python tests/reference/first_token_logprobs.py --ask "What is the capital of France?"

The weights are dequantised from the GGUF by the `gguf` package and the whole Llama forward pass runs in
numpy's float32. Nothing here is shared with the converter, with web-llm or with the WGSL kernels, so an
agreement with the browser's log-probabilities says that all of those are right. The last form decodes a
reply greedily.
"""

import argparse
import json
from hashlib import sha256
from pathlib import Path

import numpy as np
from gguf import GGUFReader
from gguf.quants import dequantize
from tokenizers import AddedToken, Tokenizer, decoders, models, pre_tokenizers

ROOT = Path(__file__).resolve().parents[2]
GGUF = ROOT / "public/models/smollm2-135m-instruct/SmolLM2-135M-Instruct.Q4_1.gguf"
SYSTEM = "You are a helpful AI assistant."
CONTROL_TOKEN = 3  # GGUF's kind of control tokens, which no text encodes to
TOP = 5

PROMPTS = [
    {"name": "short", "turns": [("user", "What is the capital of France?")]},
    {
        "name": "medium",
        "turns": [
            (
                "user",
                "I have 12 apples. I give a third of them to my sister and eat two of what is left. Explain "
                "step by step how many apples remain, then say which operation you used in each step.",
            )
        ],
    },
    {
        "name": "system text",
        "system": SYSTEM + "\n\nAnswer every question like a pirate, in one short sentence.",
        "turns": [("user", "Where should I look for treasure?")],
    },
    {
        "name": "unicode",
        "turns": [("user", "Übersetze bitte: „naïve café“ 你好 🙂👩‍🚀 – what does this say?")],
    },
    {
        "name": "several turns",
        "turns": [
            ("user", "Name a primary color."),
            ("assistant", "Red."),
            ("user", "Name another one."),
            ("assistant", "Blue."),
            ("user", "And the last one?"),
        ],
    },
]


class Llama:
    """A Llama model from a GGUF file, in float32."""

    def __init__(self, path):
        reader = GGUFReader(path)
        self.field = {name: field.contents() for name, field in reader.fields.items()}
        self.tensor = {t.name: dequantize(t.data, t.tensor_type).astype(np.float32) for t in reader.tensors}
        self.heads = self.field["llama.attention.head_count"]
        self.kv_heads = self.field["llama.attention.head_count_kv"]
        self.head_dim = self.field["llama.embedding_length"] // self.heads
        self.eps = np.float32(self.field["llama.attention.layer_norm_rms_epsilon"])

    def tokenizer(self):
        """Byte-level BPE with single digits (`smollm` in llama.cpp), from the file's own vocabulary."""
        tokens = self.field["tokenizer.ggml.tokens"]
        merges = [tuple(merge.split(" ")) for merge in self.field["tokenizer.ggml.merges"]]
        tokenizer = Tokenizer(models.BPE({token: id for id, token in enumerate(tokens)}, merges))
        digits = pre_tokenizers.Digits(individual_digits=True)
        byte_level = pre_tokenizers.ByteLevel(add_prefix_space=False)
        tokenizer.pre_tokenizer = pre_tokenizers.Sequence([digits, byte_level])
        tokenizer.decoder = decoders.ByteLevel()
        kinds = self.field["tokenizer.ggml.token_type"]
        control = [token for token, kind in zip(tokens, kinds) if kind == CONTROL_TOKEN]
        tokenizer.add_special_tokens([AddedToken(token, normalized=False) for token in control])
        return tokenizer

    def norm(self, x, name):
        return x / np.sqrt(np.mean(x * x, axis=-1, keepdims=True) + self.eps) * self.tensor[name]

    def rotate(self, x):
        """Rotary positions on (tokens, heads, head_dim); GGUF keeps the two halves of a pair side by side."""
        frequency = self.field["llama.rope.freq_base"] ** (-np.arange(0, self.head_dim, 2) / self.head_dim)
        angle = (np.arange(len(x))[:, None] * frequency)[:, None, :]
        cos, sin = np.cos(angle).astype(np.float32), np.sin(angle).astype(np.float32)
        even, odd = x[..., 0::2], x[..., 1::2]
        return np.stack([even * cos - odd * sin, even * sin + odd * cos], axis=-1).reshape(x.shape)

    def attention(self, x, block):
        def project(name, heads):
            return (x @ self.tensor[f"{block}.attn_{name}.weight"].T).reshape(len(x), heads, self.head_dim)

        query = self.rotate(project("q", self.heads))
        shared = self.heads // self.kv_heads
        key = np.repeat(self.rotate(project("k", self.kv_heads)), shared, axis=1)
        value = np.repeat(project("v", self.kv_heads), shared, axis=1)
        score = np.einsum("qhd,khd->hqk", query, key) / np.float32(np.sqrt(self.head_dim))
        score = np.where(np.tri(len(x), dtype=bool), score, np.float32(-np.inf))
        weight = np.exp(score - score.max(axis=-1, keepdims=True))
        weight /= weight.sum(axis=-1, keepdims=True)
        mixed = np.einsum("hqk,khd->qhd", weight, value).reshape(len(x), -1)
        return mixed @ self.tensor[f"{block}.attn_output.weight"].T

    def feed_forward(self, x, block):
        gate = x @ self.tensor[f"{block}.ffn_gate.weight"].T
        up = x @ self.tensor[f"{block}.ffn_up.weight"].T
        return (gate / (1 + np.exp(-gate)) * up) @ self.tensor[f"{block}.ffn_down.weight"].T

    def next_token_logprobs(self, ids):
        """Natural log-probabilities of the token after `ids`, (vocabulary,) in float32, at temperature 1."""
        x = self.tensor["token_embd.weight"][ids]
        for layer in range(self.field["llama.block_count"]):
            block = f"blk.{layer}"
            x = x + self.attention(self.norm(x, f"{block}.attn_norm.weight"), block)
            x = x + self.feed_forward(self.norm(x, f"{block}.ffn_norm.weight"), block)
        embedding = self.tensor["token_embd.weight"]  # also the matrix of the logits
        logits = embedding @ self.norm(x[-1], "output_norm.weight")
        assert logits.dtype == np.float32
        logits -= logits.max()
        return logits - np.log(np.exp(logits).sum())


def render(messages):
    """The ChatML text of `messages`, up to the start of the assistant's turn."""
    turns = "".join(f"<|im_start|>{m['role']}\n{m['content']}<|im_end|>\n" for m in messages)
    return turns + "<|im_start|>assistant\n"


def conversation(system, turns):
    return [{"role": role, "content": content} for role, content in [("system", system), *turns]]


def reference(model, tokenizer):
    """The content of the committed file."""
    cases = []
    for prompt in PROMPTS:
        messages = conversation(prompt.get("system", SYSTEM), prompt["turns"])
        text = render(messages)
        ids = tokenizer.encode(text).ids
        logprobs = model.next_token_logprobs(ids)
        top = [
            {"id": int(id), "token": tokenizer.decode([id]), "logprob": round(float(logprobs[id]), 6)}
            for id in np.argsort(-logprobs)[:TOP]
        ]
        case = {"name": prompt["name"], "messages": messages, "prompt": text, "token_ids": ids, "top": top}
        cases.append(case)
    return {"gguf_sha256": sha256(GGUF.read_bytes()).hexdigest(), "prompts": cases}


def greedy(model, tokenizer, messages, limit=64):
    """The reply at temperature 0."""
    ids = tokenizer.encode(render(messages)).ids
    start = len(ids)
    while len(ids) - start < limit:
        following = int(np.argmax(model.next_token_logprobs(ids)))
        if following == model.field["tokenizer.ggml.eos_token_id"]:
            break
        ids.append(following)
    return tokenizer.decode(ids[start:])


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--ask", metavar="QUESTION", help="decode a reply greedily instead")
    parser.add_argument("--system", default=SYSTEM)
    arguments = parser.parse_args()
    model = Llama(GGUF)
    tokenizer = model.tokenizer()
    if arguments.ask:
        print(greedy(model, tokenizer, conversation(arguments.system, [("user", arguments.ask)])))
    else:
        print(json.dumps(reference(model, tokenizer), ensure_ascii=False, indent=2))


if __name__ == "__main__":
    main()
