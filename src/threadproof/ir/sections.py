"""A whole atomic section as one action per way out: the relation that its complete runs make.

The section's steps are run symbolically in topological order; where branches meet, values become choices between the
branches' values. That needs a section without loops, whose branches exclude each other syntactically, made of Steps
and Havocs of scalars; any other section stays a sequence of steps, during which nobody else moves. Entry points:
`summary`, and `inside_sections` for where the sections of a template are.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from threadproof.ir import op as O
from threadproof.ir.action import Action, Place, Store, new_input
from threadproof.ir.program import Edge, Template
from threadproof.logic import term as T
from threadproof.logic.term import Term, Var

if TYPE_CHECKING:
    from threadproof.ir.symbolic import Symbolic

MOST_LOCATIONS = 300


def inside_sections(t: Template) -> frozenset[int]:
    """Locations where an atomic section is open. No location is both inside and outside (`checker`)."""
    seen = {t.entry}
    found: set[int] = set()
    pending = [t.entry]
    while pending:
        at = pending.pop()
        for e in t.edges[at]:
            if e.target in seen or isinstance(e.op, O.Exit | O.Unsupported):
                continue
            seen.add(e.target)
            pending.append(e.target)
            is_open = isinstance(e.op, O.AtomicBegin) or (at in found and not isinstance(e.op, O.AtomicEnd))
            if is_open and e.target != t.exit and e.target not in t.errors:
                found.add(e.target)
    return frozenset(found)


class _State:
    """Where a run of the section has come to: under this condition, with these assignments."""

    def __init__(self, condition: Term, store: Store) -> None:
        self.condition = condition
        self.store = store


def summary(symbolic: Symbolic, p: Place) -> tuple[Action, ...] | None:
    """The actions of an instance that is about to enter a section; None if they cannot be written as one each."""
    if len(p.edges) != 1 or not isinstance(p.edges[0].op, O.AtomicBegin):
        return None
    order = _order(symbolic, p)
    return None if order is None else _Summary(symbolic, p).run(order)


def _order(symbolic: Symbolic, p: Place) -> list[int] | None:
    """The locations inside, each after those that lead to it; None if there are loops or other operations."""
    t = p.template
    explicit = symbolic.explicit[t.name]
    finished: list[int] = []
    state: dict[int, int] = {p.edges[0].target: 1}
    stack = [(p.edges[0].target, iter(t.edges[p.edges[0].target]))]
    while stack:
        at, edges = stack[-1]
        for e in edges:
            if not _is_plain(e.op, explicit):
                return None
            if isinstance(e.op, O.AtomicEnd) or e.target == t.exit or e.target in t.errors:
                continue
            if isinstance(e.op, O.Exit | O.Unsupported):
                continue
            if state.get(e.target) == 1 or len(state) > MOST_LOCATIONS:
                return None
            if e.target not in state:
                state[e.target] = 1
                stack.append((e.target, iter(t.edges[e.target])))
                break
        else:
            if not _exclude_each_other(t.edges[at]):
                return None
            state[at] = 2
            finished.append(at)
            stack.pop()
    finished.reverse()
    return finished


def _is_plain(op: O.Op, explicit: list[Var]) -> bool:
    match op:
        case O.Step():
            return not op.waits and not any(u.var in explicit for u in op.updates)
        case O.Havoc():
            return len(op.index) == op.var.dims and op.var not in explicit
        case O.AtomicEnd() | O.Unsupported():
            return True
        case O.Exit():
            # what is leaked then is a question about the state at that step
            return not op.is_normal
        case O.AtomicBegin() | O.Fresh() | O.Create() | O.Signal() | O.Primitive():
            return False


def _exclude_each_other(edges: list[Edge]) -> bool:
    if len(edges) < 2:
        return True
    guards = [_conjuncts(e.op.guard) if isinstance(e.op, O.Step) else frozenset() for e in edges]
    return all(any(T.not_(x) in b for x in a) for i, a in enumerate(guards) for b in guards[i + 1 :])


def _conjuncts(t: Term) -> frozenset[Term]:
    return frozenset(t.args if t.op == "and" else (t,))


class _Summary:
    def __init__(self, symbolic: Symbolic, p: Place) -> None:
        self.symbolic = symbolic
        self.p = p
        self.inputs: list[tuple[Var, Edge]] = []
        self.ranges: list[Term] = []
        self.coming: dict[int, list[_State]] = {}
        self.out: dict[tuple[int, str], tuple[Edge, list[_State]]] = {}

    def run(self, order: list[int]) -> tuple[Action, ...]:
        t = self.p.template
        begin = self.p.edges[0]
        first = Store()
        first.close()
        self.coming[begin.target] = [_State(T.TRUE, first)]
        for at in order:
            states = self.coming.pop(at, [])
            if not states:
                continue
            state = _merged(states)
            for e in t.edges[at]:
                self._take(e, state)
        return tuple([self._action(n, e, kind, states) for n, ((_, kind), (e, states)) in enumerate(self.out.items())])

    def _take(self, e: Edge, s: _State) -> None:
        op, t = e.op, self.p.template
        kind = ""
        new = s
        match op:
            case O.Step():
                condition = T.and_(s.condition, s.store.before(self.symbolic.translate(op.guard, self.p)))
                if condition is T.FALSE:
                    return
                new = _State(
                    condition, _extended(s.store, [self._update(s, u.var, u.index, u.value) for u in op.updates])
                )
            case O.Havoc():
                x, bounds = new_input(op)
                self.inputs.append((x, e))
                self.ranges.append(bounds)
                new = _State(s.condition, _extended(s.store, [self._update(s, op.var, op.index, T.var(x))]))
            case O.Exit():
                kind = "exit"
            case O.Unsupported():
                kind = op.what
            case _:
                pass
        if kind or isinstance(op, O.AtomicEnd) or e.target == t.exit or e.target in t.errors:
            self.out.setdefault((e.target, kind), (e, []))[1].append(new)
        else:
            self.coming.setdefault(e.target, []).append(new)

    def _update(self, s: _State, v: Var, index: tuple[Term, ...], value: Term) -> tuple[Term, Term]:
        cell = self.symbolic.translate(T.select(v, index), self.p)
        if value.op != "var" or value.var not in [x for x, _ in self.inputs]:
            value = s.store.before(self.symbolic.translate(value, self.p))
        assert cell.var is not None
        return T.select(cell.var, tuple([s.store.before(i) for i in cell.args])), value

    def _action(self, n: int, e: Edge, kind: str, states: list[_State]) -> Action:
        p = self.p
        target = None if e.target == p.template.exit else self.symbolic.place(p.id, p.template, e.target, p.values)
        a = Action(p, p.edges[0], 0, n, target)
        a.enters = False
        a.leaves = True
        a.halts = kind == "exit" and isinstance(e.op, O.Exit)
        a.unsupported = "" if a.halts else kind
        s = _merged(states)
        a.guard = s.condition
        a.scalars, a.cells = s.store.scalars, s.store.cells
        a.inputs = tuple(self.inputs)
        a.input_range = T.and_(*self.ranges)
        return a.seal()


def _extended(s: Store, updates: list[tuple[Term, Term]]) -> Store:
    new = Store()
    new.scalars = dict(s.scalars)
    new.cells = dict(s.cells)
    for cell, value in updates:
        new.assign(cell, value)
    new.close()
    return new


def _merged(states: list[_State]) -> _State:
    while len(states) > 1:
        a, b = _closest(states)
        states = [s for s in states if s is not a and s is not b] + [_pair(a, b)]
    return states[0]


def _closest(states: list[_State]) -> tuple[_State, _State]:
    """Two branches of one condition, if there are any: then the condition disappears."""
    best = (states[0], states[1])
    most = -1
    for i, a in enumerate(states):
        for b in states[i + 1 :]:
            mine, theirs = _conjuncts(a.condition), _conjuncts(b.condition)
            common = len(mine & theirs) - len(mine ^ theirs)
            if most < 0 or common > most:
                best, most = (a, b), max(common, 0)
    return best


def _pair(a: _State, b: _State) -> _State:
    mine, theirs = _conjuncts(a.condition), _conjuncts(b.condition)
    common = [t for t in (a.condition.args if a.condition.op == "and" else (a.condition,)) if t in theirs]
    first = T.and_(*[t for t in (a.condition.args if a.condition.op == "and" else (a.condition,)) if t not in theirs])
    second = T.and_(*[t for t in (b.condition.args if b.condition.op == "and" else (b.condition,)) if t not in mine])
    condition = T.and_(*common) if first is T.not_(second) else T.and_(*common, T.or_(first, second))
    store = Store()
    for v in dict.fromkeys((*a.store.scalars, *b.store.scalars)):
        x, y = a.store.scalars.get(v, T.var(v)), b.store.scalars.get(v, T.var(v))
        store.scalars[v] = T.ite(first, x, y)
    for v in dict.fromkeys((*a.store.cells, *b.store.cells)):
        ours, others = a.store.cells.get(v, ()), b.store.cells.get(v, ())
        same = 0
        while same < min(len(ours), len(others)) and ours[same] == others[same]:
            same += 1
        store.cells[v] = ours[:same]
        for when, writes in ((first, ours[same:]), (T.not_(first), others[same:])):
            for at, value in writes:
                old = store.element(v, at)
                store.cells[v] = (*store.cells[v], (at, T.ite(when, value, old)))
    store.close()
    return _State(condition, store)
