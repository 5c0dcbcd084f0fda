"""The dimensions of a Llama-type model, read from a JSON file in configs/."""

import json
from dataclasses import dataclass, fields
from pathlib import Path


class ConfigError(ValueError):
    """A configuration file that the kernels cannot serve, with the reason."""


@dataclass(frozen=True)
class ModelConfig:
    hidden: int  # width of the residual stream; a multiple of 64
    ffn: int  # width between gate/up and down; a multiple of 32
    layers: int
    vocab: int
    heads: int
    kv_heads: int
    head_dim: int  # a multiple of 16
    eps: float  # of the RMS norms
    rope_theta: float
    ctx: int  # longest context, in tokens
    chunk: int  # most tokens in one prefill call
    prefill_tile: tuple[int, int]  # matrix rows and tokens that one prefill invocation owns

    @classmethod
    def load(cls, path):
        """Read and check `path`; raises ConfigError."""
        values = json.loads(Path(path).read_text())
        known = {field.name for field in fields(cls)}
        if set(values) != known:
            missing, unknown = sorted(known - set(values)), sorted(set(values) - known)
            raise ConfigError(f"{path}: missing {missing or 'nothing'}, unknown {unknown or 'nothing'}")
        config = cls(**{**values, "prefill_tile": tuple(values["prefill_tile"])})
        for name, unit in (("hidden", 64), ("ffn", 32), ("head_dim", 16), ("heads", config.kv_heads)):
            if getattr(config, name) % unit:
                raise ConfigError(f"{path}: {name} is {getattr(config, name)}, not a multiple of {unit}")
        return config
