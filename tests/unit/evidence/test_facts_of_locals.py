"""What the checker of facts concludes from the locals of one thread: at least as much as the analysis did."""

from __future__ import annotations

from pathlib import Path

import pytest

from threadproof import pipeline
from threadproof.evidence.facts.local import before, is_implied, is_refuted, with_guard
from threadproof.ir import op as O
from threadproof.logic import term as T
from threadproof.logic.term import Var
from threadproof.options import Options
from threadproof.result.verdict import Safe

PROGRAMS = Path(__file__).parents[2] / "programs" / "races"

A, B = T.var(Var("a", 8, False)), T.var(Var("b", 8, False))
assert A.var is not None and B.var is not None
IS_3, IS_4 = T.eq(A, T.const(3, 8)), T.eq(B, T.const(4, 8))


def test_denied_parts() -> None:
    where = frozenset({T.not_(IS_3)})
    assert is_refuted(T.and_(IS_3, IS_4), where)
    assert is_implied(T.not_(T.and_(IS_3, IS_4)), where)
    assert not is_implied(T.not_(T.or_(IS_3, IS_4)), where)
    assert is_implied(T.not_(T.or_(IS_3, IS_4)), where | {T.not_(IS_4)})


def test_known_values_may_exclude_a_guard_with_arrays() -> None:
    marks = Var("marks", 8, False, dims=(2,))
    guard = T.or_(*(T.and_(IS_3, T.ne(T.select(marks, (T.const(i, 8),)), T.const(2, 8))) for i in (0, 1)))
    assert with_guard(frozenset({T.eq(A, T.const(5, 8))}), guard) is None
    assert with_guard(frozenset({T.eq(A, T.const(3, 8))}), guard) is not None


@pytest.mark.parametrize("name", ["branch_that_a_value_excludes_safe", "branch_behind_another_safe"])
@pytest.mark.parametrize("property_", ["no-data-race", "no-deadlock"])
def test_proof_is_accepted(name: str, property_: str) -> None:
    result = pipeline.verify(PROGRAMS / f"{name}.c", Options(property=property_, timeout=60), check_with="z3")
    assert isinstance(result.verdict, Safe), result.verdict


@pytest.mark.parametrize(
    "op",
    [
        O.Primitive("stop", (), A.var),
        O.Havoc(A.var, (), 0, 255),
        O.Fresh(A.var, 1, None, 2, 0),
        O.Fresh(B.var, 1, A.var, 2, 0),
    ],
)
def test_what_is_written_is_forgotten(op: O.Op) -> None:
    """Whatever writes it: the result of a call of a scheduler, too."""
    assert before(IS_3, op) is None
    assert before(T.eq(T.var(Var("c", 8, False)), T.const(1, 8)), op) is not None
