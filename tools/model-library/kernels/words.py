"""Reading packed weights: exact powers of two, half floats and bit fields of 32-bit words.

WebGPU without shader-f16 has neither a half nor an 8-bit type, so the weights
travel as 32-bit words and are taken apart in registers.
"""

from tvm.script import tirx as T

GROUP = 32
"""Weights that share one scale (the block size of GGUF's Q4_1 and Q8_0)."""


def pow2(exponent):
    """2**exponent, exactly: TVM prints float literals with only seven digits."""
    return T.reinterpret("float32", T.uint32((127 + exponent) << 23))


def half_low(word):
    """The low 16 bits of `word`, a non-negative normal half (or zero), as float32."""
    bits = T.bitwise_and(word, T.uint32(0x7FFF)) * T.uint32(8192)
    return T.reinterpret("float32", bits) * pow2(112)


def half_high(word):
    """The high 16 bits of `word`, a normal half (or zero) of either sign, as float32."""
    sign = T.bitwise_and(word, T.uint32(0x80000000))
    rest = T.bitwise_and(T.shift_right(word, T.uint32(3)), T.uint32(0x0FFFE000))
    return T.reinterpret("float32", T.bitwise_or(sign, rest)) * pow2(112)


def field(word, bits, index):
    """Field `index` (`bits` wide) of an int32 word, times 2**(bits * index), as float32.

    The field is masked in place, not shifted down; the topmost one is signed.
    """
    mask = ((1 << bits) - 1) << (bits * index)
    mask -= (mask >> 31) << 32
    return T.Cast("float32", T.bitwise_and(word, T.int32(mask)))


def store_all(buffer, values):
    """Store `values` at the indices 0, 1, 2, ... of a register array, unrolled."""
    for index, value in enumerate(values):
        T.buffer_store(buffer, value, [index])


def zeros(count):
    """`count` float32 zeros, for store_all."""
    return [T.float32(0)] * count


def registers(count, dtype="float32"):
    """An array of `count` values private to one invocation."""
    return T.sblock_alloc_buffer((count,), dtype, scope="local")
