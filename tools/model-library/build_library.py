"""Compile a small Llama-type model to a web-llm model library.

Writes library.wasm and library.json (where it comes from, and the layout of the weights
it expects) into the output folder.  Needs emcc and the objects of build_runtime.sh.
"""

import argparse
from pathlib import Path

from compiler import provenance
from compiler.config import ConfigError, ModelConfig
from compiler.link import MissingRuntimeError, linker


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("config", type=Path, help="dimensions of the model, for example configs/fixture.json")
    parser.add_argument("output", type=Path, help="folder for library.wasm and library.json")
    parser.add_argument(
        "--runtime", type=Path, default=Path("runtime"), help="folder of build_runtime.sh (default: runtime)"
    )
    parser.add_argument(
        "--optimise", default="-Oz", help="emcc's flag: -Oz (default) or, a quarter larger, -O3"
    )
    arguments = parser.parse_args()
    try:
        build(arguments.config, arguments.output, arguments.runtime, arguments.optimise)
    except (ConfigError, MissingRuntimeError) as error:
        parser.error(str(error))


def build(config_path, output, runtime, optimise):
    config = ModelConfig.load(config_path)
    link = linker(runtime, optimise)

    from compiler.lowering import compile_model  # loads TVM: after the cheap checks

    executable, parameters = compile_model(config)
    output.mkdir(parents=True, exist_ok=True)
    library = output / "library.wasm"
    executable.export_library(str(library), fcompile=link)
    description = provenance.describe(library, config_path, optimise, parameters)
    provenance.write(output / "library.json", description)
    print(f"{library}: {description['library']['bytes']} bytes, SHA-256 {description['library']['sha256']}")


if __name__ == "__main__":
    main()
