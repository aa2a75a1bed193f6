"""Traces of broadcast programs: first by counting threads that are alike, then with a number for each thread.

A counted trace says at every step in which local state the active thread was and which edge it took. Threads in the
same local state can be exchanged, so any of them may be the one that moves: `numbered` picks them, and finds out
which passive thread went where. In the monotone closure threads may also get lost after a step: their state is None.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from threadproof.broadcast.moves import LocalState, Machine
from threadproof.broadcast.program import Edge, Program
from threadproof.errors import InternalError
from threadproof.records import dataclass


@dataclass(frozen=True, slots=True)
class State:
    """A shared valuation (bit i is variable i) and a multiset of local states, sorted."""

    shared: int
    threads: tuple[tuple[LocalState, int], ...]

    @property
    def size(self) -> int:
        return sum(count for _, count in self.threads)


@dataclass(frozen=True, slots=True)
class Step:
    active: LocalState
    edge: Edge
    #: where the active thread is then
    moved: LocalState
    after: State


@dataclass(frozen=True, slots=True)
class Trace:
    initial: State
    steps: tuple[Step, ...]

    @property
    def last(self) -> State:
        return self.steps[-1].after if self.steps else self.initial


@dataclass(frozen=True, slots=True)
class NumberedStep:
    #: which thread moves
    thread: int
    edge: Edge
    shared: int
    #: the local state of each thread afterwards; None: it got lost
    threads: tuple[LocalState | None, ...]


@dataclass(frozen=True, slots=True)
class NumberedTrace:
    shared: int
    threads: tuple[LocalState, ...]
    steps: tuple[NumberedStep, ...]


def count_threads(threads: Iterable[LocalState]) -> tuple[tuple[LocalState, int], ...]:
    return tuple(sorted(Counter(threads).items()))


def make_state(machine: Machine, shared: int, places: Iterable[int]) -> State:
    return State(shared, count_threads(machine.places[p] for p in places))


def numbered(program: Program, trace: Trace) -> NumberedTrace:
    """The trace with threads 0, 1, …, in the order of their initial local states; InternalError if it is none."""
    machine = Machine(program)
    first = tuple(s for s, count in trace.initial.threads for _ in range(count))
    shared, threads = trace.initial.shared, list[LocalState | None](first)
    steps: list[NumberedStep] = []
    for step in trace.steps:
        moved = _follow(machine, shared, threads, step)
        if moved is None:
            raise InternalError(f"no thread can take the step {len(steps) + 1} of a broadcast trace")
        thread, threads = moved
        shared = step.after.shared
        steps.append(NumberedStep(thread, step.edge, shared, tuple(threads)))
    return NumberedTrace(trace.initial.shared, first, tuple(steps))


def _follow(
    machine: Machine, shared: int, threads: Sequence[LocalState | None], step: Step
) -> tuple[int, list[LocalState | None]] | None:
    """Who moves, and where everybody is then."""
    if step.active not in threads:
        return None
    active = threads.index(step.active)
    passive = sorted((machine.place(t), i) for i, t in enumerate(threads) if t is not None and i != active)
    target = (step.edge, step.after.shared, machine.place(step.moved))
    for move in machine.moves(shared, machine.place(step.active)):
        if move[:3] != target:
            continue
        for pairs in machine.together(move.effect, [place for place, _ in passive], may_be_late=True):
            moved: list[LocalState | None] = [None] * len(threads)
            moved[active] = step.moved
            for (_, i), (_, place) in zip(passive, pairs, strict=True):
                moved[i] = machine.places[place]
            if (kept := _keep(moved, step.after)) is not None:
                return active, kept
    return None


def _keep(threads: Sequence[LocalState | None], state: State) -> list[LocalState | None] | None:
    """Lose as many threads as the state does; None if it has threads that are not there."""
    wanted = Counter(dict(state.threads))
    kept: list[LocalState | None] = []
    for t in threads:
        there = t is not None and wanted[t] > 0
        kept.append(t if there else None)
        if t is not None and there:
            wanted[t] -= 1
    return None if any(wanted.values()) else kept
