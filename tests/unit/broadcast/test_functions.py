"""Boolean functions with numbers, and diagrams, against truth tables."""

from __future__ import annotations

from itertools import product
from random import Random

from tests.unit.broadcast.random_programs import formula
from threadproof.broadcast.diagrams import Diagrams
from threadproof.broadcast.functions import FALSE, TRUE, Functions
from threadproof.broadcast.program import now, variable
from threadproof.logic.evaluate import Model, evaluate
from threadproof.logic.term import Term

NAMES = ["s", "s'", "a.b", "a.c", "1.b"]


def table(term: Term) -> set[tuple[int, ...]]:
    """The valuations that satisfy it."""

    def holds(values: tuple[int, ...]) -> bool:
        model = Model()
        model.scalars.update((variable(name), value) for name, value in zip(NAMES, values, strict=True))
        return bool(evaluate(term, model))

    return {values for values in product((0, 1), repeat=len(NAMES)) if holds(values)}


def test_functions() -> None:
    functions = Functions(NAMES)
    seen: dict[int, set[tuple[int, ...]]] = {FALSE: set(), TRUE: set(product((0, 1), repeat=len(NAMES)))}
    for seed in range(300):
        rng = Random(seed)
        term = formula(rng, [now(name) for name in NAMES], rng.randint(0, 4))
        expected, number = table(term), functions.of(term)
        assert seen.setdefault(number, expected) == expected
        assert set(functions.solutions(number, range(len(NAMES)))) == expected
        some = rng.sample(range(len(NAMES)), rng.randint(0, len(NAMES)))
        projected = {tuple(values[i] for i in some) for values in expected}
        found = list(functions.solutions(number, some))
        assert len(found) == len(set(found))
        assert set(found) == projected
        values = {i: rng.randint(0, 1) for i in some}
        rest = functions.given(number, values)
        fitting = {v for v in expected if all(v[i] == value for i, value in values.items())}
        assert {
            v for v in functions.solutions(rest, range(len(NAMES))) if all(v[i] == values[i] for i in some)
        } == fitting
        assert functions.given(rest, {i: 1 - value for i, value in values.items()}) == rest
    # equal functions have equal numbers
    assert len({frozenset(t) for t in seen.values()}) == len(seen)


def test_diagrams() -> None:
    diagrams = Diagrams(NAMES, 1 << 12)
    for seed in range(200):
        term = formula(Random(seed), [now(name) for name in NAMES], 3)
        diagram = diagrams.of(term)
        assert diagrams.count(diagram, len(NAMES)) == len(table(term))
        assert table(diagrams.term(diagram)) == table(term)
        assert diagrams.of(diagrams.term(diagram)) == diagram
