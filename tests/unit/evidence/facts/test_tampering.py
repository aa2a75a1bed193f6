"""Programs with races, and facts changed at random, with every reason one could think of: never accepted."""

from __future__ import annotations

import copy
import random
from pathlib import Path
from typing import Any

import pytest

from tests.generators.concurrent import FOCUSES, generate
from tests.helpers.facts_oracle import all_races
from tests.unit.analysis.test_static_races import RACY, program_of
from threadproof import frontend, passes
from threadproof.analysis.plain import race_facts
from threadproof.analysis.races import possible_races
from threadproof.evidence.facts.races import check
from threadproof.ir.program import Program
from threadproof.options import Options
from threadproof.properties import NO_DATA_RACE

#: (see `tests.helpers.rotation`)
IN_TURN = 2

Facts = dict[str, Any]


def tempting_facts(p: Program) -> Facts:
    """The facts of the analysis, with all reasons for all pairs."""
    found = possible_races(p)
    facts = race_facts(found)
    found.excluded += [(a, b, []) for a, b in found.pairs]
    held = [
        h for at in facts["cases"].values() for cs in at for c in cs for h in c.get("held", []) + c.get("tokens", [])
    ]
    cells = [[v.name] for v in p.shared if v.kind == "sync" and not v.dims]
    locks = [list(x) for x in {repr(h): h for h in held + cells}.values()]
    every: list[Any] = [["cells"], *([w, s] for w in ("unstarted", "ended") for s in (0, 1))]
    every += [["lock", x, y] for x in locks for y in locks]
    every += [["secret", s, n] for s in (0, 1) for n in range(len(facts["secrets"]))]
    facts["pairs"] = [[a, b, every] for a, b, _ in race_facts(found)["pairs"]]
    return facts


def tamper(facts: Facts, p: Program, chance: random.Random) -> None:
    name = chance.choice(list(facts["cases"]))
    at = facts["cases"][name]
    here = chance.randrange(len(at))
    owners = [[v.name] for v in p.shared if v.kind == "sync" and not v.dims] or [["x"]]
    match chance.randrange(9):
        case 0:
            at[here] = []
        case 1:
            at[here] = copy.deepcopy(chance.choice(at))
        case 2:
            for c in at[here]:
                c.setdefault("held", []).append(chance.choice(owners))
        case 3:
            for cs in at[here:]:
                for c in cs:
                    c.setdefault("held", []).append(owners[0])
        case 4:
            word, other = chance.choice(("unstarted", "ended")), chance.choice(list(facts["cases"]))
            for cs in at[here:] if chance.random() < 0.5 else at[: here + 1]:
                for c in cs:
                    c.setdefault(word, []).append(other)
        case 5:
            for c in at[here]:
                for key in list(c):
                    if chance.random() < 0.5:
                        del c[key]
        case 6:
            facts["owners"] = sorted({*facts["owners"], *(o[0] for o in owners)})
        case 7:
            facts["ended_at_exit"][name] = list(facts["cases"])
        case _:
            for s in facts["secrets"]:
                for states in s["at"].values():
                    states[chance.randrange(len(states))] = copy.deepcopy(chance.choice(states))


def _attack(p: Program, seed: int, rounds: int) -> None:
    chance = random.Random(seed)
    original = tempting_facts(p)
    assert check(p, original)
    for _ in range(rounds):
        facts = copy.deepcopy(original)
        for _ in range(chance.randint(1, 4)):
            tamper(facts, p, chance)
        assert check(p, facts), (seed, facts)


@pytest.mark.parametrize("name", RACY)
def test_no_facts_for_a_race(name: str, tmp_path: Path) -> None:
    _attack(program_of(tmp_path, RACY[name]), 1, 15)


def test_no_facts_for_random_races(tmp_path: Path) -> None:
    attacked = 0
    for seed in range(40):
        path = tmp_path / f"p{seed}.c"
        path.write_text(generate(seed, FOCUSES[seed % len(FOCUSES)]))
        p = passes.run(frontend.load(path, Options(property="no-data-race")), NO_DATA_RACE)
        if all_races(p):
            attacked += 1
            _attack(p, seed, 5)
    assert attacked >= 10


def test_no_facts_that_mean_nothing(tmp_path: Path) -> None:
    """From a term whose operands do not fit, anything follows: a condition that holds at the beginning is false."""
    path = tmp_path / "race.c"
    path.write_text(
        "#include <pthread.h>\nint g;\nvoid *f(void *a) { int t = g; g = t + 1; return 0; }\n"
        "int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); g++; return 0; }\n"
    )
    p = passes.run(frontend.load(path, Options(property="no-data-race")), NO_DATA_RACE)
    original = tempting_facts(p)
    for name, t in p.templates.items():
        scalar = next(v for v in t.locals if not v.dims and v.width > 1)
        x = ["var", scalar.name]
        flipped = ["bvnot", 0, x]
        impossible = [["not", 0, x], ["extract", 0, ["add", 0, flipped, flipped]]]
        for where in (impossible, [["not", 0, x]], [["eq", 0, x, ["const", 0, 0]]], [["ult", 0, x, ["const", 1, 1]]]):
            facts = copy.deepcopy(original)
            facts["cases"][name] = [[{"where": where}], *[[] for _ in t.edges[1:]]]
            (complaint,) = check(p, facts)
            assert complaint.startswith("no term: "), complaint
    for bad in (["const", 2, 1], ["const", 1, True], ["const", -1, 8], ["const", 0, 5000], ["const", "0", 0]):
        facts = copy.deepcopy(original)
        facts["cases"]["main"][0] = [{"where": [["eq", 0, bad, bad]]}]
        (complaint,) = check(p, facts)
        assert complaint.startswith("no constant: "), complaint
