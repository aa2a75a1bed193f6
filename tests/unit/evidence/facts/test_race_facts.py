"""The checker of race facts: it accepts what the analysis says, and refuses it after any tampering that matters."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.unit.analysis.test_static_races import FREE, RACY, program_of, two
from threadproof.analysis.plain import race_facts
from threadproof.analysis.races import possible_races
from threadproof.evidence.facts.races import check
from threadproof.ir.program import Program

#: (see `tests.helpers.rotation`)
IN_TURN = 2

Facts = dict[str, Any]


def facts_of(folder: Path, text: str) -> tuple[Program, Facts]:
    p = program_of(folder, text)
    return p, json.loads(json.dumps(race_facts(possible_races(p))))


def cases(facts: Facts) -> Iterator[Facts]:
    for at in facts["cases"].values():
        for here in at:
            yield from here


@pytest.mark.parametrize("name", FREE)
def test_accepts(name: str, tmp_path: Path) -> None:
    assert check(*facts_of(tmp_path, FREE[name])) == []


def _drop_locks(f: Facts) -> None:
    for c in cases(f):
        c.pop("held", None)


def _drop_one_lock(f: Facts) -> None:
    next(c for c in cases(f) if "held" in c).pop("held")


def _lock_everywhere(f: Facts) -> None:
    for c in cases(f):
        c["held"] = [["m.owner"]]


def _lock_at_entry(f: Facts) -> None:
    f["cases"]["f"][0][0]["held"] = [["m.owner"]]


def _never_there(f: Facts) -> None:
    f["cases"]["f"][1] = []


def _not_started(f: Facts) -> None:
    for here in f["cases"]["main"]:
        for c in here:
            c["unstarted"] = ["f"]


def _ended(f: Facts) -> None:
    for here in f["cases"]["main"]:
        for c in here:
            c["ended"] = ["f"]


def _no_pairs(f: Facts) -> None:
    f["pairs"] = []


def _no_owner(f: Facts) -> None:
    f["owners"] = []


def _reason(text: list[Any]) -> Callable[[Facts], None]:
    def change(f: Facts) -> None:
        for pair in f["pairs"]:
            pair[2] = [text]

    return change


def _missing_template(f: Facts) -> None:
    del f["cases"]["f"]


def _nonsense(f: Facts) -> None:
    f["cases"]["f"][0][0]["where"] = [["frobnicate", 3]]


TAMPERED = {
    "locks dropped": _drop_locks,
    "one lock dropped": _drop_one_lock,
    "lock claimed everywhere": _lock_everywhere,
    "lock claimed at the entry": _lock_at_entry,
    "a location claimed unreachable": _never_there,
    "claimed not started": _not_started,
    "claimed ended": _ended,
    "pairs dropped": _no_pairs,
    "lock variable not listed": _no_owner,
    "wrong reason: cells": _reason(["cells"]),
    "wrong reason: ended": _reason(["ended", 0]),
    "wrong reason: unstarted": _reason(["unstarted", 1]),
    "wrong lock": _reason(["lock", ["n.owner"], ["n.owner"]]),
    "unknown reason": _reason(["because"]),
    "nothing about a thread": _missing_template,
    "not a term": _nonsense,
}


@pytest.mark.parametrize("name", TAMPERED)
def test_refuses(name: str, tmp_path: Path) -> None:
    text = two("LOCK(m); x++; UNLOCK(m); LOCK(n); UNLOCK(n);", "LOCK(m); x--; UNLOCK(m);")
    p, facts = facts_of(tmp_path, text)
    assert not check(p, facts)
    tampered = copy.deepcopy(facts)
    TAMPERED[name](tampered)
    assert check(p, tampered)


@pytest.mark.parametrize("name", RACY)
def test_refuses_invented_reasons(name: str, tmp_path: Path) -> None:
    """Any reason for every pair that is left: none is true."""
    p = program_of(tmp_path, RACY[name])
    found = possible_races(p)
    facts = race_facts(found)
    held = [h for c in cases(facts) for h in c.get("held", [])]
    found.excluded = [(a, b, []) for a, b in found.pairs]
    left = race_facts(found)["pairs"]
    every = [["cells"], *([w, s] for w in ("unstarted", "ended") for s in (0, 1)), *(["lock", x, x] for x in held)]
    for a, b, _ in left:
        facts["pairs"].append([a, b, every])
    assert check(p, facts)


def test_another_thread_may_not_release(tmp_path: Path) -> None:
    """A lock that a thread gives back without holding it is no lock, however the facts are put."""
    p, facts = facts_of(tmp_path, RACY["unlocked by another"])
    assert facts["owners"] == []
    facts["owners"] = ["m.owner"]
    assert any("may not hold" in problem for problem in check(p, facts))


def test_readers_are_counted_exactly(tmp_path: Path) -> None:
    p, facts = facts_of(tmp_path, FREE["readers"])
    for c in cases(facts):
        if "tokens" in c:
            del c["tokens"]
            break
    assert check(p, facts)


def _surely_everywhere(f: Facts) -> None:
    for at in f["secrets"][0]["at"].values():
        for state in at:
            if state is not None and state[1]:
                state[0] = state[1]
        at[-2] = at[1]


def _nobody_may(f: Facts) -> None:
    for at in f["secrets"][0]["at"].values():
        for state in at:
            if state is not None:
                state[1] = []


def _never_told(f: Facts) -> None:
    for at in f["secrets"][0]["at"].values():
        last: Any = [[], []]
        for n, state in enumerate(at):
            if state is None or not state[0]:
                at[n] = last
            last = at[n]


def _fewer_variables(f: Facts) -> None:
    f["secrets"][0]["vars"] = []


def _another_number(f: Facts) -> None:
    f["secrets"][0]["number"] += 1


SECRETS = {
    "held without reason": _surely_everywhere,
    "copies forgotten": _nobody_may,
    "never told": _never_told,
    "variables left out": _fewer_variables,
    "another number": _another_number,
}


@pytest.mark.parametrize("program", ["not yet published", "not yet published, copied"])
@pytest.mark.parametrize("name", SECRETS)
def test_refuses_secrets(name: str, program: str, tmp_path: Path) -> None:
    p, facts = facts_of(tmp_path, FREE[program])
    assert facts["secrets"] and not check(p, facts)
    before = copy.deepcopy(facts)
    SECRETS[name](facts)
    assert facts == before or check(p, facts)
    if name != "copies forgotten":
        assert facts != before
