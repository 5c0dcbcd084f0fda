"""The inner step that all attention kernels share: an online softmax over keys and values."""

from tvm.script import tirx as T

from kernels.pages import PAGE
from kernels.words import registers, store_all

MINUS_INFINITY = -1e30
"""Stands in for minus infinity, and unlike it survives a subtraction from itself."""

STEP = 4  # features loaded at a time


class OnlineSoftmax:
    """The running attention of some queries to the same keys, in registers; made inside a kernel's sblock.

    After the last step, query n has out[f] = value(n, f) / total(n) and
    log-sum-exp = maximum(n) + log(total(n)).
    """

    def __init__(self, head_dim, scale, queries=1):
        self.head_dim = head_dim
        self.scale = scale
        self.queries = queries
        self.query = registers(queries * head_dim)
        self.values = registers(queries * head_dim)
        # Of each: maximum so far, sum so far, new maximum, decay of what was before.
        self.state = registers(queries * 4)
        self.score = registers(queries)
        if queries > 1:
            self.loaded = registers(STEP)

    def start(self, query):
        """Take feature f of query n from query(n, f), and forget all keys."""
        for n in range(self.queries):
            first = n * self.head_dim
            for f in range(self.head_dim):
                T.buffer_store(self.query, query(n, f), [first + f])
            for f in range(self.head_dim):
                T.buffer_store(self.values, T.float32(0), [first + f])
            T.buffer_store(self.state, T.float32(MINUS_INFINITY), [n * 4])
            T.buffer_store(self.state, T.float32(0), [n * 4 + 1])

    def add(self, key, value, visible):
        """Attend to the token with features key(f) and value(f), unless it is not `visible`."""
        for first in range(0, self.head_dim, STEP):  # one long sum makes one deep expression
            features = self.load(key, first)
            for n in range(self.queries):
                self.add_to_score(n, first, features)
        for n in range(self.queries):
            self.weigh(n, visible)
        for first in range(0, self.head_dim, STEP):
            features = self.load(value, first)
            for n in range(self.queries):
                self.add_to_values(n, first, features)

    def load(self, feature, first):
        """Some features of a key or a value; loaded once where several queries need them."""
        features = [feature(first + e) for e in range(STEP)]
        if self.queries == 1:
            return features
        store_all(self.loaded, features)
        return [self.loaded[e] for e in range(STEP)]

    def add_to_score(self, n, first, key):
        query, score = self.query, self.score
        at = n * self.head_dim + first
        part = query[at] * key[0]
        for e in range(1, STEP):
            part = part + query[at + e] * key[e]
        T.buffer_store(score, part if first == 0 else score[n] + part, [n])

    def weigh(self, n, visible):
        """Make the score of query n its weight, and the decay that of the values before."""
        state, score, s = self.state, self.score, n * 4
        T.buffer_store(score, T.Select(visible, score[n] * self.scale, T.float32(MINUS_INFINITY)), [n])
        T.buffer_store(state, T.max(state[s], score[n]), [s + 2])
        T.buffer_store(state, T.exp(state[s] - state[s + 2]), [s + 3])
        T.buffer_store(state, state[s + 2], [s])
        T.buffer_store(score, T.exp(score[n] - state[s + 2]), [n])
        T.buffer_store(state, state[s + 1] * state[s + 3] + score[n], [s + 1])

    def add_to_values(self, n, first, value):
        values, decay, weight = self.values, self.state[n * 4 + 3], self.score[n]
        for e in range(STEP):
            at = n * self.head_dim + first + e
            T.buffer_store(values, values[at] * decay + weight * value[e], [at])

    def value(self, n, f):
        return self.values[n * self.head_dim + f]

    def maximum(self, n=0):
        return self.state[n * 4]

    def total(self, n=0):
        return self.state[n * 4 + 1]


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
