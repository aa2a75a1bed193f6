"""Invariants that are shown hold: in states of random runs in which no block is interrupted."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.generators import alike, concurrent, locking, scpl
from tests.helpers.rotation import rotating
from threadproof import pipeline
from threadproof.broadcast import symbolic
from threadproof.broadcast.parser import parse_program
from threadproof.engines.symmpa.proof import _states
from threadproof.errors import Limit
from threadproof.evidence.execute import _end, _moves, _step
from threadproof.evidence.invariants import invariants
from threadproof.ir.interpret import Semantics, State, cell_of
from threadproof.ir.program import Program
from threadproof.logic.evaluate import Model, evaluate
from threadproof.logic.term import Term, Var
from threadproof.options import Options, asked
from threadproof.result.invariant import Invariant
from threadproof.result.verdict import Proof, Safe

GENERATORS = {
    "alike": alike.generate,
    "locking": locking.generate,
    "concurrent": lambda seed: concurrent.generate(seed, "mixed"),
    "scpl": scpl.generate,
}
SEEDS = range(200_000, 201_000)
RUNS, STEPS = 20, 150


@dataclass
class Thread:
    template: str
    location: int
    locals: tuple[Any, ...]


class Run:
    """A random run in which a thread goes on until it is at a boundary."""

    def __init__(self, program: Program, boundaries: dict[str, list[int]] | None, chance: Random) -> None:
        self.semantics = Semantics(program)
        self.boundaries = boundaries
        self.chance = chance
        #: those that have ended stay where they were
        self.threads: dict[int, Thread] = {}

    def states(self) -> Iterator[State]:
        semantics, state = self.semantics, self.semantics.initial()
        for _ in range(STEPS):
            for i in state.instances:
                self.threads[i.id] = Thread(i.template, i.location, i.locals)
            inside = [i.id for i in state.instances if not self._is_boundary(i.template, i.location)]
            if not inside and not state.inside and not state.halted:
                yield state
            if _end(semantics, state):
                return
            state, moves = _moves(semantics, state, self.chance)
            moves = [m for m in moves if not inside or m[0] in inside]
            if not moves:
                return
            id_, edge = self.chance.choice(moves)
            try:
                state, after, effect = _step(semantics, state, id_, edge, self.chance)
            except Limit:
                return
            if effect.instance is None:
                old = semantics.instance(state, id_)
                self.threads[id_] = Thread(old.template, semantics.program.templates[old.template].exit, old.locals)
            state = after

    def _is_boundary(self, template: str, location: int) -> bool:
        return self.boundaries is None or location in self.boundaries[template]


class Values:
    def __init__(self, semantics: Semantics, state: State, chance: Random) -> None:
        self.semantics = semantics
        self.state = state
        self.chance = chance
        self.shared = {v.name: n for v, n in semantics.shared_slot.items()}
        self.local = {t: {v.name: n for v, n in slots.items()} for t, slots in semantics.local_slot.items()}

    def holds(self, formulas: tuple[Term, ...], threads: dict[str, Thread]) -> bool | None:
        """None: it is about something that no state has."""
        model = Model()
        for v in {v for f in formulas for v in f.vars}:
            found = self._value(v, threads)
            if found is None or v.dims:
                return None
            model.scalars[v] = found if isinstance(found, int) else self.chance.randrange(1 << max(v.width, 1))
        return all(evaluate(f, model) for f in formulas)

    def _value(self, v: Var, threads: dict[str, Thread]) -> Any:
        name, _, slot = v.name.partition("~")
        name = name.partition("@")[0]
        among = [threads[slot]] if slot else threads.values()
        base, _, index = name.rpartition("[")
        for known, values in [
            (self.shared, self.state.shared),
            *[(self.local[t.template], t.locals) for t in among],
        ]:
            if name in known:
                return values[known[name]]
            if base in known and index[:-1].isdecimal():
                return cell_of(values[known[base]], int(index[:-1]))
        return None


def check(program: Program, proof: Proof, seed: int, *, is_alone: bool) -> Counter[str]:
    """`is_alone`: each invariant is about one thread, wherever the others are."""
    found = invariants(program, proof)
    assert found is not None
    boundaries = proof.data.get("boundaries")
    by_place: dict[tuple[tuple[str, int | None], ...], list[Invariant]] = {}
    for i in found:
        by_place.setdefault(tuple((p.template, p.location) for p in i.places), []).append(i)
    seen: Counter[str] = Counter()
    for n in range(RUNS):
        run = Run(program, boundaries, Random(f"{seed} {n}"))
        for state in run.states():
            values = Values(run.semantics, state, run.chance)
            threads = sorted(
                run.threads.values(), key=lambda t: (list(program.templates).index(t.template), t.location)
            )
            groups = [[t] for t in threads] if is_alone else [threads]
            for group in groups:
                here = by_place.get(tuple((t.template, t.location) for t in group), [])
                if is_alone:
                    assert here or group[0].location == program.templates[group[0].template].exit, group
                for i in here:
                    named = {p.thread.rpartition("#")[2]: t for p, t in zip(i.places, group, strict=True)}
                    answers = [values.holds(case, named) for case in i.cases]
                    seen["unknown" if None in answers else "evaluated"] += 1
                    assert None in answers or any(answers), (i, state)
                    seen["says something"] += all(i.cases)
    return seen


def proved(path: Path, **settings: Any) -> tuple[Program, Proof] | None:
    options = Options.make(timeout=3.0, **settings)
    result = pipeline.verify(path, options)
    if not isinstance(result.verdict, Safe):
        return None
    program = pipeline._prepared(pipeline.load(path, options), asked(options), form=result.form)
    return program, result.verdict.proof


def as_sets(proof: Proof) -> Proof:
    """The same states, as decision diagrams."""
    abstract = parse_program("\n".join(proof.data["abstract"]), "")
    found = symbolic.explore(abstract, {t.name: t.number or 0 for t in abstract.templates})
    rest = {name: value for name, value in proof.data.items() if name not in ("places", "states")}
    return Proof(proof.kind, {**rest, **_states(found)})


@pytest.mark.parametrize("kind", GENERATORS)
@pytest.mark.parametrize("seed", [SEEDS[n] for n in rotating(2, len(SEEDS))])
def test_symmpa(kind: str, seed: int, tmp_path: Path) -> None:
    path = tmp_path / ("program.scpl" if kind == "scpl" else "program.c")
    path.write_text(GENERATORS[kind](seed))
    for threads in ("any", "2") if kind == "scpl" else (None,):
        found = proved(path, engine="symmpa", threads=threads)
        if found is not None and found[1].kind == "broadcast-abstraction":
            program, proof = found
            check(program, proof, seed, is_alone=True)
            if "states" in proof.data:
                check(program, as_sets(proof), seed, is_alone=False)


@pytest.mark.parametrize("kind", ["alike", "locking", "concurrent"])
@pytest.mark.parametrize("seed", [SEEDS[n] for n in rotating(2, len(SEEDS))])
def test_impact(kind: str, seed: int, tmp_path: Path) -> None:
    """Without reductions: with them, labels say nothing about schedules that are left out."""
    path = tmp_path / "program.c"
    path.write_text(GENERATORS[kind](seed))
    found = proved(path, engine="impact", por="none", symmetry=False)
    if found is not None and found[1].kind == "covering-tree":
        check(*found, seed, is_alone=False)


@pytest.mark.parametrize("rule", ["tm", "product"])
@pytest.mark.parametrize("kind", ["alike", "locking", "concurrent"])
@pytest.mark.parametrize("seed", [SEEDS[n] for n in rotating(1, len(SEEDS))])
def test_redcomp(kind: str, seed: int, rule: str, tmp_path: Path) -> None:
    path = tmp_path / "program.c"
    path.write_text(GENERATORS[kind](seed))
    found = proved(path, engine="redcomp", rule=rule)
    if found is not None and found[1].kind == "horn-solution":
        check(*found, seed, is_alone=rule == "tm")
