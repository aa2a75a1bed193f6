"""A question that no solver decides casts doubt on the complaint that it leads to, and on no other."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from threadproof.evidence.proof import prover as module
from threadproof.evidence.proof.complaint import Complaint
from threadproof.evidence.proof.prover import Prover
from threadproof.logic import term as T
from threadproof.logic.term import Term, Var

EASY, HARD = (T.eq(T.var(Var(name, 8, shared=True)), T.const(1, 8)) for name in ("easy", "hard"))


class Solver:
    """Finds that nothing follows, and does not decide what is about hard things."""

    limit = 0.0
    solver_time = 0.0

    def check(self, *terms: Term) -> bool | None:
        return None if any(v.name == "hard" for t in terms for v in t.vars) else True


@pytest.fixture
def prover(monkeypatch: pytest.MonkeyPatch) -> Prover:
    monkeypatch.setattr(module, "make_solver", lambda *_, **__: Solver())
    return Prover()


def doubts(prover: Prover, *goals: Term) -> list[bool]:
    def complaints() -> Iterator[Complaint]:
        for goal in goals:
            if not prover.entails((), goal):
                yield Complaint("it does not follow")

    return [c.in_doubt for c in prover.with_doubt(complaints())]


def test_only_the_complaint_about_what_was_not_decided_is_in_doubt(prover: Prover) -> None:
    assert doubts(prover, HARD, EASY) == [True, False]
    assert doubts(prover, EASY, HARD) == [False, True]


def test_what_was_not_decided_once_is_remembered_as_such(prover: Prover) -> None:
    assert doubts(prover, HARD, HARD) == [True, True]


def test_what_follows_in_another_way_leaves_no_doubt(prover: Prover, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(prover, "_decide", lambda terms: None if HARD in terms or T.not_(HARD) in terms else True)
    assert prover.entails((EASY,), HARD)
    assert doubts(prover, T.FALSE) == []
    monkeypatch.setattr(prover, "_decide", lambda terms: False)
    assert doubts(prover, T.not_(EASY)) == [False]
