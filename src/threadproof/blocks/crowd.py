"""Threads by the part they have in a step: what a formula about one of them was before it, and is after it.

A step belongs to one thread, the active one (part 0). Others are passive (parts 1, 2, ...): of what formulas about them
say, the step changes shared variables only. A step may also start a thread, whose locals then have the values that the
creation gives them. Different threads have different numbers. Entry point: `Crowd`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import Final

from threadproof.analysis.instances import most_instances
from threadproof.blocks.transitions import Creation, Transition, Transitions
from threadproof.ir import op as O
from threadproof.ir.program import Program, Template
from threadproof.ir.sections import inside_sections
from threadproof.logic import term as T
from threadproof.logic.term import Term, Var
from threadproof.records import replace

#: the thread that takes the step
ACTIVE: Final = 0


def around_creations(t: Template) -> frozenset[int]:
    """Where creations begin and end: with these as boundaries, creating a thread is a step that does nothing else."""
    ends = {at for e in t.all_edges() if isinstance(e.op, O.Create) for at in (e.source, e.target)}
    return frozenset(ends - inside_sections(t))


class Crowd:
    def __init__(self, transitions: Transitions) -> None:
        self.transitions = transitions
        self.program: Program = transitions.program
        #: how many threads of each template there can be; None: any number
        self.most = {name: n for name, n in most_instances(self.program).items() if name in transitions.of}
        self.shared = frozenset(transitions.memory.scalars(self.program.shared))
        self.locals = {name: self._own(self.program.templates[name]) for name in transitions.of}
        self._copies: dict[tuple[int, Var], Var] = {}
        self._names: dict[tuple[str, int], Mapping[Var, Term]] = {}
        self._said: dict[tuple[Term, str, int], Term] = {}

    def _own(self, t: Template) -> frozenset[Var]:
        number = () if self.transitions.own_id(t) is not None else (t.self_var,)
        return frozenset((*self.transitions.memory.scalars(t.locals), *number))

    # ------------------------------------------------------------ who is meant

    def names(self, template: str, part: int) -> Mapping[Var, Term]:
        """What the locals of a thread with this part are called."""
        found = self._names.get((template, part))
        if found is None:
            found = self._names[template, part] = {v: T.var(self.copy(part, v)) for v in self.locals[template]}
        return found

    def copy(self, part: int, v: Var) -> Var:
        if part == ACTIVE:
            return v
        found = self._copies.get((part, v))
        if found is None:
            found = self._copies[part, v] = replace(v, name=f"{v.name}~{part}")
        return found

    def said(self, t: Term, template: str, part: int) -> Term:
        """A formula about a thread of the template, said of the one with this part."""
        if part == ACTIVE or t.vars <= self.shared:
            return t
        found = self._said.get((t, template, part))
        if found is None:
            found = self._said[t, template, part] = T.substitute(t, self.names(template, part))
        return found

    def may_meet(self, template: str, other: str) -> bool:
        """May there be two different threads of these templates?"""
        return template != other or self.most[template] != 1

    def different(self, *templates: str) -> Term:
        """The threads with parts 0, 1, ..., of these templates, have numbers of their own."""
        numbers = []
        for part, name in enumerate(templates):
            t = self.program.templates[name]
            own = self.transitions.own_id(t)
            known = T.const(own, t.self_var.width) if own is not None else T.var(self.copy(part, t.self_var))
            numbers.append(known)
        return T.and_(*[T.ne(a, b) for a, b in combinations(numbers, 2)])

    # ------------------------------------------------------------ what a step does

    def written(self, w: Transition) -> frozenset[Var]:
        return frozenset([v for v, value in w.updates.items() if value.var is not v or value.op != "var"])

    def after(self, t: Term, template: str, part: int, w: Transition) -> Term:
        """What a formula about a thread will say after the step, in terms of values before it."""
        if part == ACTIVE:
            return T.substitute(t, w.updates)
        changed = {v: w.updates[v] for v in t.vars & self.shared if v in w.updates}
        return T.substitute(t, {**self.names(template, part), **changed})

    def begun(self, t: Term, creation: Creation) -> Term:
        """What a formula about the new thread says at its start."""
        own = self.program.templates[creation.template].self_var
        return T.substitute(t, {**creation.values, own: creation.handle})

    def initially(self, t: Term) -> Term:
        """What a formula about main says at the beginning; arbitrary values are the variables themselves."""
        return T.substitute(t, {v: self.transitions.memory.initially(v) for v in t.vars})

    def is_creation(self, w: Transition) -> bool:
        """A step that only creates a thread."""
        return len(w.created) == 1 and len(w.edges) == 1


def all_transitions(transitions: Transitions) -> Sequence[Transition]:
    return [w for ways in transitions.of.values() for out in ways.values() for w in out]
