"""What a cooperative thread does in a turn, from when it gets control until it gives it back, and which turns commute.

A `Turn` says what is touched: shared variables, events, other threads. `Turns.now` looks at the turn that a thread
would have in a state of the scheduler: a wait for something that is not there ends it. `Turns.ahead` is all that the
thread can still do in this instant, whatever the others do: up to where it cooperates or ends.

While main may still give orders nothing is left out: it can do so at any time, and they count from the next instant on.

All of this is about a scheduler under which any thread that can run may be the next (`FairThreads.free`): then a state
does not remember who ran before whom.

* `commute(a, b)`: both orders of two turns that are possible lead to the same state, and neither makes the other
  impossible or different. No shared variable is written by one and touched by the other; one does not generate an
  event, or end a thread, that the other waits for or looks at; and not both give orders or make new things, whose
  numbers would differ.
* `goes_first(a, b)`: whatever is done of `b`, before the turn a, can be done after it, to the same effect. As before,
  but a may wait for what b brings about: if it comes first, it waits, and goes on where it would have gone on.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Final

from threadproof.analysis.graph import on_cycle
from threadproof.ir import op as O
from threadproof.ir.fairthreads import AWAIT, JOIN, READY, VALUE, FairThreads, Thread
from threadproof.ir.program import MAIN_ID, Edge, Template
from threadproof.ir.symbolic import Control, Place, Symbolic
from threadproof.logic import term as T
from threadproof.logic.term import Var

#: an event or thread that is not known
ANY: Final = -1
#: calls that give orders, or make new things with numbers of their own
ORDERS: Final = ("create", "broadcast", "broadcast_value", "stop", "suspend", "resume", "event", "scheduler", "start")


@dataclass(slots=True)
class Turn:
    id: int
    reads: set[Var] = field(default_factory=set)
    writes: set[Var] = field(default_factory=set)
    generates: set[int] = field(default_factory=set)
    #: events that get a value
    values: set[int] = field(default_factory=set)
    awaits: set[int] = field(default_factory=set)
    #: events of which it is seen whether they are there: one of several that are awaited is
    observes: set[int] = field(default_factory=set)
    joins: set[int] = field(default_factory=set)
    ends: bool = False
    orders: bool = False
    #: there is a new event, or a new thread
    new_event: bool = False
    new_thread: bool = False
    #: the process may end, or nobody knows
    halts: bool = False
    #: it comes to its end in any case
    completes: bool = True


def commute(a: Turn, b: Turn) -> bool:
    return goes_first(a, b) and goes_first(b, a) and not (a.halts or b.halts)


def goes_first(a: Turn, b: Turn) -> bool:
    if a.writes & (b.reads | b.writes) or a.reads & b.writes:
        return False
    if _meet(a.generates, b.observes) or _meet(b.generates, a.observes):
        return False
    if _meet(a.generates, b.awaits) or _meet(a.values, b.values) or (a.ends and _meet({a.id}, b.joins)):
        return False
    if _makes_what_is_used(a, b) or _makes_what_is_used(b, a):
        return False
    return not (a.orders and (b.orders or b.ends)) and not (a.ends and b.orders)


def _makes_what_is_used(a: Turn, b: Turn) -> bool:
    return (a.new_event and bool(b.awaits or b.generates)) or (a.new_thread and bool(b.joins))


def _meet(a: set[int], b: set[int]) -> bool:
    return bool(a and b and (ANY in a or ANY in b or a & b))


class Turns:
    def __init__(self, symbolic: Symbolic) -> None:
        self.symbolic = symbolic
        self._now: dict[tuple[Place, FairThreads], Turn] = {}
        self._ahead: dict[tuple[int, str, int], Turn] = {}
        self._persistent: dict[Control, frozenset[int] | None] = {}

    # ------------------------------------------------------------ what is touched

    def now(self, p: Place, s: FairThreads) -> Turn:
        found = self._now.get((p, s))
        if found is None:
            found = Turn(p.id, observes=_observed(s, p.id))
            self._walk(found, p.template, p.location, s)
            found.completes = self._completes(p, s, found)
            self._now[p, s] = found
        return found

    def ahead(self, p: Place) -> Turn:
        key = (p.id, p.template.name, p.location)
        found = self._ahead.get(key)
        if found is None:
            found = self._ahead[key] = Turn(p.id)
            self._walk(found, p.template, p.location, None)
        return found

    def _walk(self, turn: Turn, t: Template, start: int, s: FairThreads | None) -> None:
        """Note what is touched from a location on."""
        while True:
            known = len(turn.generates)
            seen = {start}
            work = [start]
            while work:
                for e in t.edges[work.pop()]:
                    if self._note(turn, e, s) and e.target not in seen and e.target != t.exit:
                        seen.add(e.target)
                        work.append(e.target)
            if len(turn.generates) == known:
                return

    def _note(self, turn: Turn, e: Edge, s: FairThreads | None) -> bool:
        """What one step touches; may the turn go on behind it?"""
        op = e.op
        for a in O.footprint(op):
            (turn.writes if a.write else turn.reads).add(a.var)
        if isinstance(op, O.Exit | O.Unsupported):
            turn.halts = True
            return False
        if isinstance(op, O.Create):
            turn.orders = turn.new_thread = True
        if not isinstance(op, O.Primitive):
            return True
        args = [ANY if x.value is None else x.value for x in op.args]
        match op.call:
            case "cooperate":
                return args[0] in (0, ANY)
            case "end" | "start_and_end":
                turn.ends = True
                return False
            case "await" | "select" | "value":
                events = args[1:] if op.call == "select" else args[:1]
                turn.awaits.update(events)
                if len(events) > 1:
                    turn.observes.update(events)
                if s is None or (op.call == "select" and args[0] == 0):
                    return True
                return any(e == ANY or e in turn.generates or s.count(e) >= 0 or not s.is_event(e) for e in events)
            case "join" | "join_n":
                turn.joins.add(args[-1])
                if s is None or (op.call == "join_n" and args[0] == 0):
                    return True
                return args[-1] == ANY or not s.is_alive(args[-1])
            case "generate":
                turn.generates.add(args[0])
            case "generate_value":
                turn.generates.add(args[0])
                turn.values.add(args[0])
            case call if call in ORDERS:
                turn.orders = True
                turn.new_event |= call in ("event", "scheduler")
                turn.new_thread |= call == "create"
        return True

    def _completes(self, p: Place, s: FairThreads, turn: Turn) -> bool:
        """No way of the turn stops in the middle, or goes on for ever."""
        if turn.halts:
            return False
        t = p.template
        probe = Turn(p.id, generates=set(turn.generates))
        onward: dict[int, list[int]] = {}
        work = [p.location]
        while work:
            at = work.pop()
            if at in onward:
                continue
            out = t.edges[at]
            guards = [e.op.guard for e in out if isinstance(e.op, O.Step)]
            if len(guards) == len(out) and T.or_(*guards) is not T.TRUE and at not in t.errors:
                return False
            if any(isinstance(e.op, O.Step) and e.op.waits for e in out):
                return False
            onward[at] = [e.target for e in out if self._note(probe, e, s) and e.target != t.exit]
            work += onward[at]
        return not on_cycle(len(t.edges), [(at, x) for at, out in onward.items() for x in out], p.location)

    # ------------------------------------------------------------ persistent sets

    def may_be_reduced(self, c: Control) -> bool:
        """Main must not give orders any more: they count for the instant in which it does, and that may be any."""
        return not any(p.id == MAIN_ID and self.ahead(p).orders for p in c.places)

    def persistent(self, c: Control) -> frozenset[int] | None:
        """Threads of which one must run first, as far as anything wrong that can still be reached is concerned; None if
        they are not fewer than all that can run."""
        if c not in self._persistent:
            self._persistent[c] = self._find_persistent(c)
        return self._persistent[c]

    def _find_persistent(self, c: Control) -> frozenset[int] | None:
        if not self.may_be_reduced(c):
            return None
        movable = self.symbolic.movable(c)
        best: frozenset[int] | None = None
        for p in movable:
            found = self._closure(c, p.id, len(movable if best is None else best))
            if found is not None and len(found) < len(movable if best is None else best):
                best = found
        return best

    def _closure(self, c: Control, first: int, bound: int) -> frozenset[int] | None:
        """The smallest set with this thread, if it has fewer members."""
        chosen = {first}
        while len(chosen) < bound:
            more = self.missing(c, chosen)
            if more is None:
                return None
            if not more:
                return frozenset(chosen)
            chosen |= more
        return None

    def missing(self, c: Control, chosen: Iterable[int]) -> set[int] | None:
        """Threads that could do something first that matters to the chosen ones; None: they cannot be chosen."""
        s = c.scheduler
        assert isinstance(s, FairThreads)
        if not self.may_be_reduced(c):
            return None
        chosen = set(chosen)
        places = {p.id: p for p in c.places}
        turns = [self.now(places[i], s) for i in sorted(chosen)]
        if not all(t.completes for t in turns):
            return None
        # who may run before one of them does, each with one of those who can run now
        root = {p.id: p.id for p in self.symbolic.movable(c) if p.id not in chosen}
        work = list(root)
        while work:
            x = work.pop()
            future = self.ahead(places[x])
            seen = _observed(s, x)
            if seen:
                future = replace(future, observes=future.observes | seen)
            if not all(goes_first(t, future) for t in turns):
                return {root[x]}
            for t in s.threads:
                if t.id not in root and t.id not in chosen and _wakes(future, x, t):
                    root[t.id] = root[x]
                    work.append(t.id)
        return set()


def _observed(s: FairThreads, id_: int) -> set[int]:
    """The events that a thread looks at when it gets control."""
    return next((set(t.on) for t in s.threads if t.id == id_ and t.asks and len(t.on) > 1), set())


def _wakes(turn: Turn, id_: int, t: Thread) -> bool:
    if t.doing == AWAIT:
        return _meet(set(t.on), turn.generates)
    if t.doing == VALUE:
        return _meet({t.on[0]}, turn.values)
    if t.doing == JOIN:
        return turn.ends and t.on[0] == id_
    return t.doing == READY and not t.suspended
