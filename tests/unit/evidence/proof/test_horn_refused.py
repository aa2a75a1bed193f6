"""A proof by Horn clauses that was tampered with is refused, for the right reason."""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import Any

import pytest

from tests.helpers.proving import CONDITION, MUTEX, PETERSON, Proved, load, term
from threadproof.engines.engine import Run
from threadproof.engines.redcomp.engine import RedComp
from threadproof.options import Options
from threadproof.properties import UNREACH_CALL
from threadproof.result.verdict import Safe

#: (see `tests.helpers.rotation`)
IN_TURN = 2

Data = dict[str, Any]


def prove(folder: Path, text: str, rule: str, reduction: str = "future") -> Proved:
    program = load(folder, text)
    run = Run(Options.make(rule=rule, reduction=reduction), time.monotonic() + 60)
    answer = RedComp().verify(program, UNREACH_CALL, run)
    assert isinstance(answer, Safe), answer
    proved = Proved(program, "unreach-call", json.loads(json.dumps(answer.proof.data)), answer.proof.kind)
    assert not proved.complaints()
    return proved


def refused(proved: Proved, data: object, why: str) -> None:
    found = proved.complaints(data)
    assert any(why in complaint for complaint in found), f"{why!r} is not among {found[:5]}"


@pytest.fixture
def mutex(tmp_path: Path) -> Proved:
    return prove(tmp_path, MUTEX, "og")


@pytest.mark.parametrize("rule", ["tm", "og", "product"])
def test_a_formula_that_says_nothing(rule: str, tmp_path: Path) -> None:
    """Some are needed."""
    proved = prove(tmp_path, CONDITION if rule == "tm" else MUTEX, rule)
    refusals = 0
    for n in range(len(proved.data["solution"])):
        data = proved.copy()
        data["solution"][n][1] = term(data, "const", 0, "1")
        refusals += any("does not hold" in c for c in proved.complaints(data))
    assert refusals


def test_a_formula_that_does_not_follow(mutex: Proved) -> None:
    data = mutex.copy()
    data["solution"][0][1] = term(data, "const", 0, "0")
    refused(mutex, data, "the clause of initially does not hold")
    data = mutex.copy()
    data["solution"][1][1] = term(data, "const", 0, "0")
    refused(mutex, data, "the clause of step main L0 -> L1 does not hold")


def test_formulas_that_are_left_out_count_as_true(mutex: Proved) -> None:
    data = mutex.copy()
    data["solution"] = []
    refused(mutex, data, "does not hold")


def test_blocks_that_are_too_long(tmp_path: Path) -> None:
    proved = prove(tmp_path, PETERSON, "product")
    for name in ("first", "second"):
        t = proved.program.templates[name]
        for at in proved.data["boundaries"][name]:
            data = proved.copy()
            data["boundaries"][name].remove(at)
            if at == t.entry:
                refused(proved, data, "no boundary where it begins")
            elif at != t.exit and at not in t.errors:
                refused(proved, data, "after its commit")


def test_blocks_without_facts(mutex: Proved) -> None:
    data = mutex.copy()
    data["movers"] = None
    refused(mutex, data, "after its commit")


def test_false_movers(tmp_path: Path) -> None:
    """The flags of Peterson's algorithm move nowhere, whatever the proof says."""
    proved = prove(tmp_path, PETERSON, "product")
    data = proved.copy()
    for rows in data["movers"]["movers"].values():
        for row in rows:
            row[:] = ["both"] * len(row)
    assert proved.complaints(data)


def test_false_locks(mutex: Proved) -> None:
    """Facts about locks are checked like those of covering trees."""
    data = mutex.copy()
    text = json.dumps(data["movers"]).replace('"right"', '"both"').replace('"none"', '"both"')
    data["movers"] = json.loads(text)
    assert mutex.complaints(data)


def test_another_rule(mutex: Proved) -> None:
    data = mutex.copy()
    data["rule"] = "product"
    assert mutex.complaints(data)
    data["rule"] = "wish"
    refused(mutex, data, "no rule wish")


def test_templates_without_boundaries(mutex: Proved) -> None:
    data = mutex.copy()
    del data["boundaries"]["second"]
    assert mutex.complaints(data)


def test_another_program_or_property(mutex: Proved) -> None:
    refused(mutex, {**mutex.copy(), "program": "0" * 64}, "another program")
    refused(mutex, {**mutex.copy(), "property": "no-overflow"}, "the proof is about no-overflow")


@pytest.mark.parametrize("data", [None, 7, {}, {"property": "unreach-call"}])
def test_what_is_no_proof(mutex: Proved, data: object) -> None:
    found = mutex.complaints(data if data is not None else "")
    assert found
    assert found[0].startswith("malformed proof")


def test_formulas_about_strangers(mutex: Proved) -> None:
    data = mutex.copy()
    data["solution"][0][1] = term(data, "var", 0, "nobody")
    refused(mutex, data, "malformed proof")
