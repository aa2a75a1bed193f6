"""Which variables hold values of the same sort: what is copied from one to the other, or compared with it, is alike.

Two positions (the value of a variable, or one of its indices) belong to one sort if a term somewhere in the program
says so: an assignment, an equality, an index, an argument of a new thread. A sort whose values the program computes
with, or orders, is *rigid*. The values of any other sort may be given other names without the program noticing; bit
sets may be permuted bit by bit. (`symmetry` guesses permutations with this; each is verified there.) Entry point:
`Sorts`.
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import TypeGuard

from threadproof.ir import op as O
from threadproof.ir.program import Program
from threadproof.logic.term import Term, Var

#: the sort of all values that have a meaning
RIGID = "rigid"
#: the sort of the numbers of threads
THREADS = "threads"
BITWISE = ("bvand", "bvor", "bvxor", "bvnot")


class Sorts:
    def __init__(self, program: Program) -> None:
        self._parent: dict[Hashable, Hashable] = {}
        self._memo: dict[Term, Hashable | None] = {}
        self._bitwise: list[Hashable] = []
        self._waiting: list[Hashable] = []
        for t in program.templates.values():
            self.unite(THREADS, t.self_var)
            for e in t.all_edges():
                self._op(e.op, program)

    def find(self, x: Hashable) -> Hashable:
        while (up := self._parent.get(x, x)) != x:
            self._parent[x] = self._parent.get(up, up)
            x = up
        return x

    def unite(self, a: Hashable | None, b: Hashable | None) -> None:
        if a is not None and b is not None:
            a, b = self.find(a), self.find(b)
            if a == RIGID or (a == THREADS and b != RIGID):
                a, b = b, a
            self._parent[a] = b

    def unite_variables(self, v: Var, w: Var) -> None:
        self.unite(v, w)
        for k in range(v.dims):
            self.unite((v, k), (w, k))

    def has_sets(self, sort: Hashable) -> bool:
        return any(self.find(x) == sort for x in self._bitwise)

    def sets_of_threads(self) -> list[Hashable]:
        found = [*self._waiting, *[x for x in self._parent if _is_set(x) and self.find(x[1]) == THREADS]]
        return [self.find(x) for x in found]

    def _op(self, op: O.Op, program: Program) -> None:
        for t in O.reads(op):
            self.of(t)
        match op:
            case O.Step():
                for u in op.updates:
                    self._cell(u.var, u.index)
                    self.unite(u.var, self.of(u.value))
            case O.Havoc():
                self._cell(op.var, op.index)
                self.unite(op.var, RIGID)
            case O.Fresh():
                self.unite(op.target, THREADS if op.shift == 0 else RIGID)
            case O.Create():
                new = program.templates[op.template]
                self.unite(self.of(op.handle), THREADS)
                for v, t in zip(new.params, op.args, strict=True):
                    self.unite(v, self.of(t))
            case O.Signal():
                self._waiting.append(op.waiting.var)
            case O.Exit() | O.AtomicBegin() | O.AtomicEnd() | O.Unsupported():
                pass

    def _cell(self, v: Var, index: tuple[Term, ...]) -> None:
        for k, i in enumerate(index):
            self.unite((v, k), self.of(i))

    def of(self, t: Term) -> Hashable | None:
        """The sort of a term's value; None for a constant, whose sort depends on what it is used for."""
        if t not in self._memo:
            self._memo[t] = self._of(t)
        return self._memo[t]

    def _of(self, t: Term) -> Hashable | None:
        if t.op == "const":
            return None
        inner = [self.of(a) for a in t.args]
        if t.var is not None:
            for k, i in enumerate(inner):
                self.unite((t.var, k), i)
            return t.var if t.width else RIGID
        if t.op in ("zext", "sext"):
            return inner[0]
        if t.op == "shl" and t.args[0].value == 1:
            return ("set of", inner[1])
        if t.op in ("eq", "ite", *BITWISE):
            found = None
            for i in inner[1:] if t.op == "ite" else inner:
                self.unite(found, i)
                found = i if found is None else found
            if t.op in BITWISE and found is not None:
                self._bitwise.append(found)
            return RIGID if t.op == "eq" else found
        if t.width or t.op not in ("and", "or", "not"):
            for i in inner:
                self.unite(i, RIGID)
        return RIGID


def _is_set(x: Hashable) -> TypeGuard[tuple[str, Hashable]]:
    return isinstance(x, tuple) and x[0] == "set of"
