"""What web-llm must know of a model that takes images: one half lies beside the weights, one in the library.

Each half names the sums of what both are about, the inputs and the parameters; web-llm 0.2.86 loads the
model only where they agree.
"""

import hashlib
import json

ADAPTER = "image"


def model_package(config, parameters):
    """The contents of mlc-model-manifest.json, for `parameters` = [[name, shape, dtype], ...]."""
    return {
        "schema": "mlc.model-package",
        "schema_version": 1,
        "interface_id": identity({"tasks": tasks(config.image)}),
        "weights": {"manifest": "tensor-cache.json", "parameter_schema_id": identity(parameters)},
        "tasks": tasks(config.image),
    }


def compiled_program(config, parameters):
    """The field `artifact` of the library's `_metadata`."""
    return {
        "schema": "mlc.compiled-program",
        "schema_version": 1,
        "interface_id": identity({"tasks": tasks(config.image)}),
        "parameter_schema_id": identity(parameters),
        "programs": {
            "llm": {
                "kind": "token_generation",
                "exports": {
                    "embed_tokens": "embed",
                    "prefill_embeds": "prefill",
                    "decode_embeds": "decode",
                    "create_kv_cache": "create_tir_paged_kv_cache",
                },
                "adapters": {ADAPTER: "image_embed"},
                "adapter_dtypes": {ADAPTER: "uint32"},  # WebGPU has no 8-bit type
            }
        },
        "resources": {
            "required_features": [],
            "max_storage_buffer_binding_size": 0,
            "estimated_device_memory_bytes": 0,
        },
    }


def tasks(image):
    processor = {
        "kind": "image_decode",
        "format": "rgb_u8",
        "layout": "nhwc",
        "resize": {"mode": "stretch", "height": image.side, "width": image.side},
        "num_embeddings": image.embeddings,
    }
    prompt = {
        "prefix_token_ids": [image.start],
        "placeholder_token_id": image.placeholder,
        "suffix_token_ids": [image.end],
    }
    inputs = {
        "text": {"processor": "tokenizer"},
        "image": {"processor": processor, "adapter": ADAPTER, "prompt": prompt},
    }
    return {"chat.completions": {"executor": "llm", "inputs": inputs, "output": "text"}}


def identity(value):
    """The sum of a value's canonical JSON: keys sorted, no white space."""
    text = json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return f"sha256:{hashlib.sha256(text.encode()).hexdigest()}"
