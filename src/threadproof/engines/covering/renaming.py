"""One permutation of threads with all the names that it changes, applied to terms, labels and sets of threads.

A term gets its new names from the outside in: what becomes of its value is known from where it stands (a Boolean stays,
an index is renamed as that position is, both sides of an equality alike), and constants follow. Where a renamed value
is used for anything but copying, comparing for equality, or as an element of a set, the term has no image. Found and
verified by `symmetry`. Entry point: `Symmetry.clauses`.
"""

from __future__ import annotations

from collections.abc import Hashable

from threadproof.engines.covering.labels import Label, ordered
from threadproof.engines.covering.sorts import BITWISE, Sorts
from threadproof.ir.symbolic import Place, Symbolic
from threadproof.logic import term as T
from threadproof.logic.term import Term, Var
from threadproof.records import dataclass


@dataclass(frozen=True, slots=True)
class Change:
    """New names for values: of numbers, or of the bits of sets. What is not listed stays."""

    moves: frozenset[tuple[int, int]]
    is_set: bool = False

    def fits(self, width: int) -> bool:
        return all((x if self.is_set else x.bit_length()) < width for x, _ in self.moves)

    def new(self, value: int) -> int:
        if not self.is_set:
            return dict(self.moves).get(value, value)
        kept = value & ~sum(1 << x for x, _ in self.moves)
        return kept | sum(1 << y for x, y in self.moves if value >> x & 1)


class _Unlike(Exception):
    """A term depends on the names."""


class Symmetry:
    """One permutation, with all the names that it changes."""

    def __init__(
        self,
        symbolic: Symbolic,
        sorts: Sorts,
        ids: dict[int, int],
        variables: dict[Var, Var],
        changes: dict[Hashable, Change],
    ) -> None:
        self.symbolic = symbolic
        self.sorts = sorts
        #: only those that are moved, and so below
        self.ids = ids
        #: of templates; what is missing keeps its name
        self.variables = variables
        self.changes = changes
        self.threads = Change(frozenset(ids.items()))
        #: (template, instance or None, location) -> are its edges kept?
        self.known: dict[tuple[str, int | None, int], bool] = {}
        #: is everything kept that may still happen?
        self.kept: dict[Place, bool] = {}
        self._templates = {
            v: t for t in symbolic.program.templates.values() for v in t.locals if t.name != symbolic.program.main
        }
        self._explicit = {v for found in symbolic.explicit.values() for v in found}
        self._terms: dict[tuple[Term, Change | None], Term | None] = {}
        self._labels: dict[Label, tuple[Term, ...] | None] = {}

    def asleep(self, ids: frozenset[int]) -> frozenset[int]:
        return frozenset([self.ids.get(i, i) for i in ids])

    def awake(self, ids: frozenset[int]) -> frozenset[int]:
        """The inverse of `asleep`."""
        back = {b: a for a, b in self.ids.items()}
        return frozenset([back.get(i, i) for i in ids])

    def clauses(self, label: Label) -> tuple[Term, ...] | None:
        """The image of a label; None if it depends on the names."""
        if label not in self._labels:
            found = tuple([x for c in ordered(label.clauses) if (x := self.term(c)) is not None])
            self._labels[label] = found if len(found) == len(label.clauses) else None
        return self._labels[label]

    def term(self, t: Term, change: Change | None = None) -> Term | None:
        """The term with its new names, as a value of a sort with this change; None if it depends on them."""
        key = (t, change)
        if key not in self._terms:
            try:
                self._terms[key] = self._term(t, change)
            except _Unlike:
                self._terms[key] = None
        return self._terms[key]

    def change(self, v: Var, index: int | None = None) -> Change | None:
        _, original = self.symbolic.origin.get(v, (0, v))
        if original in self._explicit:
            return None
        return self.changes.get(self.sorts.find(original if index is None else (original, index)))

    def variable(self, v: Var) -> Var:
        if v.shared or v not in self.symbolic.origin:
            return self.variables.get(v, v)
        id_, original = self.symbolic.origin[v]
        new = self.ids.get(id_, id_)
        if new == id_:
            return v
        t = self._templates[original]
        if t.single_id is None:
            return self.symbolic.local_of(new, t.name, original)
        if original not in self.variables:
            raise _Unlike
        return self.variables[original]

    def _term(self, t: Term, change: Change | None) -> Term:
        if change is not None and not change.fits(t.width):
            raise _Unlike
        if t.value is not None:
            return t if change is None else T.const(change.new(t.value), t.width)
        if t.var is not None:
            if self.change(t.var) != change:
                raise _Unlike
            index = tuple([self._need(i, self.change(t.var, k)) for k, i in enumerate(t.args)])
            return T.select(self.variable(t.var), index)
        if t.op == "eq":
            inner = self._natural(t.args[0])
            expected: list[Change | None] = [self._natural(t.args[1]) if inner is ANY else inner] * 2
        elif t.op == "ite":
            expected = [None, change, change]
        elif t.op in ("zext", "sext") or (t.op in BITWISE and (change is None or change.is_set)):
            expected = [change] * len(t.args)
        elif t.op == "shl" and t.args[0].value == 1 and change is not None and change.is_set:
            expected = [None, Change(change.moves)]
        elif change is None:
            expected = [None] * len(t.args)
        else:
            raise _Unlike
        return T.rebuild(t, tuple([self._need(a, x) for a, x in zip(t.args, expected, strict=True)]))

    def _need(self, t: Term, change: Change | None) -> Term:
        new = self.term(t, change)
        if new is None:
            raise _Unlike
        return new

    def _natural(self, t: Term) -> Change | None:
        """What becomes of the value of a term; ANY for a constant."""
        if t.value is not None:
            return ANY
        if t.var is not None:
            return self.change(t.var)
        if t.op in ("zext", "sext", "ite", *BITWISE):
            found = [self._natural(a) for a in (t.args[1:] if t.op == "ite" else t.args)]
            return next((x for x in found if x is not ANY), ANY)
        if t.op == "shl" and t.args[0].value == 1:
            inner = self._natural(t.args[1])
            return None if inner is None or inner.is_set else Change(inner.moves, is_set=True)
        return None


#: of a constant: whatever is expected
ANY = Change(frozenset())
