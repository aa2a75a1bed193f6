"""Each rule of loads and stores that change places on ARMv8, broken: threads against the axioms, or programs with a
known verdict, notice it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.generators import dependent
from tests.generators.dependent import Statement as S
from tests.weak.test_litmus import done, outcomes
from tests.weak.test_programs import PROGRAMS
from threadproof import pipeline
from threadproof.logic import term as T
from threadproof.options import Options
from threadproof.passes.weak import arm, conflicts, copies, early, pairs, relaxed
from threadproof.passes.weak.arm import Kept
from threadproof.passes.weak.held import Held
from threadproof.passes.weak.pairs import Open
from threadproof.result.verdict import Safe, Unknown, Unsafe

Break = Callable[[pytest.MonkeyPatch], None]


def put(module: Any, name: str, value: Any) -> Break:
    return lambda patch: patch.setattr(module, name, value)


def kept_but(change: Callable[[Kept], Kept]) -> Break:
    old = arm.kept
    return put(pairs, "kept", lambda op: change(old(op)))


def over_but(change: Callable[[pairs.Here], pairs.Here]) -> Break:
    """Another way to walk on behind an access."""
    old = pairs._Ahead._over

    def over(self: Any, here: Any, at: Any, e: Any) -> Any:
        found = old(self, here, at, e)
        return None if found is None else change(found)

    return put(pairs._Ahead, "_over", over)


def without(flag: Open) -> Break:
    return over_but(lambda here: here._replace(open=here.open & ~flag))


def after_noting(change: Callable[[Any], None]) -> Break:
    old = pairs.Pairs._note

    def note(self: Any, *arguments: Any) -> None:
        old(self, *arguments)
        change(self)

    return put(pairs.Pairs, "_note", note)


def copies_in_any_order(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(copies, "_either", lambda guard, same, left, c: [(guard, (*left, c))])


def late_values_are_known(patch: pytest.MonkeyPatch) -> None:
    """The store does not wait for the load that its value comes from."""
    arrivals = early._Reordering._arrivals
    patch.setattr(
        early._Reordering, "_arrivals", lambda self, at, held, source: arrivals(self, at, _Careless(*held), source)
    )


class _Careless(Held):
    def depends(self, t: T.Term) -> bool:
        return False


def w(place: str, value: int, order: str = "relaxed", **more: str) -> S:
    return S("store", order, place, value, **more)


def r(place: str, order: str = "relaxed", **more: str) -> S:
    return S("load", order, place, 0, **more)


def exchange(place: str, value: int, order: str = "acquire", **more: str) -> S:
    return S("exchange", order, place, value, **more)


FENCE = S("fence", "seq_cst")
_MESSAGE = [w("x", 1), FENCE, w("y", 3)]
_LATE_STORE = [[w("x", 1), r("y")], [w("y", 2), r("x")]]
_CONDITION = [_MESSAGE, [r("y"), r("x", dependency="control", source="r1_0")]]

#: what is broken, and how; threads that notice it
THREADS: dict[str, tuple[Break, dependent.Threads]] = {
    "fences": (
        kept_but(lambda k: k._replace(whole=False)),
        [[w("x", 1), FENCE, r("y")], [w("y", 2), FENCE, r("x")]],
    ),
    "fences of loads": (
        kept_but(lambda k: k._replace(loads=False)),
        [_MESSAGE, [r("y"), S("fence", "acquire"), r("x")]],
    ),
    "acquire": (kept_but(lambda k: k._replace(acquires=False)), [_MESSAGE, [r("y", "acquire"), r("x")]]),
    "release": (
        kept_but(lambda k: k._replace(releases=False)),
        [[w("x", 1), w("y", 3, "release")], [r("y", "acquire"), r("x")]],
    ),
    "a release, then an acquire": (
        kept_but(lambda k: k._replace(acquires=k.acquires and k.is_lock)),
        [[w("x", 1, "release"), r("y", "acquire")], [w("y", 2, "release"), r("x", "acquire")]],
    ),
    "addresses": (
        put(early, "passed", lambda c, made, is_behind: c),
        [[w("a", 1), FENCE, w("y", 2)], [r("y"), r("a", dependency="address", source="r1_0"), r("a")]],
    ),
    "own stores": (
        put(copies.Copies, "without", lambda self, cells, copies: [(T.TRUE, copies)]),
        [[r("y"), w("x", 1), r("x")], [w("x", 2), FENCE, w("y", 3)]],
    ),
    "the oldest copy first": (copies_in_any_order, [_MESSAGE, [r("y"), r("x"), r("x")]]),
    "stores to one cell": (
        put(early._Reordering, "apart", lambda self, a, b: T.TRUE),
        [[w("x", 1), w("x", 2), r("y")], [w("y", 3), FENCE, r("x")]],
    ),
    "what is held": (
        put(early._Reordering, "_is_free", lambda self, op: T.TRUE),
        [[exchange("x", 1), r("y")], [w("y", 2), FENCE, w("x", 5)]],
    ),
    "data of late loads": (
        late_values_are_known,
        [[r("x"), w("y", 4, dependency="data", source="r0_0"), w("z", 7)], [r("z"), FENCE, w("x", 1)]],
    ),
    "early loads": (after_noting(lambda p: [t.clear() for t in p.takes.values()]), _CONDITION),
    "late loads": (
        after_noting(lambda p: p.late_loads.clear()),
        [[r("x"), w("y", 1)], [r("y"), w("x", 2)]],
    ),
    "late stores": (after_noting(lambda p: p.late.clear()), _LATE_STORE),
    "copies are of use": (put(copies, "loads_of", lambda op, group: 0), _CONDITION),
    "own stores between": (
        over_but(lambda here: here._replace(stored=frozenset())),
        [
            [r("x", "seq_cst"), w("y", 2, "release")],
            [r("y"), w("x", 4), r("x")],
            [w("x", 6), w("y", 7, "release")],
        ],
    ),
    "exchanges that are passed": (
        without(Open.PASSED),
        [[w("y", 1), FENCE, w("x", 2)], [r("x"), exchange("z", 3), r("y")]],
    ),
    "exchanges that are early": (
        without(Open.EXCHANGE),
        [
            [w("y", 1), FENCE, w("x", 3)],
            [r("x"), exchange("z", 4, dependency="control", source="r1_0"), r("y")],
        ],
    ),
    "acquires of one's own exchange": (
        put(early._Reordering, "_is_exchange", lambda self, late: False),
        [[exchange("x", 1, "relaxed"), r("x", "acquire"), r("y")], [w("y", 2), FENCE, r("x")]],
    ),
}


def differs(threads: dependent.Threads, folder: Path, model: str = "armv8") -> bool:
    try:
        found, unknown = done(threads, model, folder)
    except AssertionError:
        return True
    expected = outcomes(threads, model)
    return not found <= expected or (found != expected and not unknown)


@pytest.mark.parametrize("name", THREADS)
def test_threads_notice(name: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    broken, threads = THREADS[name]
    assert not differs(threads, tmp_path)
    broken(monkeypatch)
    assert differs(threads, tmp_path)


def table(name: str, **changes: Any) -> Break:
    return lambda patch: patch.setitem(relaxed.TABLES, name, relaxed.TABLES[name]._replace(**changes))


_NOT_WHOLE = put(relaxed.Robust, "kept_of", pairs.Pairs.kept_of)
_ACQUIRED = "acquire"
ROBUST: dict[str, tuple[str, Break, dependent.Threads]] = {
    "stores reach threads at different times": (
        "power",
        table("power", is_atomic=True),
        [
            [w("x", 1)],
            [w("y", 2)],
            [r("x", _ACQUIRED), r("y", _ACQUIRED)],
            [r("y", _ACQUIRED), r("x", _ACQUIRED)],
        ],
    ),
    "lwsync": (
        "power",
        table("power", fence=lambda order: frozenset({"RR", "RW", "WR", "WW"})),
        [[w("x", 1), S("fence", "acq_rel"), r("y")], [w("y", 2), S("fence", "acq_rel"), r("x")]],
    ),
    "orders of accesses": (
        "power",
        table("power", around=lambda *access: (frozenset({"RR", "RW", "WR", "WW"}), frozenset())),
        [[w("x", 1), w("y", 2, "release"), r("z")], [w("z", 3), FENCE, r("x")]],
    ),
    "loads of one cell": ("rmo", table("rmo", keeps_loads=True), [[r("x"), r("x")], [w("x", 1)]]),
    "a stronger machine": (
        "rmo",
        _NOT_WHOLE,
        [[w("x", 1, "seq_cst"), r("y")], [w("y", 2, "seq_cst"), r("x")]],
    ),
}


@pytest.mark.parametrize("name", ROBUST)
def test_robustness_notices(name: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    model, broken, threads = ROBUST[name]
    assert not differs(threads, tmp_path, model)
    broken(monkeypatch)
    assert differs(threads, tmp_path, model)


def only_data_conflicts(patch: pytest.MonkeyPatch) -> None:
    keeps = conflicts._keeps_apart
    broken = lambda exclusion, a, b: a.access.var.kind != "data" or keeps(exclusion, a, b)  # noqa: E731
    patch.setattr(conflicts, "_keeps_apart", broken)


#: without what a program that is unsafe, or not decided, is safe
PROVED: dict[str, tuple[str, str, Break]] = {
    "locks hand on": ("handed_on_by_lock", "tso", only_data_conflicts),
    "semaphores hand on": ("handed_on_by_semaphore", "tso", only_data_conflicts),
    "into a critical section": ("unlock_between", "armv8", without(Open.UNLOCK)),
    "locks that are tried": ("trylock_between", "armv8", without(Open.SECTION)),
    "locks only acquire": (
        "signal_with_waiter",
        "armv8",
        kept_but(lambda k: arm.WHOLE if k.is_lock else k),
    ),
}


@pytest.mark.parametrize("name", PROVED)
def test_programs_notice(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    stem, model, broken = PROVED[name]
    path = next(p for p in PROGRAMS if p.stem == stem)
    options = Options(data_model="LP64", memory_model=model)
    assert isinstance(pipeline.verify(path, options).verdict, Unsafe | Unknown)
    broken(monkeypatch)
    assert isinstance(pipeline.verify(path, options).verdict, Safe)
