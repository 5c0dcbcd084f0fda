"""The dimensions of a Llama-type model, read from a JSON file in configs/."""

import json
from dataclasses import dataclass, fields
from pathlib import Path


class ConfigError(ValueError):
    """A configuration file that the kernels cannot serve, with the reason."""


@dataclass(frozen=True)
class ImageConfig:
    """An input of square images: each patch of pixels becomes one embedding."""

    side: int  # pixels; what is shown is stretched to it
    patch: int  # pixels; divides the side
    start: int  # token before an image's embeddings
    placeholder: int  # token that stands for an embedding where only tokens can stand
    end: int  # token after an image's embeddings

    @property
    def embeddings(self):
        return (self.side // self.patch) ** 2


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
    prefill_heads: int  # heads that one invocation of prefill attention serves; divides heads / kv_heads
    image: ImageConfig | None = None  # where the model takes images

    @classmethod
    def load(cls, path):
        """Read and check `path`; raises ConfigError."""
        values = json.loads(Path(path).read_text())
        image = values.pop("image", None)
        check_names(path, values, {field.name for field in fields(cls)} - {"image"})
        if image is not None:
            check_names(f"{path}: image", image, {field.name for field in fields(ImageConfig)})
            image = ImageConfig(**image)
            if image.side % image.patch:
                raise ConfigError(f"{path}: image.side is {image.side}, not a multiple of {image.patch}")
        config = cls(**{**values, "prefill_tile": tuple(values["prefill_tile"]), "image": image})
        for name, unit in (("hidden", 64), ("ffn", 32), ("head_dim", 16), ("heads", config.kv_heads)):
            if getattr(config, name) % unit:
                raise ConfigError(f"{path}: {name} is {getattr(config, name)}, not a multiple of {unit}")
        if config.heads // config.kv_heads % config.prefill_heads:
            raise ConfigError(f"{path}: prefill_heads is {config.prefill_heads}, no divisor of heads / kv_heads")
        return config


def check_names(where, values, known):
    if set(values) != known:
        missing, unknown = sorted(known - set(values)), sorted(set(values) - known)
        raise ConfigError(f"{where}: missing {missing or 'nothing'}, unknown {unknown or 'nothing'}")
