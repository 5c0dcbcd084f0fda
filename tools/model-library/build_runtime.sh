#!/bin/bash
# Compile TVM's web runtime to the three objects that build_library.py links.
#
#   PYTHON=venv/bin/python ./build_runtime.sh [OUTPUT_FOLDER]     (default: runtime)
#
# Sources: the apache-tvm wheel installed in PYTHON (tvm/web/emcc, tvm/src, tvm/include and
# tvm_ffi), and for the headers that this wheel leaves out (src/support,
# include/tvm/support, compiler-rt) the source package of tilelang, which carries TVM.
# TILELANG_SDIST names an already downloaded one. Compiler: Debian's emscripten.
# OPTIMISE=-O3, together with build_library.py --optimise=-O3, makes the library a quarter larger.
set -euo pipefail

tilelang=0.1.14
python=${PYTHON:-python3}
output=$(realpath -m "${1:-runtime}")
tree=$output/tree

command -v emcc >/dev/null || { echo "emcc is missing: apt install emscripten" >&2; exit 1; }
package() { "$python" -c "import importlib.util as u; print(u.find_spec('$1').submodule_search_locations[0])"; }
tvm=$(package tvm) || { echo "no tvm for $python: pip install -r requirements.txt" >&2; exit 1; }
ffi=$(package tvm_ffi)

mkdir -p "$tree/include" "$tree/3rdparty"
sdist=${TILELANG_SDIST:-$output/tilelang-$tilelang.tar.gz}
if [ ! -f "$sdist" ]; then
  "$python" -m pip download --quiet --no-deps --no-binary tilelang -d "$output" "tilelang==$tilelang"
fi

cp -r "$tvm/web" "$tvm/src" "$tree/"
cp -r "$tvm/include/tvm" "$tree/include/"
tar -xzf "$sdist" -C "$tree" --strip-components=3 --wildcards \
  '*/3rdparty/tvm/src/support/*' \
  '*/3rdparty/tvm/include/tvm/support/*' \
  '*/3rdparty/tvm/3rdparty/compiler-rt/*'
ln -sfn "$ffi" "$tree/3rdparty/tvm-ffi"

# The runtime includes a profiling header that neither package carries; one that does nothing will do.
mkdir -p "$tree/include/tvm/support/cuda"
cat > "$tree/include/tvm/support/cuda/nvtx.h" <<'HEADER'
#pragma once
#include <string>

namespace tvm {
namespace support {

/*! \brief Profiler range; does nothing on the web. */
class NVTXScopedRange {
 public:
  explicit NVTXScopedRange(const char*) {}
  explicit NVTXScopedRange(const std::string&) {}
};

}  // namespace support
}  // namespace tvm

#define TVM_NVTX_FUNC_SCOPE() ::tvm::support::NVTXScopedRange _nvtx_range_("")
HEADER

# From inside the tree, so that no path in the library depends on where it was built.
cd "$tree"
for name in wasm_runtime tvmjs_support webgpu_runtime; do
  emcc "${OPTIMISE:--Oz}" -std=c++17 -Wno-ignored-attributes \
    -I. -Iinclude -I3rdparty/compiler-rt -I3rdparty/tvm-ffi/include -I3rdparty/tvm-ffi/3rdparty/dlpack/include \
    -c -o "$output/$name.o" "web/emcc/$name.cc"
done
ls -l "$output"/*.o
