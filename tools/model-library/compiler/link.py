"""Linking compiled code with TVM's web runtime."""

import subprocess
from pathlib import Path

RUNTIME_OBJECTS = ("wasm_runtime.o", "tvmjs_support.o", "webgpu_runtime.o")
SETTINGS = (
    "WASM_BIGINT=1",
    "ERROR_ON_UNDEFINED_SYMBOLS=0",  # web-llm provides them as imports
    "STANDALONE_WASM=1",
    "ALLOW_MEMORY_GROWTH=1",
    "TOTAL_MEMORY=64MB",
)


class MissingRuntimeError(FileNotFoundError):
    """The runtime was not built, or elsewhere."""


def linker(runtime, optimisation):
    """A link step for export_library: the objects of build_runtime.sh in `runtime`, an emcc -O flag."""
    objects = [Path(runtime) / name for name in RUNTIME_OBJECTS]
    missing = [str(path) for path in objects if not path.exists()]
    if missing:
        raise MissingRuntimeError(
            f"no {', '.join(missing)}: run ./build_runtime.sh first, or name its output with --runtime"
        )

    def link(output, compiled, options=None, **_):
        flags = [part for setting in SETTINGS for part in ("-s", setting)]
        command = ["emcc", optimisation, "--no-entry", *flags, "-o", output, *map(str, objects), *compiled]
        subprocess.run(command, check=True)

    link.object_format = "o"
    return link
