"""Independence: when two actions of different instances may change places, and under which condition on the state.

`commute(a, b)` is a formula over the state before both: where it holds, a then b can be replaced by b then a, with the
same result. Disjoint footprints commute; otherwise the two orders are composed symbolically and compared. So writes to
different elements of an array commute where the indices differ, and additions to a counter always do. Entry point:
`Independence`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice

from threadproof.engines.covering.labels import Label, Labels
from threadproof.ir import op as O
from threadproof.ir.program import Edge, Template
from threadproof.ir.symbolic import Action, Control, Place, Symbolic, same_index
from threadproof.logic import term as T
from threadproof.logic.term import Term, Var

#: a condition on the data of two conflicting actions is only asked of the solver if it is this short
LONGEST_CONDITION = 10


def conflicts(a: Action, b: Action) -> bool:
    """Do the two touch a common shared variable, one of them writing it? (Constant indices that differ do not.)"""
    return _hits(a.writes, b.writes) or _hits(a.writes, b.reads) or _hits(b.writes, a.reads)


_Accesses = tuple[tuple[Var, "tuple[Term, ...] | None"], ...]


def _hits(writes: _Accesses, others: _Accesses) -> bool:
    for v, i in writes:
        for w, j in others:
            if v is w and (i is None or j is None or same_index_may_hold(i, j)):
                return True
    return False


def same_index_may_hold(i: tuple[Term, ...], j: tuple[Term, ...]) -> bool:
    return not i or same_index(i, j) is not T.FALSE


def commute(a: Action, b: Action) -> Term:
    """Where this holds: if a then b is possible, so is b then a, and it ends in the same state."""
    if a.halts or b.halts or a.unsupported or b.unsupported:
        return T.FALSE
    if not conflicts(a, b):
        return T.TRUE
    if any(v.shared for v in (*a.fills, *b.fills)):
        return T.FALSE
    apart = _apart(a, b)
    if apart is not None:
        return apart
    same = [T.and_(b.guard, b.before(a.guard))]
    for v in dict.fromkeys((*a.scalars, *b.scalars)):
        t = T.var(v)
        same.append(T.eq(a.before(b.before(t)), b.before(a.before(t))))
    for v in dict.fromkeys((*a.cells, *b.cells)):
        indices = [i for x in (a, b) for i, _ in x.cells.get(v, ())]
        indices += [tuple(map(y.before, i)) for x, y in ((a, b), (b, a)) for i, _ in x.cells.get(v, ())]
        for at in dict.fromkeys(indices):
            same.append(T.eq(_final(a, b, v, at), _final(b, a, v, at)))
    return T.or_(T.not_(T.and_(a.guard, a.before(b.guard))), T.and_(*same))


def are_apart(a: Action, b: Action) -> bool:
    """Is it enough for the two to commute that they touch different elements?"""
    return _apart(a, b) is not None


def _apart(a: Action, b: Action) -> Term | None:
    """Where all conflicts are between elements of arrays: that these are different elements."""
    different = []
    for first, second in ((a, b), (b, a)):
        for v, i in first.writes:
            for w, j in (*second.reads, *(second.writes if first is a else ())):
                if v is w:
                    if not i or not j:
                        return None
                    different.append(T.not_(same_index(i, j)))
    return T.and_(*different)


def _final(first: Action, second: Action, v: Var, index: tuple[Term, ...]) -> Term:
    """v[index] after both, the index being evaluated before them."""
    value = T.select(v, index)
    for at, new in first.cells.get(v, ()):
        value = T.ite(same_index(index, at), new, value)
    for at, new in second.cells.get(v, ()):
        at = tuple([first.before(t) for t in at])
        value = T.ite(same_index(index, at), first.before(new), value)
    return value


class Independence:
    def __init__(self, symbolic: Symbolic, labels: Labels) -> None:
        self.symbolic = symbolic
        self.labels = labels
        self._commute: dict[tuple[Action, Action], Term] = {}
        self._sections: dict[tuple[str, int], tuple[frozenset[Var], frozenset[Var], bool]] = {}

    def condition(self, a: Action, b: Action) -> Term:
        key = (a, b)
        c = self._commute.get(key)
        if c is None:
            c = self._commute[key] = commute(a, b)
        return c

    def holds(
        self, a: Action, control: Control, sleeper: Place, label: Label, establish: Callable[[Term, bool], bool]
    ) -> bool:
        """May every next action of `sleeper` be taken before `a` instead of after it, in all states of the label?

        Where the label does not say so yet, `establish` may add it; it is told whether the condition is only about
        which elements of arrays are touched.
        """
        actions = self.symbolic.actions(control, sleeper)
        if any(b.enters for b in actions):
            return self._section_is_independent(a, sleeper)
        for b in actions:
            c = self.condition(a, b)
            if c is T.TRUE:
                continue
            if c is T.FALSE:
                return False
            if not self._is_short(c) or not (self.labels.entails(label, c) or establish(c, are_apart(a, b))):
                return False
        return True

    @staticmethod
    def _is_short(c: Term) -> bool:
        return len(list(islice(T.subterms(c), LONGEST_CONDITION + 1))) <= LONGEST_CONDITION

    # ------------------------------------------------------------ atomic sections

    def _section_is_independent(self, a: Action, p: Place) -> bool:
        reads, writes, is_plain = self._section(p.template, p.location)
        if not is_plain or a.halts or a.unsupported:
            return False
        return all(v not in reads and v not in writes for v, _ in a.writes) and all(v not in writes for v, _ in a.reads)

    def _section(self, t: Template, start: int) -> tuple[frozenset[Var], frozenset[Var], bool]:
        found = self._sections.get((t.name, start))
        if found is None:
            accesses = [x for e in section_edges(t, start) for x in O.footprint(e.op)]
            is_plain = not any(isinstance(e.op, O.Exit | O.Unsupported) for e in section_edges(t, start))
            found = self._sections[t.name, start] = (
                frozenset(x.var for x in accesses if not x.write),
                frozenset(x.var for x in accesses if x.write),
                is_plain,
            )
        return found


def section_edges(t: Template, start: int) -> Iterator[Edge]:
    """The edges at a location from which an atomic section may start, and all edges inside it."""
    seen = {start}
    stack = [start]
    while stack:
        at = stack.pop()
        for e in t.edges[at]:
            yield e
            inside = isinstance(e.op, O.AtomicBegin) if at == start else not isinstance(e.op, O.AtomicEnd)
            if inside and e.target not in seen and e.target not in t.errors:
                seen.add(e.target)
                stack.append(e.target)
