"""Justification of sleep sets: what a sleeping thread does next could as well be done before the step that was taken.

For each next action b of the sleeper and the action a that was taken: in all states of the label where a then b is
possible, b then a is possible and ends in the same state. Where the two share nothing there is nothing to show;
otherwise both orders are composed symbolically and compared, arrays at an arbitrary index. A sleeper that stands before
an atomic section which is not one action must share nothing with a in all of it. Nothing changes places with the end of
the process.

An instance that a Signal could wake on one side of a only (a creates it, or ends it) is not waiting: see `waiting`.
Entry point: `Commutation.complaint`.
"""

from __future__ import annotations

from collections.abc import Collection

from threadproof.evidence.proof.prover import Prover
from threadproof.ir import op as O
from threadproof.ir.action import Action, Control, Place
from threadproof.ir.program import Template
from threadproof.ir.symbolic import Symbolic
from threadproof.logic import term as T
from threadproof.logic.term import Term, Var, conjuncts
from threadproof.records import dataclass


@dataclass(frozen=True, slots=True)
class _Obligation:
    """In states with these facts, the goals hold. No goals: the two always commute. FALSE: they never do."""

    facts: tuple[Term, ...]
    goals: tuple[Term, ...]


@dataclass(frozen=True, slots=True)
class _Section:
    reads: frozenset[Var]
    writes: frozenset[Var]
    #: it may end the process, or do what is not understood
    may_stop: bool


_NEVER = _Obligation((), (T.FALSE,))
_ALWAYS = _Obligation((), ())


class Commutation:
    def __init__(self, symbolic: Symbolic, prover: Prover) -> None:
        self.symbolic = symbolic
        self.prover = prover
        self._obligations: dict[tuple[Action, Action], _Obligation] = {}
        self._sections: dict[tuple[str, int], _Section] = {}

    def complaint(self, label: Collection[Term], a: Action, after: Control, sleeper: int) -> str:
        """Why the sleeper must not sleep behind a, which leads from a state of the label to `after`; "" if it may."""
        place = after.place(sleeper)
        following = self.symbolic.actions(after, place)
        if any(b.enters for b in following):
            if not self._is_apart(a, place):
                return f"{place!r} sleeps, but its atomic section is not independent of {a!r}"
            return ""
        for b in following:
            need = self._obligation(a, b)
            if need.goals and not self.prover.entails_all((*label, *need.facts), need.goals):
                return f"{place!r} sleeps, but {b!r} does not commute with {a!r}"
        return ""

    def _obligation(self, a: Action, b: Action) -> _Obligation:
        found = self._obligations.get((a, b))
        if found is None:
            found = self._obligations[a, b] = obligation(a, b)
        return found

    # ------------------------------------------------------------ atomic sections

    def _is_apart(self, a: Action, p: Place) -> bool:
        s = self._section(p.template, p.location)
        if s.may_stop or a.halts or a.unsupported:
            return False
        written = {v for v in a.written if v.shared}
        read = {v for v in _read_by(a) if v.shared}
        return written.isdisjoint(s.reads | s.writes) and read.isdisjoint(s.writes)

    def _section(self, t: Template, start: int) -> _Section:
        found = self._sections.get((t.name, start))
        if found is not None:
            return found
        edges = list(t.edges[start])
        pending = [e.target for e in edges if isinstance(e.op, O.AtomicBegin)]
        seen = set(pending)
        while pending:
            for e in t.edges[pending.pop()]:
                edges.append(e)
                if not isinstance(e.op, O.AtomicEnd) and e.target not in seen:
                    seen.add(e.target)
                    pending.append(e.target)
        touched = [x for e in edges for x in O.footprint(e.op)]
        found = self._sections[t.name, start] = _Section(
            frozenset(x.var for x in touched if not x.write),
            frozenset(x.var for x in touched if x.write),
            any(isinstance(e.op, O.Exit | O.Unsupported) for e in edges),
        )
        return found


def obligation(a: Action, b: Action) -> _Obligation:
    """What must hold before a so that a then b can be replaced by b then a."""
    if a.halts or b.halts or a.unsupported or b.unsupported or a.id == b.id:
        return _NEVER
    if a.started is not None and (b.id == a.started.id or (b.started is not None and b.started.id == a.started.id)):
        return _NEVER
    if a.written.isdisjoint(_read_by(b) | b.written) and b.written.isdisjoint(_read_by(a)):
        return _ALWAYS
    facts = (*conjuncts(a.guard), *conjuncts(a.before(b.guard)), *conjuncts(a.input_range), *conjuncts(b.input_range))
    goals = [b.guard, b.before(a.guard)]
    for v in sorted(a.written | b.written, key=lambda v: v.name):
        t = _anywhere(v, a, b)
        if t is None:
            return _NEVER
        goals.append(T.eq(a.before(b.before(t)), b.before(a.before(t))))
    return _Obligation(facts, tuple([g for g in goals if g is not T.TRUE]))


def _anywhere(v: Var, a: Action, b: Action) -> Term | None:
    """The variable, or its element at an arbitrary index; None if the two actions index it in different ways."""
    if not v.dims:
        return T.var(v)
    indices = [at for x in (a, b) for at, _ in x.cells.get(v, ())]
    widths = {tuple([i.width for i in at]) for at in indices}
    if len(widths) > 1 or (not widths and v.dims != 1):
        return None
    chosen = widths.pop() if widths else (32,)
    return T.select(v, tuple([T.var(Var(f"anywhere{n}", w, shared=False)) for n, w in enumerate(chosen)]))


def _read_by(a: Action) -> frozenset[Var]:
    terms = [a.guard, *a.scalars.values()]
    for updates in a.cells.values():
        for at, value in updates:
            terms += (*at, value)
    return frozenset().union(*[t.vars for t in terms])
