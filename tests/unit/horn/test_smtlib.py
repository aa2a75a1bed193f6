"""SMT-LIB text of systems, read by Z3's parser and by Z3 as an external program."""

from __future__ import annotations

import sys
from collections import Counter
from pathlib import Path

import pytest

from tests.unit.horn.random_systems import is_solvable, random_system
from tests.unit.horn.systems import SYSTEMS, counter, flags, two_counters
from threadproof.errors import UsageError
from threadproof.horn.clause import System
from threadproof.horn.external import External, read_model
from threadproof.horn.smtlib import write
from threadproof.horn.solver import GaveUp, Solved
from threadproof.logic import term as T
from threadproof.smt.integers import NotLinear

Z3 = Path(sys.executable).parent / "z3"


@pytest.mark.parametrize("encoding", ["bits", "integers", "ideal"])
def test_z3_reads_every_clause(encoding: str) -> None:
    import z3

    for make, _ in SYSTEMS.values():
        system = make()
        read = z3.parse_smt2_string(write(system, encoding), ctx=z3.Context())
        assert len(read) == len(system.clauses)


@pytest.mark.parametrize("encoding", ["bits", "integers"])
def test_systems_mean_the_same_to_z3(encoding: str) -> None:
    import z3

    kinds: Counter[str] = Counter()
    for seed in range(25):
        system = random_system(seed)
        try:
            text = write(system, encoding)
        except NotLinear:
            kinds["not linear"] += 1
            continue
        context = z3.Context()
        solver = z3.SolverFor("HORN", ctx=context)
        solver.set("timeout", 2000)
        solver.add(z3.parse_smt2_string(text, ctx=context))
        answer = solver.check()
        kinds[str(answer)] += 1
        assert answer in (z3.unknown, z3.sat if is_solvable(system) else z3.unsat)
    assert kinds["unknown"] <= 1 and kinds["sat"] >= 2 and kinds["unsat"] >= 2, kinds


def test_what_is_not_linear_cannot_be_written_over_integers() -> None:
    system = System()
    x = T.Var("x", 8, shared=True)
    p = system.predicate("P", (x,))
    system.add(p(T.mul(T.var(x), T.var(x))))
    assert "bvmul" in write(system)
    with pytest.raises(NotLinear):
        write(system, "integers")


@pytest.mark.parametrize("encoding", ["bits", "integers", "ideal"])
def test_models_of_another_program_are_read_and_proved(encoding: str) -> None:
    solver = External(f"{Z3} -T:10", encoding)
    for system in (counter(11), flags(safe=True)):
        assert isinstance(solver.solve(system, 20), Solved)


def test_an_answer_without_proof_is_no_answer(tmp_path: Path) -> None:
    assert External(str(Z3)).solve(counter(7), 20) == GaveUp("z3 says unsat, without proof")
    liar = tmp_path / "liar"
    liar.write_text("#!/bin/sh\necho sat\necho '((define-fun P0 ((x (_ BitVec 32))) Bool true))'\n")
    liar.chmod(0o755)
    assert External(str(liar)).solve(counter(11), 20) == GaveUp("liar says sat, without proof")
    with pytest.raises(UsageError):
        External("/nowhere/at/all")
    slow = tmp_path / "slow"
    slow.write_text("#!/bin/sh\nexec sleep 30\n")
    slow.chmod(0o755)
    assert External(str(slow)).solve(counter(11), 0.2) == GaveUp("slow says timeout, without proof")


def test_models_with_definitions_that_use_each_other() -> None:
    system = two_counters(safe=True)
    (p,) = system.predicates
    text = """sat
(model (define-fun helper ((a (_ BitVec 32)) (b (_ BitVec 32))) (_ BitVec 32) (bvadd a b))
  (define-fun |P0| ((a (_ BitVec 32)) (b (_ BitVec 32)) (c (_ BitVec 32))) Bool (= (helper a b) c)))"""
    x, y, n = map(T.var, p.params)
    found = read_model(text, system, "bits")
    assert found == {p: T.eq(T.add(x, y), n)}
