"""One execution under a random schedule with random inputs: `threadproof run`.

The plain interpreter does every step, so this is also the quickest way to see what a program means to the tool.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import TYPE_CHECKING

from threadproof.errors import Limit
from threadproof.ir import op as O
from threadproof.ir.interpret import Effect, Instance, Semantics, State, Undetermined
from threadproof.ir.program import Edge, Program
from threadproof.result.verdict import TraceStep

if TYPE_CHECKING:
    from threadproof.evidence.trace import TraceBuilder
    from threadproof.evidence.waits import Holders

#: inputs are mostly small numbers: they get further into most programs than any 32 bits do
_SMALL = (0, 1, 2, 3, 5, 10)
#: how an execution ends in which threads are left, and none can move
STUCK = "no thread can move"


def execute(program: Program, chance: random.Random, max_steps: int) -> tuple[tuple[TraceStep, ...], str]:
    """The steps taken, and in words how the execution ended."""
    from threadproof.evidence.trace import TraceBuilder
    from threadproof.evidence.waits import Holders

    semantics = Semantics(program)
    trace = TraceBuilder(semantics)
    holders = Holders(semantics, trace)

    def watch(before: State, i: Instance, e: Edge, after: Effect) -> None:
        holders.note(before, i, e, after)
        trace.add(before, i, e, after)

    state, end = random_run(semantics, chance, max_steps, watch)
    if end == STUCK:
        why = stuck_at(semantics, state)
        end = f"the execution is discarded: {why}" if why else _deadlock(state, trace, holders)
    return tuple(trace.steps), end


def _deadlock(state: State, trace: TraceBuilder, holders: Holders) -> str:
    if state.scheduler is not None:
        return "deadlock: no thread can move"
    return "deadlock: " + "; ".join(f"{trace.name(i)} {holders.wait_of(state, i)}" for i in state.instances)


def random_run(
    semantics: Semantics,
    chance: random.Random,
    max_steps: int,
    watch: Callable[[State, Instance, Edge, Effect], None] = lambda *_: None,
) -> tuple[State, str]:
    """The last state, and in words how the execution ended. `watch` is told every step."""
    state = semantics.initial()
    for _ in range(max_steps):
        ended = _end(semantics, state)
        if ended:
            return state, ended
        state, moves = _moves(semantics, state, chance)
        if not moves:
            return state, STUCK
        id_, edge = chance.choice(moves)
        try:
            state, after, effect = _step(semantics, state, id_, edge, chance)
        except Limit as limit:
            return state, f"stopped: {limit}"
        watch(state, semantics.instance(state, id_), edge, effect)
        state = after
    return state, f"stopped after {max_steps} steps"


def stuck_at(semantics: Semantics, state: State) -> str:
    """Why and where a thread can neither go on nor waits for anybody, in words; "" if there is none."""
    for i in state.instances:
        t, edges = semantics.template(i), semantics.edges(i)
        why = t.discards.get(i.location, "an assumption fails, or the behaviour is undefined")
        if any(not isinstance(e.op, O.Step) or e.op.waits for e in edges):
            continue
        near = [*edges, *(e for e in t.all_edges() if e.target == i.location)]
        return f"{why} ({semantics.program.place(near[0].origin)})" if near else why
    return ""


def _end(semantics: Semantics, state: State) -> str:
    if state.halted:
        return f"the process ended: {state.halted}"
    if not state.instances:
        return "all threads have ended"
    for i in state.instances:
        error = semantics.template(i).errors.get(i.location)
        if error is not None:
            return f"{error.part} is violated: {error.text}"
    return ""


def _moves(semantics: Semantics, state: State, chance: random.Random) -> tuple[State, list[tuple[int, Edge]]]:
    """What can be done now; memory that was never written gets a value where that must be known."""
    while True:
        try:
            moves = list(semantics.enabled(state))
        except Undetermined as u:
            state = semantics.determine(state, u, _input(chance, 0, (1 << u.var.width) - 1))
        else:
            # a spurious wake-up is possible at any time, but nobody wants to read about thousands of them
            others = [m for m in moves if not O.is_environment(m[1].op)]
            return state, others if others and chance.random() < 0.9 else moves


def _step(
    semantics: Semantics, state: State, id_: int, edge: Edge, chance: random.Random
) -> tuple[State, State, Effect]:
    """The state before, with values of memory that was never written, as far as needed; the state after; the effect."""
    while True:
        try:
            instance = semantics.instance(state, id_)
            choices = semantics.choices(state, instance, edge)
            if isinstance(choices, range):
                choice: int | None = _input(chance, choices.start, choices.stop - 1)
            else:
                choice = chance.choice(choices)
            effect = semantics.effect(state, instance, edge, choice)
            return state, semantics.after(state, id_, effect), effect
        except Undetermined as u:
            state = semantics.determine(state, u, _input(chance, 0, (1 << u.var.width) - 1))


def _input(chance: random.Random, low: int, high: int) -> int:
    if high - low > 255 and chance.random() < 0.8:
        return min(low + chance.choice(_SMALL), high)
    return chance.randint(low, high)
