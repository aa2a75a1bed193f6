"""Claims that all states were explored: accepted if and only if the definitions say so, whatever the claim says."""

from __future__ import annotations

import functools
import json
import time
from collections import Counter
from pathlib import Path

import pytest

from tests.helpers.claiming import KIND, PROPERTIES, checked, claim, load, says
from tests.helpers.ir_build import step
from tests.helpers.ir_builder import Code, bakery, ended_array, program, word
from tests.helpers.ir_oracle import Oracle, TooLarge
from tests.helpers.ir_random import random_program
from tests.helpers.proving import HEAD, JOINED, MUTEX
from threadproof import cli, pipeline
from threadproof.budget import Budget
from threadproof.cli import terminal
from threadproof.errors import Limit
from threadproof.evidence.proof import check
from threadproof.evidence.proof.prover import Prover
from threadproof.evidence.states import layout
from threadproof.frontend.task import usual_data_model
from threadproof.ir import op as O
from threadproof.ir.program import Program
from threadproof.logic import term as T
from threadproof.options import Options
from threadproof.properties import UNREACH_CALL
from threadproof.result.verdict import Safe

SEEDS = 25


def test_random_programs() -> None:
    """Against the plain interpreter, inputs included."""
    count: Counter[tuple[str, bool]] = Counter()
    for seed in range(SEEDS):
        p = random_program(seed)
        oracle = Oracle(p, 300)
        try:
            graph = oracle.graph()
            oracle.graph = functools.partial(dict, graph)  # type: ignore[method-assign]
            violated = {name: oracle.is_violated(name) for name in PROPERTIES[:3]}
        except TooLarge:
            continue
        for property_, is_violated in violated.items():
            assert says(p, property_) == ("refused" if is_violated else "accepted"), (seed, property_)
            count[property_, is_violated] += 1
    for property_ in PROPERTIES[:3]:
        assert count[property_, True] > 0
        assert count[property_, False] > 8


# ---------------------------------------------------------------- inputs


def looking(*questions: T.Term, low: int = 0, high: int = 2**32 - 1, is_shared: bool = False) -> Program:
    """An input, and a violation if all questions about it are answered by yes."""
    ended = ended_array()
    main = Code("main", 1)
    x = X if is_shared else main.local("x", width=32)
    main.havoc(T.var(x), low, high)
    for q in questions:
        main.assume(T.substitute(q, {X: T.var(x)}))
    main.check(T.FALSE)
    main.end(ended)
    return program(ended, [X], main)


X = word("x")


def number(n: int) -> T.Term:
    return T.const(n, 32)


@pytest.mark.parametrize("is_shared", [False, True])
@pytest.mark.parametrize(
    ("questions", "expected"),
    [
        ([T.ult(T.var(X), number(10)), T.ult(number(10), T.var(X))], "accepted"),
        ([T.ult(T.var(X), number(10)), T.ule(number(9), T.var(X))], "refused"),
        ([T.slt(T.var(X), number(0)), T.ult(T.var(X), number(1 << 31))], "accepted"),
        ([T.slt(T.var(X), number(0)), T.ult(T.var(X), number((1 << 31) + 1))], "refused"),
        ([T.eq(T.add(T.var(X), number(7)), number(3)), T.ult(T.var(X), number(1 << 31))], "accepted"),
        ([T.eq(T.add(T.var(X), number(7)), number(3)), T.ult(number(1 << 31), T.var(X))], "refused"),
        ([T.ult(T.add(T.var(X), number(7)), number(3)), T.sle(number(0), T.var(X))], "accepted"),
        ([T.ult(T.add(T.var(X), number(7)), number(3)), T.slt(T.var(X), number(0))], "refused"),
        ([T.eq(T.mul(T.var(X), T.var(X)), number(49))], "too many values of an input"),
    ],
)
def test_an_input_is_cut_where_it_is_compared(questions: list[T.Term], expected: str, is_shared: bool) -> None:
    found = says(looking(*questions, is_shared=is_shared))
    assert found.startswith(expected)


def test_an_input_with_few_values_is_enumerated() -> None:
    square = T.mul(T.var(X), T.var(X))
    assert says(looking(T.eq(square, number(49)), high=200)) == "refused"
    assert says(looking(T.eq(square, number(50)), high=200)) == "accepted"


def test_a_copied_input_has_one_value() -> None:
    ended = ended_array()
    main = Code("main", 1)
    a, b = main.var("a"), main.var("b")
    main.havoc(a, 0, 9)
    main.assign(b, a)
    main.check(T.eq(a, b))
    main.end(ended)
    assert says(program(ended, [], main)) == "accepted"


def test_what_is_forgotten_is_not_read(monkeypatch: pytest.MonkeyPatch) -> None:
    """Which locals are kept comes from an analysis that need not be right."""
    p = bakery(2)
    assert says(p) == "accepted"
    live = layout.live_locals
    monkeypatch.setattr(layout, "live_locals", lambda t, *_, **__: [kept[1:] for kept in live(t)])
    assert any("is forgotten" in str(c) for c in checked(p).complaints)


# ---------------------------------------------------------------- what must not be reached


def test_what_is_not_understood() -> None:
    ended = ended_array()
    main = Code("main", 1)
    main.do(O.Unsupported("something strange"))
    main.end(ended)
    assert "something strange" in str(checked(program(ended, [], main)).complaints[0])


def test_waiting_in_a_section() -> None:
    ended, x = ended_array(), word("x")
    main = Code("main", 1)
    main.atomic(lambda: main.do(step(T.eq(T.var(x), main.const(0)), waits=True)))
    main.end(ended)
    assert "wait inside of an atomic section" in str(checked(program(ended, [x], main)).complaints[0])


def test_an_instance_that_is_started_twice() -> None:
    ended, x = ended_array(), word("x")
    main, a = Code("main", 1), Code("a")
    main.create("a", 2)
    main.create("a", 2)
    main.end(ended)
    a.assign(T.var(x), 1)
    a.do(step(T.eq(T.var(x), a.const(5)), waits=True))
    a.end(ended)
    assert says(program(ended, [x], main, a)) == "refused"


def test_an_instance_with_another_number() -> None:
    ended = ended_array()
    main, a = Code("main", 1), Code("a", 2)
    main.create("a", 3)
    main.end(ended)
    a.end(ended)
    assert says(program(ended, [], main, a)) == "refused"


# ---------------------------------------------------------------- documents


def test_tampered_claims() -> None:
    p = bakery(2)
    good = claim(p, "unreach-call")
    prover = Prover(())
    assert not check(p, UNREACH_CALL, KIND, good, prover).complaints
    wrong: list[object] = [
        None,
        [],
        {},
        {**good, "program": "0" * 64},
        {**good, "program": None},
        {**good, "property": "no-deadlock"},
        {**good, "property": ["unreach-call"]},
        claim(bakery(3), "unreach-call"),
        {"states": 5},
    ]
    for data in wrong:
        assert check(p, UNREACH_CALL, KIND, data, prover).complaints, data
    # how much the engine saw is nobody's business
    assert not check(p, UNREACH_CALL, KIND, {**good, "states": -7, "reduction": "magic"}, prover).complaints


def test_limits() -> None:
    p = bakery(3)
    for budget in (Budget(time.monotonic() - 1), Budget(memory_limit=1)):
        found = check(p, UNREACH_CALL, KIND, claim(p, "unreach-call"), Prover((), budget))
        assert found.limit in ("timeout", "out of memory")
        assert not found.complaints


# ---------------------------------------------------------------- the whole tool


@pytest.fixture
def joined(tmp_path: Path) -> Path:
    path = tmp_path / "program.c"
    path.write_text(HEAD + JOINED)
    return path


def run(*arguments: object) -> int:
    return cli.main([str(a) for a in arguments])


def test_a_proof_file(joined: Path, capsys: pytest.CaptureFixture[str]) -> None:
    proof, model = joined.with_name("proof.json"), usual_data_model(joined)
    assert run("verify", "--engine", "explore", "--check-proof", "--proof", proof, joined) == terminal.SAFE
    assert "\nproof accepted: states " in capsys.readouterr().out
    assert run("check-proof", joined, proof) == terminal.ACCEPTED
    assert capsys.readouterr().out.startswith(f"ACCEPTED  unreach-call  ({model}): states ")
    assert run("check-proof", joined, proof, "--timeout", "0.000001") == terminal.UNKNOWN
    assert capsys.readouterr().out.startswith(f"NOT CHECKED  unreach-call  ({model}): timeout; ")
    joined.write_text(joined.read_text().replace("x == 2", "x == 3"))
    assert run("check-proof", joined, proof) == terminal.REFUSED
    document = json.loads(proof.read_text())
    document["proof"]["data"]["program"] = claim(load(joined, "unreach-call"), "unreach-call")["program"]
    proof.write_text(json.dumps(document))
    assert run("check-proof", joined, proof) == terminal.REFUSED
    assert "reach_error() is called" in capsys.readouterr().out


def test_auto_hands_the_proof_on(tmp_path: Path) -> None:
    """Without threads, `auto` is `explore`."""
    path = tmp_path / "program.c"
    path.write_text(HEAD + "int main(void) { int n = __VERIFIER_nondet_int(); check(n < 5 || n > 4); return 0; }")
    result = pipeline.verify(path, Options(), check_with="z3")
    assert isinstance(result.verdict, Safe)
    assert result.engine == "explore"
    assert result.check is not None
    assert result.check.is_accepted


def test_time_is_up_while_checking(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The verdict stays, and says that it was not checked."""
    path = tmp_path / "program.c"
    path.write_text(HEAD + MUTEX)

    def overdue(self: Budget) -> None:
        raise Limit("timeout")

    monkeypatch.setattr(Budget, "check", overdue)
    result = pipeline.verify(path, Options(engine="explore", timeout=100), check_with="z3")
    assert isinstance(result.verdict, Safe)
    assert result.check is not None
    assert result.check.word == "not checked"
    assert result.check.limit == "timeout"
