"""GPU kernels in TVM's TIR, for WebGPU without shader-f16 and without subgroups.

They are tuned on SwiftShader, Chromium's software adapter, which runs four
invocations as the lanes of one SSE vector.  Three rules follow (the measurements
are in ../README.md):

* neighbouring invocations read neighbouring words (one vector load) or the same
  word (one broadcast load); anything else is a gather;
* a load costs about as much as eight multiply-adds, so every loaded value serves
  several rows or tokens that are kept in registers;
* no vector shifts and no u32 -> f32 conversions: a nibble is isolated with a mask,
  converted as i32, and its power of two is moved to the activation or the scale.
"""
