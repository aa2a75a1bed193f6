"""Heap objects that only their creator can name yet, and constants that only one thread has not yet told anybody.

*Owned*: object numbers of a heap site are drawn by `Fresh`, and reach the variables that accesses look into by copying
only (`flows`). So a number that an instance has drawn, and has not written to shared memory, to an array or to a new
thread's parameter, is in no other instance's variables. For each location: the locals that hold such a number for sure,
and those that may hold one (what these are written to is not secret any more, so then nothing is).

*Unpublished*: an object that there is once only has a constant number. If one thread (with a single instance) is the
only one to write it, then until that thread does so no other instance has a variable with that value.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from threadproof.analysis.flows import Flow, Owned, Secret, Writes, flow_into, parts
from threadproof.ir import op as O
from threadproof.ir.program import Edge, Template
from threadproof.logic import term as T
from threadproof.logic.term import Term, Var
from threadproof.records import dataclass

Locals = frozenset[Var]
#: (locals that hold an owned number, locals that may)
State = tuple[Locals, Locals]
EMPTY: State = (frozenset(), frozenset())
S = TypeVar("S")


@dataclass(slots=True)
class Ownership:
    secret: Secret
    flow: Flow
    #: template -> location -> state
    at: dict[str, list[State]]


@dataclass(slots=True)
class Unpublished:
    secret: Secret
    flow: Flow
    template: str
    #: location -> the locals that may hold the constant; None where it may be known to others
    at: list[Locals | None]


class Secrets:
    def __init__(self, templates: list[Template], single: frozenset[str]) -> None:
        self.templates = templates
        self.writes = Writes(templates)
        self.single = single
        self._owned: dict[Secret, Ownership | None] = {}
        self._unpublished: dict[tuple[str, Secret, Owned], Unpublished | None] = {}
        #: site -> where its numbers are drawn
        self._draws: dict[int, list[tuple[Template, Edge, O.Fresh]]] = {}
        for t in templates:
            for e in t.all_edges():
                if isinstance(e.op, O.Fresh):
                    self._draws.setdefault(e.op.site, []).append((t, e, e.op))

    @property
    def draws(self) -> list[O.Fresh]:
        """One step of each heap site."""
        return [draws[0][2] for draws in self._draws.values() if draws[0][2].shift]

    def owned(self, site: int) -> Ownership | None:
        draws = self._draws.get(site)
        if not draws:
            return None
        first = draws[0][2]
        secret = Secret(first.base, first.shift, site)
        if secret not in self._owned:
            self._owned[secret] = self._own(secret, draws) if first.shift else None
        return self._owned[secret]

    def unpublished(self, template: str, owner: str, y: Var, value: int) -> Unpublished | None:
        """While the template's only instance is where `at` is not None, y (of another one) is not `value`."""
        secret, seed = Secret(value, y.width), (owner, y)
        key = (template, secret, seed)
        if key not in self._unpublished:
            self._unpublished[key] = self._hide(template, secret, seed) if template in self.single else None
        return self._unpublished[key]

    # ------------------------------------------------------------ objects

    def _own(self, secret: Secret, draws: list[tuple[Template, Edge, O.Fresh]]) -> Ownership | None:
        if not all((op.base, op.shift) == (secret.number, secret.bits) for _, _, op in draws):
            return None
        if not all(self._is_new(t, e, op, draws) for t, e, op in draws):
            return None
        seeds: list[Owned] = []
        for t in self.templates:
            for e in t.all_edges():
                for a in O.footprint(e.op):
                    seeds += [(t.name, v) for i in a.index if (v := instance_of(i, secret.bits)) is not None]
        flow = flow_into(self.writes, seeds, secret)
        if flow is None:
            return None
        at = {t.name: _forward(t, EMPTY, _own_step(t, flow, secret), _join_states) for t in self.templates}
        return Ownership(secret, flow, {n: [s or EMPTY for s in states] for n, states in at.items()})

    def _is_new(self, t: Template, e: Edge, op: O.Fresh, draws: list[tuple[Template, Edge, O.Fresh]]) -> bool:
        """One instance never draws the same number twice."""
        others = [(f, o) for x, f, o in draws if x is t]
        if op.counter is None:
            reached = _reached(t, e.target)
            return not any(f.source in reached for f, _ in others)
        if not all(o.counter is op.counter for _, o in others):
            return False
        counter = op.counter
        return not any(
            c.var is counter for f in t.all_edges() for c in O.writes(f.op) if not any(f is g for g, _ in others)
        )

    # ------------------------------------------------------------ constants

    def _hide(self, template: str, secret: Secret, seed: Owned) -> Unpublished | None:
        flow = flow_into(self.writes, [seed], secret)
        if flow is None or any(t.name != template for t, _ in flow.sources):
            return None
        t = next(x for x in self.templates if x.name == template)
        start: Locals | None = frozenset()
        at = _forward(t, start, _hide_step(t, flow, secret), _join_locals)
        return Unpublished(secret, flow, template, at)


def instance_of(index: Term, bits: int) -> Var | None:
    """y of an index y >> bits"""
    if index.op == "lshr" and index.args[0].op == "var" and index.args[1].value == bits:
        v = index.args[0].var
        return v if v is not None and not v.shared else None
    return None


def is_of_site(y: Var, secret: Secret) -> Term:
    """The literal that says that y is an object of the site."""
    mask = T.const((1 << secret.bits) - 1, y.width)
    return T.eq(T.bvand(T.var(y), mask), T.const(secret.number, y.width))


def _own_step(t: Template, flow: Flow, secret: Secret) -> Callable[[Edge, State], State]:
    def step(e: Edge, state: State) -> State:
        own, may = state
        told = any(v in may for value in told_values(e, t, flow) for p in parts(value) for v in p.vars)
        if told:
            own, may = EMPTY
        match e.op:
            case O.Step():
                sure, perhaps = set(own), set(may)
                for u in e.op.updates:
                    if u.var.shared or u.index:
                        continue
                    sure.discard(u.var)
                    perhaps.discard(u.var)
                    if flow.holds(t, u.var) and any(v in may for v in u.value.vars):
                        perhaps.add(u.var)
                        if u.value.op == "var" and u.value.var in own:
                            sure.add(u.var)
                return frozenset(sure), frozenset(perhaps)
            case O.Fresh(target=x, site=site):
                new = frozenset((x,)) if site == secret.site and flow.holds(t, x) else frozenset()
                return own - {x} | new, may - {x} | new
            case O.Havoc(var=v) if not v.shared:
                return own - {v}, may - {v}
        return own, may

    return step


def _hide_step(t: Template, flow: Flow, secret: Secret) -> Callable[[Edge, Locals | None], Locals | None]:
    def is_secret(value: Term, may: Locals) -> bool:
        return any(any(v in may for v in p.vars) or (p.value is not None and secret.has(p.value)) for p in parts(value))

    def step(e: Edge, may: Locals | None) -> Locals | None:
        if may is None or any(is_secret(value, may) for value in told_values(e, t, flow)):
            return None
        new = set(may)
        if isinstance(e.op, O.Step):
            for u in e.op.updates:
                if not u.var.shared and not u.index:
                    new.discard(u.var)
                    if flow.holds(t, u.var) and is_secret(u.value, may):
                        new.add(u.var)
        return frozenset(new)

    return step


def told_values(e: Edge, t: Template, flow: Flow) -> list[Term]:
    """What the edge writes where others may find it, or where locals are not told apart: to variables of the flow."""
    match e.op:
        case O.Step():
            return [u.value for u in e.op.updates if (u.var.shared or u.index) and flow.holds(t, u.var)]
        case O.Create():
            return list(e.op.args)
        case _:
            return []


def _join_locals(a: Locals | None, b: Locals | None) -> Locals | None:
    return None if a is None or b is None else a | b


def _join_states(a: State, b: State) -> State:
    return a[0] & b[0], a[1] | b[1]


def _forward(t: Template, entry: S, step: Callable[[Edge, S], S], join: Callable[[S, S], S]) -> list[S | None]:
    """The usual fixed point; None where control does not come."""
    reached: dict[int, S] = {t.entry: entry}
    pending = [t.entry]
    while pending:
        at = pending.pop()
        for e in t.edges[at]:
            new = step(e, reached[at])
            if e.target in reached:
                new = join(reached[e.target], new)
            if e.target not in reached or new != reached[e.target]:
                reached[e.target] = new
                if e.target not in pending:
                    pending.append(e.target)
    return [reached.get(at) for at in range(len(t.edges))]


def _reached(t: Template, start: int) -> set[int]:
    seen = {start}
    pending = [start]
    while pending:
        for e in t.edges[pending.pop()]:
            if e.target not in seen:
                seen.add(e.target)
                pending.append(e.target)
    return seen
