"""What is wrong in a state, as a formula per control: errors next, deadlocks, data races.

`Violations(symbolic, property).at(control)` lists what could go wrong in a state with that control, each with the
condition under which it does and the moves that show it. These are conditions on states, so every reduction that
visits all states keeps them.

* An action that leads to an error location of the property, or to something unsupported: its guard.
* Deadlock: every instance has only waiting edges, and no guard but those of spurious wake-ups holds; in a cooperative
  program: the scheduler has nobody to give control to.
* Lost event: the scheduler says so.
* Race: the next actions of two instances touch the same cell, one writes, not both atomically, and both are possible.
  An access inside an atomic section counts with the way to it and on to the end, seen from the state before it.
* Leak: main returns while an object is live that no pointer leads to (`leaking`).
"""

from __future__ import annotations

from collections.abc import Iterator

from threadproof.errors import Limit
from threadproof.ir import op as O
from threadproof.ir.symbolic import Action, Control, Place, Symbolic, same_index
from threadproof.logic import term as T
from threadproof.logic.term import Term, Var
from threadproof.properties import MEMTRACK, Kind, Property
from threadproof.records import dataclass, replace

#: kinds of variables on which there can be a data race
RACE_KINDS = ("data", "life")
#: ways through an atomic section that are looked at
SECTION_WAYS = 500


@dataclass(frozen=True, slots=True)
class Violation:
    condition: Term
    part: str
    #: moves from the state that lead to the violation
    moves: tuple[Action, ...] = ()
    racing: tuple[Action, Action] | None = None
    #: (number of the move, number of its input) -> the variable that stands for it in the condition
    inputs: tuple[tuple[tuple[int, int], Var], ...] = ()
    #: what happens then is not known: neither Safe nor Unsafe
    undecided: str = ""
    #: nobody can move
    is_deadlock: bool = False


class _Way:
    """Steps into a section, and what terms behind them mean before them; each input is a variable of its own."""

    def __init__(self, actions: tuple[Action, ...] = (), inputs: tuple[tuple[tuple[int, int], Var], ...] = ()) -> None:
        self.actions = actions
        self.inputs = inputs
        self.condition = T.TRUE

    def then(self, a: Action) -> _Way:
        k = len(self.actions)
        new = tuple([((k, n), replace(x, name=f"{x.name}{k}")) for n, (x, _) in enumerate(a.inputs)])
        way = _Way((*self.actions, a), self.inputs + new)
        way.condition = T.and_(self.condition, self.back(way.own(a, a.guard)), way.own(a, a.input_range))
        return way

    def back(self, t: Term) -> Term:
        own = dict(self.inputs)
        for k in range(len(self.actions) - 1, -1, -1):
            a = self.actions[k]
            t = a.before(t)
            for n, (x, _) in enumerate(a.inputs):
                t = _renamed(t, x, own[k, n])
        return t

    def own(self, a: Action, t: Term) -> Term:
        """A term of the last action, with the inputs it has on this way."""
        own = dict(self.inputs)
        for n, (x, _) in enumerate(a.inputs):
            t = _renamed(t, x, own[len(self.actions) - 1, n])
        return t


def _renamed(t: Term, old: Var, new: Var) -> Term:
    if old not in t.vars:
        return t
    return T.transform(t, lambda u: T.select(new, u.args) if u.var is old else None)


_NO_WAY = _Way()


@dataclass(frozen=True, slots=True)
class _Touch:
    """An access that an action makes when `condition` holds, reached by `way`, all over the state before the way."""

    var: Var
    index: tuple[Term, ...] | None
    write: bool
    atomic: bool
    condition: Term
    way: _Way
    action: Action


class Violations:
    def __init__(self, symbolic: Symbolic, property_: Property) -> None:
        self.symbolic = symbolic
        self.property = property_
        self._index_widths: dict[Var, int] = {}
        if property_.has(Kind.LEAK):
            from threadproof.ir.leaking import index_widths

            self._index_widths = index_widths(symbolic.program)
        self._known: dict[Control, tuple[Violation, ...]] = {}
        self._touches: dict[tuple[Place, tuple[int, ...]], list[_Touch]] = {}

    def at(self, c: Control) -> tuple[Violation, ...]:
        found = self._known.get(c)
        if found is None:
            found = tuple([v for v in self._find(c) if v.condition is not T.FALSE])
            # objects may still get numbers, and then there is more that can leak
            if not self.property.has(Kind.LEAK):
                self._known[c] = found
        return found

    def is_error(self, a: Action) -> bool:
        """Does the action lead to a violation of the property?"""
        error = None if a.target is None else a.target.error
        return error is not None and error.property == self.property

    def _find(self, c: Control) -> Iterator[Violation]:
        for p in self.symbolic.movable(c):
            for a in self.symbolic.actions(c, p):
                if self.is_error(a):
                    assert a.target is not None
                    assert a.target.error is not None
                    way = _NO_WAY.then(a)
                    yield Violation(way.condition, a.target.error.part, (a,), inputs=way.inputs)
                elif a.unsupported:
                    origin = a.edge.origin
                    way = _NO_WAY.then(a)
                    yield Violation(
                        way.condition, "", inputs=way.inputs, undecided=f"{a.unsupported} ({origin.file}:{origin.line})"
                    )
                elif a.halts and self.property.has(Kind.LEAK):
                    yield from self._leaks(c, a)
        if self.property.has(Kind.LOST_EVENT) and c.scheduler is not None and c.scheduler.lost:
            yield Violation(T.TRUE, self.property.name)
        if self.property.has(Kind.DEADLOCK) and c.scheduler is not None:
            if c.places and not self.symbolic.movable(c):  # nobody can get control
                yield Violation(T.TRUE, self.property.name, is_deadlock=True)
        elif self.property.has(Kind.DEADLOCK) and not c.inside and c.places:
            yield from self._deadlock(c)
        elif self.property.has(Kind.RACE) and not c.inside:
            yield from self._races(c)

    # ------------------------------------------------------------ leaks

    def _leaks(self, c: Control, a: Action) -> Iterator[Violation]:
        if isinstance(a.edge.op, O.Exit) and a.edge.op.is_normal:
            from threadproof.ir.leaking import leak_condition

            condition = leak_condition(self.symbolic, self._index_widths, c)
            if condition is None:
                yield Violation(T.TRUE, MEMTRACK, (a,), undecided="leaks of objects in large arrays")
            else:
                yield Violation(condition, MEMTRACK, (a,))

    # ------------------------------------------------------------ deadlocks

    def _deadlock(self, c: Control) -> Iterator[Violation]:
        conditions = []
        for p in c.places:
            if not any(isinstance(e.op, O.Step) and e.op.waits for e in p.edges):
                return
            for e in p.edges:
                if not isinstance(e.op, O.Step):
                    return
                if not O.is_environment(e.op):
                    conditions.append(T.not_(self.symbolic.translate(e.op.guard, p)))
        yield Violation(T.and_(*conditions), self.property.name, is_deadlock=True)

    # ------------------------------------------------------------ races

    def _races(self, c: Control) -> Iterator[Violation]:
        touches = [self._touches_of(c, p) for p in c.places]
        for i, first in enumerate(touches):
            for second in touches[i + 1 :]:
                yield from self._pairs(first, second)

    def _pairs(self, first: list[_Touch], second: list[_Touch]) -> Iterator[Violation]:
        for a in first:
            for b in second:
                if a.var is not b.var or not (a.write or b.write) or (a.atomic and b.atomic):
                    continue
                if a.way.actions and b.way.actions:
                    continue  # two sections exclude each other
                same = T.TRUE if not a.index or not b.index else same_index(a.index, b.index)
                # the thread in a section runs there first; it is listed last
                x, y = (b, a) if a.way.actions else (a, b)
                condition = T.and_(a.condition, b.condition, same)
                racing = (x.action, y.action)
                yield Violation(condition, self.property.name, y.way.actions, racing, y.way.inputs)

    def _touches_of(self, c: Control, p: Place) -> list[_Touch]:
        key = (p, c.ids if p.steps is None else ())
        found = self._touches.get(key)
        if found is None:
            actions = self.symbolic.steps(c, p)
            if any(isinstance(e.op, O.AtomicBegin) for e in p.edges):
                found = list(self._in_section(c, actions))
            else:
                found = [t for a in actions for t in _accesses(a, _NO_WAY)]
            self._touches[key] = found
        return found

    def _in_section(self, c: Control, actions: tuple[Action, ...]) -> Iterator[_Touch]:
        """Accesses on every way through the section: those from which it can complete, or it would not be possible."""
        nodes = [_Node(None, a, _NO_WAY.then(a), self.symbolic.successor(c, a)) for a in actions]
        for n in nodes:
            if len(nodes) > SECTION_WAYS:
                raise Limit("atomic section too long", repr(actions[0]))
            if n.at.inside and not n.is_end and not n.action.unsupported and n.way.condition is not T.FALSE:
                steps = self.symbolic.steps(n.at, n.at.place(n.at.inside))
                n.is_exhaustive = _is_exhaustive([a.guard for a in steps])
                n.children = [_Node(n, a, n.way.then(a), self.symbolic.successor(n.at, a)) for a in steps]
                nodes += n.children
        for n in reversed(nodes):
            n.find_completion()
        for n in nodes:
            if n.parent is not None and n.completes is not T.FALSE:
                for t in _accesses(n.action, n.parent.way):
                    yield replace(t, condition=T.and_(t.condition, n.completes))


class _Node:
    """Where a way into a section has come to by its last action."""

    def __init__(self, parent: _Node | None, action: Action, way: _Way, at: Control) -> None:
        self.parent = parent
        self.action = action
        self.way = way
        self.at = at
        self.children: list[_Node] = []
        #: one of the next actions is always possible
        self.is_exhaustive = False
        self.is_end = not action.unsupported and (action.halts or not at.inside)
        #: the section comes to its end whatever happens from here on
        self.is_sure = False
        #: when the way is possible and goes on to the end, over the state before the section
        self.completes = T.FALSE

    def find_completion(self) -> None:
        """The children know already."""
        self.is_sure = self.is_end or (self.is_exhaustive and all(n.is_sure for n in self.children))
        self.completes = self.way.condition if self.is_sure else T.or_(*[n.completes for n in self.children])


def _is_exhaustive(guards: list[Term]) -> bool:
    """Always one of them holds, as can be seen at once."""
    return any(g is T.TRUE or T.not_(g) in guards for g in guards)


def _accesses(a: Action, way: _Way) -> Iterator[_Touch]:
    """Accesses of one action to C objects, with the condition under which evaluation gets to them."""
    atomic = isinstance(a.edge.op, O.Step) and a.edge.op.atomic
    possible = T.and_(way.condition, way.back(a.guard))
    for v, index in a.writes:
        if v.kind in RACE_KINDS:
            at = None if index is None else tuple([way.back(t) for t in index])
            yield _Touch(v, at, True, atomic, possible, way, a)
    terms = [a.guard, *a.scalars.values()]
    for updates in a.cells.values():
        for i, value in updates:
            terms += (*i, value)
    seen = set()
    for term in terms:
        for t, when in O.evaluated(term):
            if t.var is not None and t.var.shared and t.var.kind in RACE_KINDS and (t, when) not in seen:
                seen.add((t, when))
                at = tuple([way.back(i) for i in t.args])
                yield _Touch(t.var, at, False, atomic, T.and_(possible, way.back(when)), way, a)
