"""Each rule of store buffers, broken: threads against the axioms, or programs with a known verdict, notice it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.generators.late import generate
from tests.generators.litmus import MOSTLY_WEAK, Op, late_ops
from tests.weak.buffered import finals, loaded
from tests.weak.test_delays import AllLate
from tests.weak.test_fences import store_buffering
from tests.weak.test_litmus import Orders, allowed, executed
from tests.weak.test_programs import PROGRAMS
from threadproof import pipeline
from threadproof.analysis.exclusion import Reason
from threadproof.frontend import checks
from threadproof.frontend.lower.whole import Asked
from threadproof.ir import op as O
from threadproof.logic import term as T
from threadproof.options import Options
from threadproof.passes.simplify import simplify
from threadproof.passes.weak import barriers, buffers, conflicts, delays
from threadproof.passes.weak.barriers import NOTHING, WHOLE, Around, Cut
from threadproof.passes.weak.buffers import with_buffers
from threadproof.passes.weak.delays import Delays
from threadproof.records import replace
from threadproof.result.verdict import Safe, Unknown, Unsafe

Break = Callable[[pytest.MonkeyPatch], None]


def machine(name: str, **changes: Any) -> Break:
    def broken(patch: pytest.MonkeyPatch) -> None:
        old = barriers.MACHINES[name]
        patch.setitem(barriers.MACHINES, name, replace(old, **changes))

    return broken


def put(module: Any, name: str, value: Any) -> Break:
    return lambda patch: patch.setattr(module, name, value)


def pso_but(what: str) -> Callable[[O.Order, bool, bool], Around]:
    def rule(order: O.Order, reads: bool, writes: bool) -> Around:
        found = barriers._pso(order, reads, writes)
        if what == "exchange is whole" and found == WHOLE:
            return Around(is_direct=True)
        if what == "release" and Cut.STORES in found.before and found != WHOLE:
            return Around(Cut.NONE, found.after, found.is_direct)
        if what == "loads behind a store" and Cut.LOADS in found.after:
            return Around(found.before, Cut.NONE, found.is_direct)
        if what == "exchange is direct" and found.is_direct and found != WHOLE:
            return Around(found.before, found.after)
        return found

    return rule


def no_fences(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(barriers, "_fence", lambda order, m: NOTHING)


def oldest_first(patch: pytest.MonkeyPatch) -> None:
    seen = buffers._Buffering._cell
    patch.setattr(buffers._Buffering, "_cell", lambda self, u, buffer: seen(self, u, buffer[::-1]))


def first_partner_only(patch: pytest.MonkeyPatch) -> None:
    """A store need not wait beyond the first access that is critical with it."""
    whole = delays._Walk.before
    patch.setattr(delays._Walk, "before", lambda self, sources: whole(self, {min(sources)}))


def nobody_is_late_between(patch: pytest.MonkeyPatch) -> None:
    go = delays._Walk._go

    def broken(self: Any) -> None:
        go(self)
        self.stores.clear()

    patch.setattr(delays._Walk, "_go", broken)


def no_cells_apart(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(buffers._Buffering, "apart", lambda self, a, b: T.TRUE)


def no_conflicts_of(name: str) -> Break:
    old = conflicts.Exclusion.why

    def why(self: Any, a: Any, b: Any) -> list[Reason] | None:
        return [Reason("cells")] if a.access.var.name == name else old(self, a, b)

    return put(conflicts.Exclusion, "why", why)


def no_conflicts_within(patch: pytest.MonkeyPatch) -> None:
    """Two threads of one template are taken for one."""
    old = conflicts.Exclusion.why

    def why(self: Any, a: Any, b: Any) -> list[Reason] | None:
        return [Reason("single")] if a.template is b.template else old(self, a, b)

    patch.setattr(conflicts.Exclusion, "why", why)


#: what is broken, how, and the random threads that notice it
LITMUS: dict[str, tuple[str, Break, int]] = {
    "fences": ("tso", no_fences, 9),
    "an exchange is a fence": ("tso", machine("tso", atomic=lambda order, reads, writes: NOTHING), 3),
    "seq_cst stores": ("tso", machine("tso", atomic=lambda order, reads, writes: _ONLY[reads and writes]), 20),
    "stores in any order": ("pso", machine("pso", keeps_stores=True), 17),
    "stores in order": ("tso", machine("tso", keeps_stores=False), 3),
    "release": ("pso", machine("pso", atomic=pso_but("release")), 3),
    "loads behind a store": ("pso", machine("pso", atomic=pso_but("loads behind a store")), 20),
    "an exchange is direct": ("pso", machine("pso", atomic=pso_but("exchange is direct")), 24),
    "own stores": ("tso", put(buffers._Buffering, "_cell", lambda self, u, buffer: None), 19),
    "stores to one cell": ("pso", no_cells_apart, 21),
    "the last partner": ("tso", first_partner_only, 43),
    "conflicts": ("tso", no_conflicts_of("y"), 31),
}
_ONLY = {True: WHOLE, False: NOTHING}

_WEAK = {"store": ("relaxed",), "load": ("relaxed",), "fence": ("seq_cst",)}
#: threads with relaxed accesses that notice it
OF_OUR_OWN: dict[str, tuple[Break, list[list[Op]]]] = {
    "the newest store": (
        oldest_first,
        [
            [("store", "x", 1), ("store", "x", 2), ("load", "x", 2), ("load", "y", 3)],
            [("store", "y", 3), ("load", "x", 1)],
        ],
    ),
    "stores between": (
        nobody_is_late_between,
        [
            [("store", "x", 1), ("store", "z", 2), ("load", "y", 2)],
            [("store", "y", 3), ("fence", "y", 0), ("load", "x", 2)],
            [("load", "z", 0)],
        ],
    ),
}

#: roles that are fences, and where it shows
ROLES: dict[str, tuple[O.Role, ...]] = {
    "lock": (O.Role.ACQUIRE,),
    "unlock": (O.Role.RELEASE,),
    "read lock": (O.Role.READ_ACQUIRE,),
    "read unlock": (O.Role.READ_RELEASE,),
    "trylock": (O.Role.TRY_ACQUIRE, O.Role.ACQUIRE),
    "post": (O.Role.SEM_POST,),
    "wait": (O.Role.SEM_WAIT,),
    "barrier": (O.Role.BARRIER, O.Role.BROADCAST),
}

#: what finds out which stores may be late; random programs in which all are, but for registers, notice it
DELAYS: dict[str, tuple[str, Break, int]] = {
    "a section is a fence": ("tso", put(delays.Delays, "_of_section", lambda self, t, *rest: NOTHING), 277),
    "different cells": ("tso", put(delays.Delays, "_is_coherent", lambda self, i, c: True), 100),
}


@pytest.mark.parametrize("name", LITMUS)
def test_random_threads_notice(name: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    model, broken, seed = LITMUS[name]
    threads = late_ops(seed)
    assert not _differs(threads, seed, model, tmp_path)
    broken(monkeypatch)
    assert _differs(threads, seed, model, tmp_path)


@pytest.mark.parametrize("name", OF_OUR_OWN)
def test_threads_notice(name: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    broken, threads = OF_OUR_OWN[name]
    assert not _differs(threads, 0, "tso", tmp_path, _WEAK)
    broken(monkeypatch)
    assert _differs(threads, 0, "tso", tmp_path, _WEAK)


@pytest.mark.parametrize("name", ROLES)
def test_what_is_no_fence_is_noticed(name: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(barriers, "WHOLE_ROLES", barriers.WHOLE_ROLES - {*ROLES[name]})
    assert isinstance(store_buffering(name, tmp_path), Unsafe)


@pytest.mark.parametrize("name", DELAYS)
def test_random_programs_notice(name: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    model, broken, seed = DELAYS[name]
    expected = _outcomes(seed, model, tmp_path, AllLate)
    assert _outcomes(seed, model, tmp_path) == expected
    broken(monkeypatch)
    assert _outcomes(seed, model, tmp_path) != expected


def all_sections_in_order(patch: pytest.MonkeyPatch) -> None:
    find = Delays._of_section

    def broken(self: Any, t: Any, *rest: Any) -> Around:
        found = find(self, t, *rest)
        self._sections.clear()
        return found

    patch.setattr(Delays, "_of_section", broken)


def no_orders_of_sections(patch: pytest.MonkeyPatch) -> None:
    find = Delays._of_section
    patch.setattr(Delays, "_of_section", lambda self, t, begin, first, order: find(self, t, begin, first, None))


def large_stores_in_time(patch: pytest.MonkeyPatch) -> None:
    find = Delays._of_section

    def broken(self: Any, t: Any, *rest: Any) -> Around:
        found = find(self, t, *rest)
        self._large.clear()
        self.storing.clear()
        return found

    patch.setattr(Delays, "_of_section", broken)


def large_stores_pass(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Delays, "_of_section", lambda self, t, *rest: NOTHING)


def only_data_conflicts(patch: pytest.MonkeyPatch) -> None:
    keeps = conflicts._keeps_apart

    def broken(exclusion: Any, a: Any, b: Any) -> bool:
        return a.access.var.kind != "data" or keeps(exclusion, a, b)

    patch.setattr(conflicts, "_keeps_apart", broken)


def bytes_are_one_word(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(checks, "Asked", lambda **asked: Asked(**{**asked, "bytes": False}))


#: without what a program that is unsafe, or not known to be safe, is safe
PROVED: dict[str, tuple[str, str, Break]] = {
    "publication is no excuse": (
        "heap_publication",
        "pso",
        put(conflicts, "_keeps_apart", lambda e, a, b: e.why(a, b)),
    ),
    "several threads of one template": ("peterson", "tso", no_conflicts_within),
    "a section happens at once": ("section_at_once", "tso", all_sections_in_order),
    "indices may differ": ("peterson", "tso", put(delays.Delays, "_is_coherent", lambda self, i, c: True)),
    "orders go on by locks": ("ordered_by_mutex", "tso", only_data_conflicts),
    "orders go on by ends of threads": ("ordered_by_join", "tso", put(conflicts, "_OF_OTHERS", conflicts._OF_DATA)),
    "orders go on by creation": ("ordered_by_create", "tso", put(delays, "_started", lambda op: ())),
    "what only looks may be early": ("failing_sem_trywait", "tso", only_data_conflicts),
    "a spin lock is unlocked by a store": ("spin_unlock", "tso", put(barriers, "_is_mere_store", lambda op: False)),
    "the library does not order": ("between_getenv", "tso", no_orders_of_sections),
    "large stores may be late": ("structure_store_alone", "tso", large_stores_in_time),
    "bytes are apart": ("bytes_of_a_word", "tso", bytes_are_one_word),
}

#: without what a program that is safe is unsafe
ALARMS: dict[str, tuple[str, str, Break]] = {
    "an exchange is at one place": ("exchange_of_own", "pso", machine("pso", atomic=pso_but("exchange is whole"))),
    "behind a fence as well": ("fence_and_exchange_of_own", "pso", put(buffers, "_is_exchange", lambda op: False)),
    "large exchanges are whole": ("structure_exchange", "tso", large_stores_pass),
}


@pytest.mark.parametrize("name", PROVED)
def test_programs_notice(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    stem, model, broken = PROVED[name]
    path = next(p for p in PROGRAMS if p.stem == stem)
    options = Options(data_model="LP64", memory_model=model)
    assert not isinstance(pipeline.verify(path, options).verdict, Safe)
    broken(monkeypatch)
    assert isinstance(pipeline.verify(path, options).verdict, Safe)


@pytest.mark.parametrize("name", ALARMS)
def test_false_alarms(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    stem, model, broken = ALARMS[name]
    path = next(p for p in PROGRAMS if p.stem == stem)
    options = Options(data_model="LP64", memory_model=model)
    assert isinstance(pipeline.verify(path, options).verdict, Safe)
    broken(monkeypatch)
    assert isinstance(pipeline.verify(path, options).verdict, Unsafe)


def test_too_many_stores_are_no_proof(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    path = tmp_path / "program.c"
    path.write_text(MANY)
    options = Options(data_model="LP64", memory_model="tso", store_buffer=2)
    verdict = pipeline.verify(path, options).verdict
    assert isinstance(verdict, Unknown)
    assert "--store-buffer" in verdict.detail
    assert isinstance(pipeline.verify(path, Options(data_model="LP64", memory_model="tso")).verdict, Unsafe)


MANY = """
#include <assert.h>
#include <pthread.h>
int a, b, c, y, r0, r1, r2, r3;
void *left(void *u) { a = 1; b = 1; c = 1; r0 = y; return 0; }
void *right(void *u) { y = 1; r1 = c; r2 = b; r3 = a; return 0; }
int main(void) {
  pthread_t t[2];
  pthread_create(&t[0], 0, left, 0);
  pthread_create(&t[1], 0, right, 0);
  pthread_join(t[0], 0);
  pthread_join(t[1], 0);
  assert(r0 || r1 || r2 || r3);
}
"""


def _outcomes(seed: int, model: str, folder: Path, find: type[Delays] = Delays) -> set[tuple[tuple[str, int], ...]]:
    return finals(with_buffers(find(simplify(loaded(generate(seed), folder, "sc")), barriers.MACHINES[model]), 16))


def _differs(threads: list[list[Op]], seed: int, model: str, folder: Path, orders: Orders = MOSTLY_WEAK) -> bool:
    try:
        return executed(threads, seed, model, folder, orders) != allowed(threads, seed, model, orders)
    except AssertionError:  # (stores are left at the end, say)
        return True
