"""Every condition on blocks is needed: switched off, a kept program is wrongly Safe, and the checker refuses the proof.

* *No loop in a block* is guarded twice: without boundaries at loops there is no finite list of ways, and the engine
  gives up. So there is no wrong verdict to show, only that it gives up.
* *No exit after the commit* is guarded twice: an exit is no mover either.
* *Must-alias locks, condition waits*: those conditions belong to the mover facts that `impact` uses as well, with tests
  of their own (tests/unit/evidence/facts); here are the programs that a blunder would make wrongly Safe.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.helpers.rotation import in_turn
from threadproof import pipeline
from threadproof.analysis.movers import Mover, Movers
from threadproof.blocks import boundaries as blocks
from threadproof.blocks.boundaries import POST, PRE
from threadproof.blocks.memory import Memory, State
from threadproof.blocks.transitions import Transition
from threadproof.engines.engine import Run
from threadproof.engines.redcomp.engine import RedComp
from threadproof.errors import Limit
from threadproof.evidence.proof import check
from threadproof.evidence.proof.prover import Prover
from threadproof.ir.program import Edge, Program, Template
from threadproof.logic import term as T
from threadproof.logic.term import Term, Var
from threadproof.options import Options
from threadproof.properties import UNREACH_CALL, named
from threadproof.result.counterexample import Counterexample
from threadproof.result.verdict import Safe
from threadproof.rules.thread_modular import Member, Place, ThreadModular

PROGRAMS = Path(__file__).parents[1] / "programs" / "redcomp"


def _program(name: str) -> Program:
    options = Options()
    return pipeline._prepared(pipeline.load(PROGRAMS / f"{name}.c", options), named(options.property), form="instances")


def _verify(program: Program) -> object:
    return RedComp().verify(program, UNREACH_CALL, Run(Options.make(rule="product")))


def _is_refused(program: Program, answer: Safe) -> bool:
    checked = check(program, UNREACH_CALL, answer.proof.kind, answer.proof.data, Prover(("bitwuzla",)))
    return bool(checked.complaints)


def _never_stuck(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(blocks._Blocks, "_may_get_stuck", lambda self, at: False)


def _anything_after_the_commit(patch: pytest.MonkeyPatch) -> None:
    def after(self: blocks._Blocks, e: Edge, phase: int, at: int) -> int:
        kind = self.mover(self.t.name, e)
        return PRE if phase == PRE and kind in (Mover.BOTH, Mover.RIGHT) else POST

    patch.setattr(blocks._Blocks, "_after", after)


def _nobody_watches(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Movers, "_is_unwatched", lambda self, owner: True)


CASES = [
    (_never_stuck, "commit_then_assume_unsafe"),
    (_anything_after_the_commit, "two_commits_unsafe"),
    (_anything_after_the_commit, "lock_after_commit_unsafe"),
    (_nobody_watches, "watched_lock_unsafe"),
]


@pytest.mark.parametrize(("mutate", "name"), CASES, ids=[f"{m.__name__[1:]}-{n}" for m, n in CASES])
def test_condition_is_needed(
    mutate: Callable[[pytest.MonkeyPatch], None], name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    program = _program(name)
    assert isinstance(_verify(program), Counterexample)
    mutate(monkeypatch)
    answer = _verify(program)
    assert isinstance(answer, Safe)
    assert _is_refused(program, answer)


def test_loops_have_boundaries(monkeypatch: pytest.MonkeyPatch) -> None:
    program = _program("commit_then_loop_unsafe")
    assert isinstance(_verify(program), Counterexample)
    monkeypatch.setattr(blocks, "loop_heads", lambda t: frozenset())
    _never_stuck(monkeypatch)
    with pytest.raises(Limit):
        _verify(program)


@pytest.mark.parametrize(
    "name", ["may_alias_locks_unsafe", "wait_drops_lock_unsafe", "error_in_block_unsafe", "commit_then_exit_unsafe"]
)
def test_never_safe(name: str) -> None:
    answer = RedComp().verify(_program(name), UNREACH_CALL, Run(Options.make(rule="product", timeout=5)))
    assert not isinstance(answer, Safe)


def _no_interference(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(ThreadModular, "_interference", lambda *a: None)


def _nobody_is_counted(patch: pytest.MonkeyPatch) -> None:
    after = ThreadModular.after

    def uncounted(self: ThreadModular, w: Transition, mover: Member) -> list[Term]:
        counters = set(self.counters.values())
        return [T.var(v) if v in counters else t for v, t in zip(self.shared, after(self, w, mover), strict=True)]

    patch.setattr(ThreadModular, "after", uncounted)


def _one_more_is_there(patch: pytest.MonkeyPatch) -> None:
    are_there = ThreadModular._are_there

    def more(self: ThreadModular, place: Place, least: int) -> Term:
        return are_there(self, place, least + 1 if least else 0)

    patch.setattr(ThreadModular, "_are_there", more)


def _no_symmetry(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(ThreadModular, "_symmetry", lambda *a: None)


def _elements_are_not_written(patch: pytest.MonkeyPatch) -> None:
    write = Memory.write

    def forgetful(self: Memory, v: Var, index: tuple[Term, ...], value: Term, t: Template, state: State) -> None:
        if v not in self.watched:
            write(self, v, index, value, t, state)

    patch.setattr(Memory, "write", forgetful)


def _only_the_element_is_read(patch: pytest.MonkeyPatch) -> None:
    """As if what is assumed where a violation reads an element could be assumed of every step."""
    read = Memory.read

    def narrow(self: Memory, v: Var, index: tuple[Term, ...], state: State) -> Term:
        found = read(self, v, index, state)
        if v in self.watched:
            state.assume(self._is_watched(v, index))
        return found

    patch.setattr(Memory, "read", narrow)


def _elements_start_alike(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Memory, "initially", lambda self, v: T.var(v) if v.init is None else T.const(v.init, v.width))


RULE_CASES = [
    (_elements_are_not_written, "tmw", "many_cells_unsafe"),
    (_elements_start_alike, "tmw", "cells_initial_unsafe"),
    (_only_the_element_is_read, "tmw", "many_cells_unsafe"),
    (_no_interference, "tm", "two_commits_unsafe"),
    (_nobody_is_counted, "tmc", "two_commits_unsafe"),
    (_one_more_is_there, "tmc", "many_readers_unsafe"),
    (_no_symmetry, "tm2", "many_second_goes_on_unsafe"),
]


@pytest.mark.parametrize(
    ("mutate", "rule", "name"),
    [pytest.param(*c, id=c[0].__name__[1:], marks=in_turn(n, 3)) for n, c in enumerate(RULE_CASES)],
)
def test_rule_is_needed(
    mutate: Callable[[pytest.MonkeyPatch], None], rule: str, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The clauses of a rule are trusted, so that the checker cannot help: only comparison with `explore` does."""
    options = Options.make(threads="any", rule=rule, timeout=4, defines=["COUNT=1"])
    loaded = pipeline.load(PROGRAMS / f"{name}.c", options)
    program = pipeline._prepared(loaded, named(options.property), form="instances")

    def answer(seconds: float) -> object:
        try:
            return RedComp().verify(program, UNREACH_CALL, Run(options, time.monotonic() + seconds))
        except Limit as limit:
            return limit

    assert not isinstance(answer(4), Safe)
    mutate(monkeypatch)
    assert isinstance(answer(30), Safe)
