"""library.json: what a library was made from and with, and the layout of its weights."""

import hashlib
import json
import re
import subprocess
from importlib.metadata import version
from pathlib import Path

FORMAT = 1
RECIPE = Path(__file__).resolve().parent.parent
SOURCES = ("build_library.py", "build_runtime.sh", "requirements.txt", "compiler/*.py", "kernels/*.py")
PACKAGES = ("apache-tvm", "apache-tvm-ffi")


def describe(library, config_path, optimisation, parameters):
    """The contents of library.json for the file `library`."""
    content = library.read_bytes()
    return {
        "format": FORMAT,
        "library": {
            "file": library.name,
            "bytes": len(content),
            "sha256": hashlib.sha256(content).hexdigest(),
        },
        "made_with": {
            **{package: version(package) for package in PACKAGES},
            "emscripten": emscripten_version(),
            "optimisation": optimisation,
        },
        "sources": {name: sha256(path) for name, path in sources(config_path)},
        "config": json.loads(config_path.read_text()),
        "parameters": parameters,
    }


def write(path, description):
    """Write library.json with one parameter a line, so that it can be read and compared."""
    head = json.dumps({**description, "parameters": []}, indent=2)
    rows = ",\n    ".join(json.dumps(parameter) for parameter in description["parameters"])
    path.write_text(head.replace('"parameters": []', f'"parameters": [\n    {rows}\n  ]') + "\n")


def sources(config_path):
    """(name, path) of every file that decides what the library does."""
    files = sorted(path for pattern in SOURCES for path in RECIPE.glob(pattern))
    yield from ((path.relative_to(RECIPE).as_posix(), path) for path in files)
    yield f"configs/{config_path.name}", config_path


def sha256(path):
    return hashlib.sha256(path.read_bytes()).hexdigest()


def emscripten_version():
    first_line = subprocess.run(
        ["emcc", "--version"], check=True, capture_output=True, text=True
    ).stdout.split("\n")[0]
    return re.search(r"\d+\.\d+\.\d+", first_line)[0]
