"""Programs with store buffers against the axioms: random threads without branches, every order, every outcome."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

from tests.generators import dependent
from tests.generators.dependent import Statement as S
from tests.generators.litmus import MOSTLY_WEAK, Op, late_ops, ops_in_c, ops_in_posix
from tests.helpers.ir_oracle import TooLarge
from tests.weak.buffered import Ours, finals, loaded, understood
from threadproof.axiomatic.formats.litmus import parse_litmus
from threadproof.axiomatic.judge import judge
from threadproof.axiomatic.models import MODELS

BATCH = 5


Outcome = tuple[tuple[str, int], ...]
Orders = Mapping[str, tuple[str, ...]]


def allowed(
    threads: list[list[Op]], seed: int, model: str, orders: Orders = MOSTLY_WEAK
) -> set[tuple[tuple[str, int], ...]]:
    test = parse_litmus(ops_in_c(threads, seed=seed, orders=orders), "test")
    (found,) = judge(test, [MODELS[model]])
    names = [name if thread is None else f"r{thread}_{name[1:]}" for thread, name in test.observed()]
    return {tuple(sorted(zip(names, state, strict=True))) for state in found.states}  # type: ignore[type-var]


def executed(
    threads: list[list[Op]], seed: int, model: str, folder: Path, orders: Orders = MOSTLY_WEAK
) -> set[tuple[tuple[str, int], ...]]:
    program = loaded(ops_in_posix(threads, seed, orders), folder, model)
    # (a variable that nobody touches is not there)
    names = {place for ops in threads for _, place, _ in ops}
    names |= {f"r{t}_{n}" for t, ops in enumerate(threads) for n, op in enumerate(ops) if op[0] in ("load", "exchange")}
    found = set()
    for state in finals(program):
        values = dict(state)
        found.add(tuple(sorted((name, values.get(name, 0)) for name in names)))
    return found


@pytest.mark.in_turn(45)
@pytest.mark.parametrize("model", ["sc", "tso", "pso"])
@pytest.mark.parametrize("batch", range(60))
def test_buffers_do_what_the_axioms_allow(batch: int, model: str, tmp_path: Path) -> None:
    for seed in range(batch * BATCH, (batch + 1) * BATCH):
        threads = late_ops(seed, has_own=seed % 4 == 3)
        assert executed(threads, seed, model, tmp_path) == allowed(threads, seed, model), seed


def outcomes(threads: dependent.Threads, model: str) -> set[Outcome]:
    test = dependent.as_test(threads)
    (found,) = judge(test, [MODELS[model]])
    names = [name for _, name in test.observed()]
    return {tuple(sorted(zip(names, state, strict=True))) for state in found.states}  # type: ignore[type-var]


def done(threads: dependent.Threads, model: str, folder: Path) -> tuple[set[Outcome], set[str]]:
    """And what is not understood."""
    program, unknown = understood(loaded(dependent.in_posix(threads), folder, model, store_buffer=8))
    names = dependent.places(threads) + dependent.registers(threads)
    found = set()
    for state in finals(program, MOST, Ours):
        values = dict(state)
        found.add(tuple(sorted((name, values.get(name, 99 if name[0] == "r" else 0)) for name in names)))
    return found, unknown


MOST = 20_000


@pytest.mark.in_turn(25)
@pytest.mark.parametrize("model", ["pso", "armv8", "rmo", "power"])
@pytest.mark.parametrize("batch", range(100))
def test_what_changes_places_is_what_the_axioms_allow(batch: int, model: str, tmp_path: Path) -> None:
    for seed in range(batch * BATCH, (batch + 1) * BATCH):
        for threads in (dependent.random_threads(seed), dependent.cyclic_threads(seed)):
            try:
                found, unknown = done(threads, model, tmp_path)
            except TooLarge:
                continue
            expected = outcomes(threads, model)
            assert found <= expected, seed
            assert unknown or found == expected, seed


#: shapes that were wrong once
ONCE_WRONG = {
    "a load of one's own store is not early": [
        [S("load", "seq_cst", "x"), S("store", "release", "y", 2)],
        [S("load", "relaxed", "y"), S("store", "relaxed", "x", 4), S("load", "relaxed", "x")],
        [S("store", "relaxed", "x", 6), S("store", "release", "y", 7)],
    ],
    "an acquire between loads, of what nobody else accesses": [
        [S("load", "relaxed", "x"), S("load", "seq_cst", "k"), S("load", "relaxed", "y")],
        [S("store", "relaxed", "y", 4), S("fence", "seq_cst"), S("store", "relaxed", "x", 5)],
    ],
    "a release that nobody looks at": [
        [S("load", "relaxed", "x"), S("fence", "release"), S("load", "seq_cst", "y")],
        [S("store", "relaxed", "y", 4), S("store", "release", "z", 5), S("store", "relaxed", "x", 6)],
    ],
}


def test_a_light_fence_between_stores_of_which_one_is_overwritten(tmp_path: Path) -> None:
    """R+lwsync+sync: Power allows what no two threads seem to be able to see."""
    threads = [
        [S("store", "relaxed", "x", 1), S("fence", "seq_cst"), S("load", "relaxed", "y")],
        [S("store", "relaxed", "y", 3), S("fence", "release"), S("store", "relaxed", "x", 4)],
    ]
    found, unknown = done(threads, "power", tmp_path)
    assert unknown
    assert found < outcomes(threads, "power")


@pytest.mark.parametrize("name", ONCE_WRONG)
def test_once_wrong(name: str, tmp_path: Path) -> None:
    found, unknown = done(ONCE_WRONG[name], "armv8", tmp_path)
    assert not unknown
    assert found == outcomes(ONCE_WRONG[name], "armv8")


def test_there_is_something_to_see(tmp_path: Path) -> None:
    threads: list[list[Op]] = [[("store", "x", 1), ("load", "y", 1)], [("store", "y", 1), ("load", "x", 1)]]
    seed = next(s for s in range(100) if "relaxed" in ops_in_c(threads, seed=s, orders=MOSTLY_WEAK))
    assert [len(executed(threads, seed, model, tmp_path)) for model in ("sc", "tso", "pso")] == [3, 4, 4]
