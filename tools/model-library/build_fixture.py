"""Write the weights, tokenizer and chat configuration of the two fixture models.

OUTPUT/fixture-chat must hold the library.json of build_library.py configs/fixture.json;
fixture-length has weights of its own and shares that library.
"""

import argparse
import json
from pathlib import Path

from compiler.config import ModelConfig
from fixture import artifacts, weights

MODELS = {
    "fixture-chat": weights.Recipe(seed=1, never_ends=False),
    "fixture-length": weights.Recipe(seed=2, never_ends=True),
}
CONFIG = Path(__file__).parent / "configs" / "fixture.json"


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "output", type=Path, help="folder of the models, for example ../../tests/fixtures/models"
    )
    output = parser.parse_args().output
    layout = output / "fixture-chat" / "library.json"
    if not layout.exists():
        parser.error(f"no {layout}: run build_library.py configs/fixture.json {layout.parent} first")
    config = ModelConfig.load(CONFIG)
    parameters = json.loads(layout.read_text())["parameters"]
    for name, recipe in MODELS.items():
        folder = output / name / "resolve" / "main"
        folder.mkdir(parents=True, exist_ok=True)
        artifacts.write_shard(folder, parameters, weights.build(recipe, config.rope_theta))
        artifacts.write_tokenizer(folder)
        artifacts.write_chat_config(folder, config)
        print(f"{folder}: {sum(path.stat().st_size for path in folder.iterdir())} bytes")


if __name__ == "__main__":
    main()
