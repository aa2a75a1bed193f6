"""Random programs that may run for ever: is there a fair execution, and does somebody stay in a function?

The judge has all states of the program as it was written, and looks where the threads are; it knows nothing of what
the question about a function makes of it.
"""

from __future__ import annotations

import functools
from collections import Counter
from pathlib import Path

import pytest

from tests.generators.endless import generate
from tests.helpers.ir_oracle import Oracle, TooLarge, Transition
from tests.helpers.rotation import blocks
from threadproof import frontend, pipeline
from threadproof.ir.interpret import State
from threadproof.options import Options
from threadproof.result.verdict import Safe, Unsafe

#: (see `tests.helpers.rotation`)
IN_TURN = 4
FAIRNESS = ("weak", "strong")
INSIDE = "inside"


class Judge(Oracle):
    def is_inside(self, state: State, id_: int) -> bool:
        for i in state.instances:
            if i.id == id_:
                return any(e.origin.function == INSIDE for e in self.semantics.edges(i))
        return False

    def stays(self, graph: dict[State, list[Transition]], fairness: str) -> bool:
        """Does somebody stay in the function?"""
        for id_ in {i.id for s in graph for i in s.instances}:
            kept = {s: out for s, out in graph.items() if self.is_inside(s, id_)}
            if any(self.is_deadlock(s, out) for s, out in kept.items()):
                return True
            if self.has_fair_cycle_within(graph, kept, fairness):
                return True
        return False


def compare(seed: int, folder: Path, found: Counter[tuple[str, str, bool]]) -> None:
    path = folder / f"program{seed}.c"
    path.write_text(generate(seed))
    written = frontend.load(path, Options(property="termination"))
    judge = Judge(written, 4_000)
    try:
        graph = judge.graph()
    except TooLarge:
        return
    judge.graph = functools.partial(dict, graph)  # type: ignore[method-assign]
    for fairness in ("none", *FAIRNESS):
        name = f"termination {fairness}".removesuffix(" weak")
        _ask(path, "termination", fairness, judge.is_violated(name), found)
        if fairness != "none":
            _ask(path, f"progress:{INSIDE}", fairness, judge.stays(graph, fairness), found)


def _ask(path: Path, property_: str, fairness: str, expected: bool, found: Counter[tuple[str, str, bool]]) -> None:
    for engine in ("explore", "rank"):
        seconds = 20 if engine == "explore" else 3
        options = Options.make(property=property_, fairness=fairness, engine=engine, timeout=seconds)
        verdict = pipeline.verify(path, options, check_with="z3").verdict  # raises if a proof is refused
        if engine == "explore" or isinstance(verdict, Safe | Unsafe):
            assert isinstance(verdict, Unsafe if expected else Safe), (path.read_text(), property_, fairness, engine)
    found[property_, fairness, expected] += 1


@pytest.mark.parametrize("seeds", [pytest.param(r, id=str(r.start)) for r in blocks(1, range(24))])
def test_fairness_and_progress(seeds: range, tmp_path: Path) -> None:
    found: Counter[tuple[str, str, bool]] = Counter()
    for seed in seeds:
        compare(seed, tmp_path, found)


@pytest.mark.long
def test_each_question_has_both_answers(tmp_path: Path) -> None:
    found: Counter[tuple[str, str, bool]] = Counter()
    for seed in range(1_000, 1_200):
        compare(seed, tmp_path, found)
    for fairness in FAIRNESS:
        for property_ in ("termination", f"progress:{INSIDE}"):
            assert min(found[property_, fairness, True], found[property_, fairness, False]) > 10, found
    assert found["progress:inside", "weak", True] > found["progress:inside", "strong", True], found
