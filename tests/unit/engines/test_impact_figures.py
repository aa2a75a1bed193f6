"""Figure 1 of the paper on Impact with partial-order reduction: v[i], v[j] commute because labels say that i != j."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from threadproof import frontend, passes, pipeline
from threadproof.engines.covering.labels import Label, Labels
from threadproof.engines.covering.search import Search
from threadproof.engines.engine import Run
from threadproof.ir.symbolic import Symbolic
from threadproof.ir.violations import Violations
from threadproof.logic import term as T
from threadproof.logic.term import Term
from threadproof.options import Options
from threadproof.properties import named
from threadproof.result.verdict import Safe, Unsafe
from threadproof.smt.solver import make_solver

#: (see `tests.helpers.rotation`)
IN_TURN = 2

PROGRAMS = Path(__file__).parents[2] / "programs" / "impact"
FIGURE = PROGRAMS / "figure1_safe.c"
#: without the assumption i != j
MAY_ALIAS = PROGRAMS / "figure1_may_alias_unsafe.c"


def options(por: str = "sleep", *, force_cover: bool = False) -> Options:
    """As in the paper every statement is one step; then both programs are safe, and their trees can be compared."""
    return Options.make(engine="impact", por=por, force_cover=force_cover, atomic_statements=True, timeout=30)


def search(path: Path, por: str) -> Search:
    """A finished search."""
    o = options(por)
    program = passes.run(frontend.load(path, o), named(o.property))
    program = passes.in_form(program, named(o.property), "instances")
    symbolic = Symbolic(program)
    run = Run(o, time.monotonic() + 30)
    s = Search(symbolic, Labels(make_solver()), Violations(symbolic, named(o.property)), o, run.check_deadline)
    s.run()
    return s


def asleep_under_a_condition(s: Search) -> list[tuple[Label, Term]]:
    """Where a thread sleeps though it touches the array that was just written: the label before, and the condition."""
    found = []
    for n in s.tree.live_nodes():
        if n.parent is None or n.action is None:
            continue
        for z in n.sleep:
            for b in s.symbolic.actions(n.parent.control, n.parent.control.place(z)):
                condition = s.independence.condition(n.action, b)
                if condition is not T.TRUE:
                    found.append((n.parent.label, condition))
    return found


def different(s: Search) -> Term:
    """i != j"""
    shared = {v.name: v for v in s.symbolic.program.shared}
    return T.ne(T.var(shared["i"]), T.var(shared["j"]))


def nodes(path: Path, por: str, *, force_cover: bool = False) -> int:
    verdict = pipeline.verify(path, options(por, force_cover=force_cover), check_with="bitwuzla").verdict
    assert isinstance(verdict, Safe)
    count = verdict.statistics["nodes"]
    assert isinstance(count, int)
    return count


def test_verdicts() -> None:
    """With loads and stores as steps of their own, a value read too early is written back if i == j."""
    fine = Options(engine="impact", timeout=30)
    assert isinstance(pipeline.verify(FIGURE, fine, check_with="bitwuzla").verdict, Safe)
    assert isinstance(pipeline.verify(MAY_ALIAS, fine).verdict, Unsafe)


@pytest.mark.parametrize("force_cover", [True, False])
def test_reduction_leaves_fewer_nodes(force_cover: bool) -> None:
    full = nodes(FIGURE, "none", force_cover=force_cover)
    static = nodes(FIGURE, "static", force_cover=force_cover)
    for por in ("monotonic", "sleep"):
        assert nodes(FIGURE, por, force_cover=force_cover) < static < full


@pytest.mark.parametrize("por", ["monotonic", "sleep"])
def test_the_assumption_leaves_fewer_nodes(por: str) -> None:
    """Not because there is less to prove: without reduction both trees are alike."""
    assert nodes(FIGURE, por) < nodes(MAY_ALIAS, por)
    assert abs(nodes(FIGURE, "none") - nodes(MAY_ALIAS, "none")) < 5


@pytest.mark.parametrize("por", ["monotonic", "sleep"])
def test_labels_say_that_the_cells_are_different(por: str) -> None:
    s = search(FIGURE, por)
    found = asleep_under_a_condition(s)
    assert found
    fact = different(s)
    for label, condition in found:
        assert s.labels.entails(label, fact)
        assert s.labels.entails(label, condition)


@pytest.mark.parametrize("por", ["monotonic", "sleep"])
def test_without_the_assumption_they_are_dependent(por: str) -> None:
    s = search(MAY_ALIAS, por)
    assert not asleep_under_a_condition(s)
    fact = different(s)
    labels = {n.label for n in s.tree.live_nodes() if n.is_live}
    assert not any(s.labels.entails(label, fact) for label in labels)
