"""Covering trees of cooperative programs: whose order is remembered, who may sleep, who may be chosen.

    facts["orders"]    groups of threads within which the scheduler remembers the order (`Reducible`): whichever
                       they are, the program can do more than it can, never less. Nothing: all threads.
    alone              "turns" and the numbers of threads: none of the others can do anything first that matters to
                       them. What is not expanded of these threads is asleep.

A thread may fall asleep below the turn of another one if both orders lead to the same: that is tried out, with the
scheduler, on every way that the turns can take. Who may be chosen depends on all that others can do in the instant:
every step on every way up to where they cooperate or end, as the scheduler describes it (`ir.effects`). What the chosen
ones do in their turns is tried out; they must come to their end.

Entry points: `with_scheduler`, `Choices`.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

from threadproof.evidence.proof.complaint import Malformed
from threadproof.evidence.proof.prover import Prover
from threadproof.ir import effects as F
from threadproof.ir import op as O
from threadproof.ir.action import Action, Control, Place
from threadproof.ir.effects import Cell, Reducible, reducible
from threadproof.ir.program import MAIN_ID, Edge, Program
from threadproof.ir.symbolic import Symbolic
from threadproof.logic import term as T
from threadproof.logic.term import Var
from threadproof.records import dataclass, field, replace


def with_scheduler(program: Program, facts: Mapping[str, Any]) -> Program:
    """The program that the tree is about; it can do whatever this one can."""
    groups = facts.get("orders")
    if groups is None:
        return program
    scheduler = reducible(program.scheduler)
    if scheduler is None or not isinstance(groups, list):
        raise Malformed(f"nothing is known about the orders {groups!r}")
    threads = [i for g in groups for i in (g if isinstance(g, list) else [None])]
    if not all(type(i) is int for i in threads) or len(set(threads)) < len(threads):
        raise Malformed("groups of threads are lists of numbers, none of which is in two of them")
    return replace(program, scheduler=scheduler.with_order_of(*groups))


def on_cycles(onward: Sequence[Sequence[int]]) -> set[int]:
    """The nodes of a graph that lie on a cycle: in the second search, against the edges, from those left last."""
    left: list[int] = []
    seen: set[int] = set()
    for start in range(len(onward)):
        way = [] if start in seen else [(start, iter(onward[start]))]
        seen.add(start)
        while way:
            n, rest = way[-1]
            after = next((x for x in rest if x not in seen), None)
            if after is None:
                left.append(n)
                way.pop()
            else:
                seen.add(after)
                way.append((after, iter(onward[after])))
    backward: list[list[int]] = [[] for _ in onward]
    for n, targets in enumerate(onward):
        for x in targets:
            backward[x].append(n)
    found: set[int] = set()
    done: set[int] = set()
    for start in reversed(left):
        part = [start] if start not in done else []
        done.add(start)
        for n in part:
            new = [x for x in dict.fromkeys(backward[n]) if x not in done]
            done.update(new)
            part.extend(new)
        if len(part) > 1 or (part and start in onward[start]):
            found.update(part)
    return found


@dataclass(slots=True)
class Touched:
    """Shared variables, and cells of the scheduler's state."""

    reads: set[Var] = field(default_factory=set)
    writes: set[Var] = field(default_factory=set)
    cells: dict[Cell, int] = field(default_factory=dict)

    def step(self, e: Edge, id_: int, s: Reducible) -> None:
        """A step of the program, whatever its arguments may be."""
        for x in O.footprint(e.op):
            (self.writes if x.write else self.reads).add(x.var)
        if isinstance(e.op, O.Create):
            self.add(s.effects(id_, "create", ()))
        elif isinstance(e.op, O.Primitive):
            self.add(s.effects(id_, e.op.call, _arguments(e.op)))

    def action(self, a: Action, s: Reducible) -> None:
        self.reads.update([v for v, _ in a.reads])
        self.writes.update([v for v, _ in a.writes])
        if a.started is not None:
            self.add(s.effects(a.id, "create", ()))
        if isinstance(a.edge.op, O.Primitive):
            self.add(s.effects(a.id, a.edge.op.call, a.arguments))

    def add(self, effects: Iterable[tuple[Cell, int]]) -> None:
        for cell, mode in effects:
            self.cells[cell] = self.cells.get(cell, 0) | mode

    def is_apart_from(self, other: Touched) -> bool:
        """No variable is written that the other one uses."""
        return self.writes.isdisjoint(other.reads | other.writes) and self.reads.isdisjoint(other.writes)


#: states in which a turn ends
Ends = dict[frozenset[Control], frozenset[Control]]


class Differs(Exception):
    """The reason why two turns do not commute, or a thread may not be chosen."""


class Choices:
    def __init__(self, symbolic: Symbolic, prover: Prover) -> None:
        self.symbolic = symbolic
        self.prover = prover
        self._sides: dict[tuple[Control, Control, int], Ends] = {}
        self._asleep: dict[tuple[Control, int, int], str] = {}

    # ------------------------------------------------------------ who may sleep

    def sleep_complaint(self, c: Control, mover: int, sleeper: int, *, is_old: bool) -> str:
        """Why a thread must not sleep behind a step of another one; "" if it may. `is_old`: it has slept before."""
        if c.inside:
            return "" if is_old else f"instance {sleeper} falls asleep in the turn of instance {c.inside}"
        key = (c, min(mover, sleeper), max(mover, sleeper))
        if key not in self._asleep:
            try:
                self._commute(*key)
                self._asleep[key] = ""
            except Differs as why:
                self._asleep[key] = f"the turns of instances {mover} and {sleeper} do not commute: {why}"
        return self._asleep[key]

    def _commute(self, c: Control, a: int, b: int) -> None:
        """Both turns in both orders. A turn of one thread goes the same ways before and after that of the other one."""
        movable = {p.id for p in self.symbolic.movable(c)}
        if not {a, b} <= movable:
            raise Differs("one of them cannot run")
        if not self._in_turn(c, a).is_apart_from(self._in_turn(c, b)):
            raise Differs("they use the same variables")
        for after_a in self._side_by_side(c, c, a):
            for after_b in self._side_by_side(c, c, b):
                b_behind = [self._side_by_side(c, x, b)[after_b] for x in after_a]
                a_behind = [self._side_by_side(c, y, a)[after_a] for y in after_b]
                if frozenset().union(*b_behind) != frozenset().union(*a_behind):
                    raise Differs("the scheduler remembers which came first")

    def _side_by_side(self, c: Control, d: Control, id_: int) -> Ends:
        """The turn of a thread in two states at once: for each set of states that a way through it leads to from the
        first, those that this way leads to from the second."""
        found = self._sides.get((c, d, id_))
        if found is None:
            found = self._sides[c, d, id_] = self._turn_in_both(c, d, id_)
        return found

    def _turn_in_both(self, c: Control, d: Control, id_: int) -> Ends:
        for x in (c, d):
            if all(p.id != id_ for p in self.symbolic.movable(x)):
                raise Differs(f"instance {id_} cannot run")
        ends: Ends = {}
        seen = {(c, d)}
        work = [(c, d)]
        while work:
            x, y = work.pop()
            if x.place(id_) is not y.place(id_):
                raise Differs("they are in different places")
            left, right = self._steps(x, id_), self._steps(y, id_)
            if left.keys() != right.keys():
                raise Differs(f"instance {id_} goes on differently")
            for key, here in left.items():
                there = right[key]
                if all(z.inside for z in (*here, *there)) and len(here) == len(there) == 1:
                    pair = (here[0], there[0])
                    if pair not in seen:
                        seen.add(pair)
                        work.append(pair)
                elif any(z.inside for z in (*here, *there)):
                    raise Differs(f"instance {id_} does not end its turn in the same way")
                elif ends.setdefault(frozenset(here), frozenset(there)) != frozenset(there):
                    raise Differs("the scheduler remembers how the turn went")
        return ends

    def _steps(self, c: Control, id_: int) -> dict[object, list[Control]]:
        """The next steps of a thread, in a way that does not depend on the state, and where they may lead."""
        found: dict[object, list[Control]] = {}
        for a in self.symbolic.actions(c, c.place(id_)):
            if not _is_last(a):
                key = (a.index, a.guard, a.arguments, tuple(a.scalars.items())) if a.scheduler is not None else a
                found.setdefault(key, []).append(self.symbolic.successor(c, a))
        return found

    def _in_turn(self, c: Control, id_: int) -> Touched:
        touched = Touched()
        for _, out in self._turn(c, id_):
            for a, _ in out:
                touched.action(a, _of(c))
        return touched

    def _turn(self, c: Control, id_: int) -> list[tuple[Control, list[tuple[Action, Control | None]]]]:
        """The states of a turn, each with its steps and where they lead; None: to nothing."""
        found: dict[Control, list[tuple[Action, Control | None]]] = {}
        work = [c]
        while work:
            x = work.pop()
            if x not in found:
                out = self.symbolic.actions(x, x.place(id_))
                found[x] = [(a, None if _is_last(a) else self.symbolic.successor(x, a)) for a in out]
                work += [y for _, y in found[x] if y is not None and y.inside]
        return list(found.items())

    # ------------------------------------------------------------ who may be chosen

    def choice_complaint(self, c: Control, reason: str, order: Collection[int], sleep: Collection[int]) -> str:
        """Why it is not enough to expand these threads; "" if it is."""
        word, *numbers = reason.split(" ")
        if word != "turns" or not numbers or not all(n.isdecimal() and len(n) < 10 for n in numbers):
            return f"nothing is known about the reason {reason!r} to choose threads"
        chosen = {int(n) for n in numbers}
        movable = {p.id for p in self.symbolic.movable(c)}
        if c.inside or not chosen <= movable:
            return "threads are chosen in the middle of a turn, or that cannot run"
        if not chosen <= {*order, *sleep} or not set(order) <= chosen:
            return "not the threads that are chosen are expanded"
        try:
            self._chosen(c, chosen, movable - chosen)
        except Differs as why:
            return str(why)
        return ""

    def _chosen(self, c: Control, chosen: set[int], others: set[int]) -> None:
        s = _of(c)
        if MAIN_ID in c.ids and s.minds(self._future(c.place(MAIN_ID), s).cells):
            raise Differs("threads are chosen although main may give orders")
        turns = {i: self._whole_turn(c, i) for i in chosen}
        # those who may run before one of the chosen does
        early = list(others)
        for x in early:
            future = self._future(c.place(x), s)
            future.add(s.when_resumed(x))
            for i, turn in turns.items():
                if not turn.is_apart_from(future) or F.order_matters(turn.cells, future.cells):
                    raise Differs(f"instance {x} can do first what matters to instance {i}")
                if s.remembers_order(i, x):
                    raise Differs(f"it is remembered whether instance {x} or {i} runs first")
                for one, other in ((i, future), (x, turn)):
                    if F.is_met(self._waited_for_beside(c, one), other.cells, F.BRINGS):
                        raise Differs(f"whether instance {x} or {i} runs first matters to their order")
            early += [t for t in s.linked() if t not in (*chosen, *early) and s.may_wake(t, future.cells)]

    def _whole_turn(self, c: Control, id_: int) -> Touched:
        """What is touched in a turn that comes to its end in any case."""
        touched = Touched()
        touched.add(_of(c).when_resumed(id_))
        turn = self._turn(c, id_)
        numbers = {x: n for n, (x, _) in enumerate(turn)}
        if on_cycles([[numbers[y] for _, y in out if y in numbers] for _, out in turn]):
            raise Differs(f"instance {id_} is chosen, but its turn may have no end")
        for x, out in turn:
            if not self.prover.entails((), T.or_(*[a.guard for a, _ in out])) and x.place(id_).error is None:
                raise Differs(f"instance {id_} is chosen, but may stop in the middle of its turn")
            if any(a.halts for a, _ in out):
                raise Differs(f"instance {id_} is chosen, but may end the process")
            for a, _ in out:
                touched.action(a, _of(c))
        return touched

    def _future(self, p: Place, s: Reducible) -> Touched:
        """All that a thread may do in this instant."""
        touched = Touched()
        seen = {p.location}
        work = [p.location]
        while work:
            for e in p.template.edges[work.pop()]:
                touched.step(e, p.id, s)
                if not _ends_instant(e, p.id, s) and e.target not in seen:
                    seen.add(e.target)
                    work.append(e.target)
        return touched

    def _waited_for_beside(self, c: Control, id_: int) -> list[Cell]:
        """All that threads may ever wait for whose order with this one is remembered."""
        touched, s = Touched(), _of(c)
        for p in c.places:
            if s.remembers_order(id_, p.id):
                for e in p.template.all_edges():
                    touched.step(e, p.id, s)
        return [cell for cell, mode in touched.cells.items() if mode & F.WAITS]


def _is_last(a: Action) -> bool:
    """Nothing comes behind it: the process ends, or what happens is not known, and a violation of its own."""
    return a.halts or bool(a.unsupported)


def _ends_instant(e: Edge, id_: int, s: Reducible) -> bool:
    """The thread does no more in this instant. (Main, which is none of the scheduler's, never waits.)"""
    if isinstance(e.op, O.Exit | O.Unsupported):
        return True
    return isinstance(e.op, O.Primitive) and s.ends_instant(id_, e.op.call, _arguments(e.op))


def _arguments(op: O.Primitive) -> list[int]:
    return [F.ANY if t.value is None else t.value for t in op.args]


def _of(c: Control) -> Reducible:
    s = reducible(c.scheduler)
    if s is None:
        raise Malformed("nothing is known about what the calls of this scheduler touch")
    return s
