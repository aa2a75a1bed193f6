"""Executions without end in which no state comes back: random runs, and what stays true in the rounds they take.

A run comes to the same places again and again. For a round between two such visits candidates are what is true of the
cells it writes whenever it begins (values, remainders, differences, and its own conditions); of these those are kept
that hold after the round if all do before it (Houdini: Flanagan and Leino, FME 2001). If the round is always possible
then, this is a recurrent set (`rules.recurrence`), which whoever replays the execution proves once more.
Entry point: `recurrent_round`.
"""

from __future__ import annotations

import random
import time
from collections.abc import Sequence
from itertools import combinations
from typing import Final

from threadproof.engines.engine import Run
from threadproof.errors import InternalError, Limit
from threadproof.ir import op as O
from threadproof.ir.interpret import Names, Semantics, State, Undetermined
from threadproof.ir.program import Program
from threadproof.ir.values import Versioned
from threadproof.logic import term as T
from threadproof.logic.term import Term
from threadproof.properties import Property
from threadproof.result.counterexample import Counterexample, Determine, Move
from threadproof.rules.recurrence import NotClear, Point, Round, composed, is_recurrent
from threadproof.smt.solver import Solver, make_solver

#: moves of one run, and of one round
STEPS: Final = 1_200
LONGEST: Final = 150
#: rounds of one run that are looked at
MOST_ROUNDS: Final = 30
#: how often a round is tried out before anything is proved
TRIES: Final = 3
MOST_CELLS: Final = 24
#: how likely it is that the same thread goes on
PATIENCE: Final = (0.0, 0.9, 0.97)
#: mostly
INPUTS: Final = (0, 1, 2, 3, 5, 10)
REMAINDERS: Final = (1, 2, 3, 4)


def recurrent_round(program: Program, property_: Property, run: Run, seconds: float) -> Counterexample | None:
    if program.scheduler is not None:
        return None
    until = time.monotonic() + seconds
    solver = make_solver()
    seed = run.options.seed
    while time.monotonic() < until:
        run.check_deadline()
        names = Names()
        history = _run(Semantics(program, names, Versioned), random.Random(seed), PATIENCE[seed % len(PATIENCE)], until)
        seed += 1
        found = _look(Semantics(program, names, Versioned), history, property_, solver, until)
        if found is not None:
            return found
        if history.is_over and seed > 3 * len(PATIENCE):
            return None
    return None


class History:
    def __init__(self, start: State) -> None:
        self.moves: list[Move | Determine] = []
        #: before each move
        self.states: list[State] = []
        self.now = start
        #: it has come to an end
        self.is_over = False


def _run(semantics: Semantics, chance: random.Random, patience: float, until: float) -> History:
    history = History(semantics.initial())
    last = 0
    while len(history.moves) < STEPS and time.monotonic() < until:
        state = history.now
        try:
            if state.halted or not state.instances:
                break
            m = _move(semantics, state, chance, last if chance.random() < patience else 0)
            if m is None:
                break
            after = semantics.step(state, m.instance, m.edge, m.choice)
        except Undetermined as u:
            value = _input(chance, 0, (1 << (u.var.width or 1)) - 1)
            history.moves.append(Determine(u.instance, u.var, u.key, value))
            history.states.append(state)
            history.now = semantics.determine(state, u, value)
            continue
        except (Limit, InternalError):
            break
        last = m.instance
        history.moves.append(m)
        history.states.append(state)
        history.now = after
    else:
        return history
    history.is_over = True
    return history


def _move(semantics: Semantics, state: State, chance: random.Random, first: int) -> Move | None:
    """One that is possible, of instance `first` if it can move; None: nobody can."""
    moves = [m for m in semantics.enabled(state) if not O.is_environment(m[1].op)]
    if not moves:
        return None
    id_, edge = chance.choice([m for m in moves if m[0] == first] or moves)
    choices = semantics.choices(state, semantics.instance(state, id_), edge)
    if isinstance(choices, range):
        return Move(id_, edge, _input(chance, choices.start, choices.stop - 1))
    return Move(id_, edge, chance.choice(choices))


def _input(chance: random.Random, low: int, high: int) -> int:
    kind = chance.random()
    if kind < 0.6:
        return min(low + chance.choice(INPUTS), high)
    if kind < 0.8:  # (near the largest number, also of signed ones)
        return max((high if kind < 0.7 else low + (high - low) // 2) - chance.choice(INPUTS), low)
    return chance.randint(low, high)


def _look(
    semantics: Semantics, history: History, property_: Property, solver: Solver, until: float
) -> Counterexample | None:
    states = [*history.states, history.now]
    places = [tuple([(i.id, i.location) for i in s.instances]) for s in states]
    last: dict[tuple[tuple[int, int], ...], list[int]] = {}
    looked_at: set[tuple[tuple[int, int], ...]] = set()
    for end, place in enumerate(places):
        for begin in reversed(last.get(place, [])[-4:]):
            moves = history.moves[begin:end]
            if states[end].inside or end - begin > LONGEST or not all(isinstance(m, Move) for m in moves):
                continue
            shape = tuple([(m.instance, id(m.edge)) for m in moves if isinstance(m, Move)])
            if shape in looked_at:
                continue
            if len(looked_at) >= MOST_ROUNDS or time.monotonic() > until:
                return None
            looked_at.add(shape)
            points = [Point(states[n], m) for n, m in enumerate(moves, begin) if isinstance(m, Move)]
            found = _recurrent(semantics, points, states[end], property_, solver)
            if found is not None:
                return Counterexample(
                    tuple(history.moves[:end]),
                    property_.name,
                    loop_start=begin,
                    names=semantics.names,
                    recurrent=tuple(found),
                )
        last.setdefault(place, []).append(end)
    return None


def _recurrent(
    semantics: Semantics, points: Sequence[Point], end: State, property_: Property, solver: Solver
) -> list[Term] | None:
    try:
        found = composed(semantics, points, end, property_.fairness)
        if len(found.after) > MOST_CELLS:
            return None
        kept = _that_stay(found, _candidates(found, _tried(semantics, points, end)), solver)
    except (NotClear, Undetermined, Limit, InternalError):
        return None
    if not is_recurrent(found, kept, solver):
        return None
    for a in reversed(kept):  # (the simple ones are in front)
        fewer = [b for b in kept if b is not a]
        if is_recurrent(found, fewer, solver):
            kept = fewer
    return kept


def _tried(semantics: Semantics, points: Sequence[Point], end: State) -> list[State]:
    """The states before some rounds."""
    found, state = [points[0].state], end
    for _ in range(TRIES):
        found.append(state)
        for _, m in points:
            if not semantics.is_enabled(state, semantics.instance(state, m.instance), m.edge):
                raise NotClear("the next round is not possible")
            state = semantics.step(state, m.instance, m.edge, m.choice)
    return found


def _candidates(found: Round, states: Sequence[State]) -> list[Term]:
    """What is true before the first round, and before those behind it."""
    rounds = [found.first]
    for _ in states[1:]:
        rounds.append({v: T.substitute(t, rounds[-1]) for v, t in found.after.items()})
    cells = [v for v in found.after if v.width != T.BOOL]
    atoms = [T.eq(T.var(v), t) for v, t in found.first.items()]
    atoms += [c for condition in found.conditions for c in T.conjuncts(condition)]
    for v in cells:
        for bits in REMAINDERS:
            if bits < v.width:
                rest = T.bvand(T.var(v), T.const((1 << bits) - 1, v.width))
                atoms.append(T.eq(rest, T.substitute(rest, found.first)))
    for a, b in combinations(cells, 2):
        if a.width == b.width:
            difference = T.sub(T.var(a), T.var(b))
            atoms.append(T.eq(difference, T.substitute(difference, found.first)))
    return [a for a in dict.fromkeys(atoms) if all(T.substitute(a, known) is T.TRUE for known in rounds)]


def _that_stay(found: Round, atoms: list[Term], solver: Solver) -> list[Term]:
    """The largest part of them that holds after a round if it does before."""
    while True:
        kept = [a for a in atoms if solver.check(*atoms, T.not_(T.substitute(a, found.after))) is False]
        if len(kept) == len(atoms):
            return kept
        atoms = kept
