"""Random terms that use every operator, for tests that compare solvers."""

from __future__ import annotations

import random

from threadproof.logic import term as T
from threadproof.logic.term import Term, Var

WIDTHS = (1, 8, 16, 32, 64)
BINARIES = {
    "add": T.add, "sub": T.sub, "mul": T.mul, "udiv": T.udiv, "sdiv": T.sdiv, "urem": T.urem, "srem": T.srem,
    "bvand": T.bvand, "bvor": T.bvor, "bvxor": T.bvxor, "shl": T.shl, "lshr": T.lshr, "ashr": T.ashr,
}  # fmt: skip
COMPARISONS = {"eq": T.eq, "ult": T.ult, "ule": T.ule, "slt": T.slt, "sle": T.sle}
LINEAR = ("add", "sub", "add", "sub", "mul", "udiv", "sdiv", "urem", "srem", "bvand", "bvor", "bvxor", "shl", "lshr")


class Terms:
    """`hard` are the operators that cost solvers a lot of time: wide multiplication and division of variables."""

    def __init__(self, seed: int, widths: tuple[int, ...] = WIDTHS, linear: bool = False, arrays: bool = True) -> None:
        self.rng = random.Random(seed)
        self.widths = widths
        self.linear = linear
        self.arrays = arrays
        self.scalars = {w: [Var(f"v{w}", w, True, signed=i % 2 == 0) for i in range(3)] for w in (0, *widths)}
        self.vectors = {w: [Var(f"a{w}", w, True, dims=d, signed=d == 1) for d in (1, 2)] for w in (0, *widths)}

    def constant(self, w: int) -> Term:
        rng = self.rng
        edge = [0, 1, 2, 3, 7, -1, -2, -8, 1 << (w - 1), (1 << (w - 1)) - 1, 1 << (w // 2)]
        return T.const(rng.choice(edge) if rng.random() < 0.8 else rng.getrandbits(w), w)

    def bits(self, w: int, depth: int) -> Term:
        rng = self.rng
        k = rng.random()
        if depth <= 0 or k < 0.15:
            if rng.random() < 0.3:
                return self.constant(w)
            if self.arrays and depth > 0 and rng.random() < 0.4:
                v = rng.choice(self.vectors[w])
                return T.select(v, tuple(self.bits(rng.choice(self.widths), depth - 2) for _ in range(v.dims)))
            return T.var(rng.choice(self.scalars[w]))
        if k < 0.65:
            op = rng.choice(LINEAR if self.linear else sorted(BINARIES))
            a, b = self.bits(w, depth - 1), self.bits(w, depth - 1)
            slow = op in ("mul", "udiv", "sdiv", "urem", "srem") and w > 8
            if (self.linear and op not in ("add", "sub")) or slow:
                b = self.constant(w)
                if op not in ("shl", "lshr", "ashr", "sub") and rng.random() < 0.1 and not self.linear:
                    a, b = b, a if not slow else self.constant(w)
            return BINARIES[op](a, b)
        if k < 0.72:
            return T.neg(self.bits(w, depth - 1))
        if k < 0.77:
            return T.bvnot(self.bits(w, depth - 1))
        if k < 0.87:
            return T.ite(self.boolean(depth - 1), self.bits(w, depth - 1), self.bits(w, depth - 1))
        return T.resize(self.bits(rng.choice(self.widths), depth - 1), w, rng.random() < 0.5)

    def boolean(self, depth: int) -> Term:
        rng = self.rng
        k = rng.random()
        if depth <= 0 or k < 0.1:
            return T.var(rng.choice(self.scalars[0]))
        if k < 0.55:
            w = rng.choice(self.widths)
            return COMPARISONS[rng.choice(sorted(COMPARISONS))](self.bits(w, depth - 1), self.bits(w, depth - 1))
        if k < 0.7:
            return T.not_(self.boolean(depth - 1))
        if k < 0.78:
            return T.eq(self.boolean(depth - 1), self.boolean(depth - 1))
        if k < 0.82 and self.arrays:
            return T.select(self.vectors[0][0], (self.bits(rng.choice(self.widths), depth - 2),))
        if k < 0.86:
            return T.ite(self.boolean(depth - 1), self.boolean(depth - 1), self.boolean(depth - 1))
        parts = [self.boolean(depth - 1) for _ in range(rng.randrange(2, 4))]
        return T.and_(*parts) if rng.random() < 0.5 else T.or_(*parts)
