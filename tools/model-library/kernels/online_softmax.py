"""The inner step that all attention kernels share: an online softmax over keys and values."""

from tvm.script import tirx as T

from kernels.pages import PAGE
from kernels.words import registers, store_all, zeros

MINUS_INFINITY = -1e30
"""Stands in for minus infinity, and unlike it survives a subtraction from itself."""


class OnlineSoftmax:
    """One query's running attention, in registers; made inside a kernel's sblock.

    After the last step, out[f] = values[f] / total() and log-sum-exp = maximum() + log(total()).
    """

    def __init__(self, head_dim, scale):
        self.head_dim = head_dim
        self.scale = scale
        self.query = registers(head_dim)
        self.values = registers(head_dim)
        self.state = registers(4)  # maximum so far, sum so far, new maximum, decay of what was before
        self.score = registers(1)

    def start(self, query):
        """Take query(f) for every feature and forget all keys."""
        store_all(self.query, [query(f) for f in range(self.head_dim)])
        store_all(self.values, zeros(self.head_dim))
        store_all(self.state, [T.float32(MINUS_INFINITY), T.float32(0)])

    def add(self, key, value, visible):
        """Attend to the token with features key(f) and value(f), unless it is not `visible`."""
        query, values, state, score = self.query, self.values, self.state, self.score
        for f in range(0, self.head_dim, 4):  # four at a time: one long sum makes one deep expression
            part = query[f] * key(f)
            for e in range(f + 1, f + 4):
                part = part + query[e] * key(e)
            T.buffer_store(score, part if f == 0 else score[0] + part, [0])
        T.buffer_store(score, T.Select(visible, score[0] * self.scale, T.float32(MINUS_INFINITY)), [0])
        T.buffer_store(state, T.max(state[0], score[0]), [2])
        T.buffer_store(state, T.exp(state[0] - state[2]), [3])
        T.buffer_store(state, state[2], [0])
        T.buffer_store(score, T.exp(score[0] - state[2]), [0])
        T.buffer_store(state, state[1] * state[3] + score[0], [1])
        store_all(values, [values[f] * state[3] + score[0] * value(f) for f in range(self.head_dim)])

    def maximum(self):
        return self.state[0]

    def total(self):
        return self.state[1]


class PageReader:
    """Keys and values of one slot of one page, addressed through the flattened page tensor.

    The address is worked out once per slot and the tensor's offset read once per kernel:
    left to TVM, both are worked out at every access, the offset from a uniform.
    """

    def __init__(self, flat, offset, kv_heads, head_dim):
        self.flat, self.kv_heads, self.head_dim = flat, kv_heads, head_dim
        self.address = registers(2, "int32")  # first feature of the slot, offset of the tensor
        T.buffer_store(self.address, T.Cast("int32", offset), [1])

    def seek(self, page, head, slot):
        first = (page * (2 * self.kv_heads) + head) * (PAGE * self.head_dim) + slot
        T.buffer_store(self.address, self.address[1] + first, [0])

    def key(self, f):
        return self.flat[self.address[0] + f * PAGE]

    def value(self, f):
        return self.flat[self.address[0] + (self.kv_heads * PAGE * self.head_dim + f * PAGE)]
