"""Write the weights, tokenizer and chat configuration of the fixture models.

OUTPUT/fixture-chat and OUTPUT/fixture-vision must hold the library.json of build_library.py
configs/fixture.json and configs/fixture-vision.json; fixture-length has weights of its own and
shares the library of fixture-chat.
"""

import argparse
import json
from dataclasses import dataclass
from pathlib import Path

from compiler.config import ModelConfig
from compiler.image_contract import model_package
from fixture import artifacts, weights

CONFIGS = Path(__file__).parent / "configs"


@dataclass(frozen=True)
class Library:
    """A library's folder, and the file in configs/ that it was built from."""

    folder: str
    config_file: str

    def config(self):
        return ModelConfig.load(CONFIGS / self.config_file)


TEXT = Library("fixture-chat", "fixture.json")
VISION = Library("fixture-vision", "fixture-vision.json")
MODELS = {
    "fixture-chat": (weights.Recipe(seed=1, never_ends=False), TEXT),
    "fixture-length": (weights.Recipe(seed=2, never_ends=True), TEXT),
    "fixture-vision": (weights.Recipe(seed=3, never_ends=False, sees_images=True), VISION),
}


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "output", type=Path, help="folder of the models, for example ../../tests/fixtures/models"
    )
    output = parser.parse_args().output
    for library in (TEXT, VISION):
        layout = output / library.folder / "library.json"
        if not layout.exists():
            parser.error(
                f"no {layout}: run build_library.py configs/{library.config_file} {layout.parent} first"
            )
    for name, (recipe, library) in MODELS.items():
        config = library.config()
        parameters = json.loads((output / library.folder / "library.json").read_text())["parameters"]
        folder = output / name / "resolve" / "main"
        folder.mkdir(parents=True, exist_ok=True)
        artifacts.write_shard(folder, parameters, weights.build(recipe, config.rope_theta))
        artifacts.write_tokenizer(folder)
        artifacts.write_chat_config(folder, config)
        if config.image:
            artifacts.write_model_package(folder, model_package(config, parameters))
        print(f"{folder}: {sum(path.stat().st_size for path in folder.iterdir())} bytes")


if __name__ == "__main__":
    main()
