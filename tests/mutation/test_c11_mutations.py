"""Each rule of the view machine, broken: threads against the axioms, or programs with a known verdict, notice."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.generators.accesses import Access, Threads
from tests.weak import test_c11_programs as c11
from tests.weak.test_histories import agrees, executed
from threadproof import pipeline
from threadproof.frontend import checks
from threadproof.ir import op as O
from threadproof.logic import term as T
from threadproof.options import Options
from threadproof.passes import memory_model
from threadproof.passes.weak import claims, histories, machine
from threadproof.passes.weak.histories import _Rewriting
from threadproof.passes.weak.locks import Locks
from threadproof.passes.weak.machine import History, Machine
from threadproof.passes.weak.strength import Strength
from threadproof.passes.weak.views import Change, Fact, Holder
from threadproof.records import replace
from threadproof.result.verdict import Safe, Unknown, Unsafe

Break = Callable[[pytest.MonkeyPatch], None]


def put(module: Any, name: str, value: Any) -> Break:
    return lambda patch: patch.setattr(module, name, value)


def orders(name: str, value: frozenset[O.Order]) -> Break:
    def broken(patch: pytest.MonkeyPatch) -> None:
        for module in (machine, histories):
            patch.setattr(module, name, value)

    return broken


def knows(which: Callable[[Fact], bool]) -> Break:
    """Of some facts, a thread does not remember what it comes to know by accesses of its own."""
    know = Change.know

    def broken(self: Change, fact: Fact, value: T.Term) -> None:
        if not which(fact):
            know(self, fact, value)

    return put(Change, "know", broken)


def others(which: Callable[[Fact], bool]) -> Break:
    """Of some facts, others do not notice what becomes of them."""
    for_others = Change.for_others

    def broken(self: Change, fact: Fact, how: Callable[[T.Term], T.Term]) -> None:
        for_others(self, fact, (lambda t: t) if which(fact) else how)

    return put(Change, "for_others", broken)


def without_fences(order: O.Order) -> Break:
    fence = _Rewriting._fence

    def broken(self: _Rewriting, op: O.Step, change: Change) -> None:
        if op.order is not order:
            fence(self, op, change)

    return put(_Rewriting, "_fence", broken)


_ATOMIC = frozenset(O.Order) - {O.Order.PLAIN, O.Order.VOLATILE}
_NOTHING: frozenset[O.Order] = frozenset()


def text(*threads: str) -> Threads:
    """`Wx1.release Ry.acquire Xx1.relaxed F.seq_cst wz rz`: stores, loads, exchanges, fences; plain ones small."""
    kinds = {"W": "store", "R": "load", "X": "exchange", "w": "write", "r": "read"}
    made = []
    for words in threads:
        ops = []
        for word in words.split():
            what, _, order = word.partition(".")
            if what == "F":
                ops.append(Access("fence", "", order=order))
            else:
                ops.append(Access(kinds[what[0]], what[1], int(what[2:] or 0), order or "relaxed"))
        made.append(ops)
    return made


PASSING = text("Wx1 Wy1.release", "Ry.acquire Rx")

#: what is broken, how, and the threads that notice it
THREADS: dict[str, tuple[Break, Threads]] = {
    "an acquire learns": (orders("ACQUIRING", _NOTHING), PASSING),
    "a release tells": (orders("RELEASING", _NOTHING), PASSING),
    "only an acquire learns": (orders("ACQUIRING", _ATOMIC), text("Wx1 Wy1.release", "Ry Rx")),
    "only a release tells": (orders("RELEASING", _ATOMIC), text("Wx1 Wy1", "Ry.acquire Rx")),
    "a store may come before others": (
        put(History, "is_free", lambda self, age: T.boolean(not age)),
        text("Wx1 Wy2", "Wy1 Wx2"),
    ),
    "nothing comes between what an exchange reads and writes": (
        put(History, "is_free", lambda self, age: T.TRUE),
        text("Xx1", "Wx2"),
    ),
    "an exchange hands on": (
        put(Machine, "handed_on", lambda self, h, age, f: f.nothing),
        text("Wx1 Wy1.release", "Xy2", "Ry.acquire Rx"),
    ),
    "a release is remembered": (
        put(Machine, "remember", lambda self, h, told, change: None),
        text("Wx1 Wy1.release Wy2", "Ry.acquire Rx"),
    ),
    "an exchange that tells something new": (
        put(Machine, "is_nothing_new", lambda self, h, age, told: T.TRUE),
        text("Wx1 Xy0.release", "Xy5.acquire Rx"),
    ),
    "messages with a claim": (
        put(Machine, "too_old", lambda self, h, age, change: T.FALSE),
        text("Wx1 Wx2 Wy1", "Ry Rx"),
    ),
    "a thread knows what it reads": (knows(lambda f: f.is_age), text("Wx1", "Rx Rx")),
    "messages become older": (others(lambda f: f.is_age), text("Wx1 Wx2", "Rx Rx")),
    "others do not know of a write": (others(lambda f: not f.is_age), text("wz1", "wz2")),
    "others do not know of a read": (others(lambda f: not f.is_age), text("rz", "wz2")),
    "a fence acquires": (without_fences(O.Order.ACQUIRE), text("Wx1 Wy1.release", "Ry F.acquire Rx")),
    "a fence releases": (without_fences(O.Order.RELEASE), text("Wx1 F.release Wy1", "Ry.acquire Rx")),
    "fences are in order": (
        put(_Rewriting, "_in_order", lambda self, change: None),
        text("Wx1 F.seq_cst Ry", "Wy1 F.seq_cst Rx"),
    ),
    "seq_cst around what does not synchronize": (
        put(Strength, "_is_between", lambda self, accesses: False),
        text("Wx1.seq_cst Wy1", "Ry Rx.seq_cst"),
    ),
    "fences around what does not synchronize, twice": (
        put(Strength, "_goes_through_two", lambda self: False),
        text("Wx1 F.seq_cst Wy1", "Ry Ww1", "Rw F.seq_cst Rx"),
    ),
}


@pytest.mark.parametrize("name", THREADS)
def test_threads_notice(name: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    broken, threads = THREADS[name]
    assert agrees(threads, tmp_path)
    broken(monkeypatch)
    try:
        assert not agrees(threads, tmp_path)
    except AssertionError:  # (an execution may vanish)
        assert executed(threads, tmp_path)


def hands_over_nothing(*roles: O.Role | None) -> Break:
    hand_over = Locks.hand_over

    def broken(self: Locks, op: O.Step, change: Change) -> None:
        if op.role not in roles:
            hand_over(self, op, change)

    return put(Locks, "hand_over", broken)


def readers_learn_of_readers(patch: pytest.MonkeyPatch) -> None:
    hand_over = Locks.hand_over

    def broken(self: Locks, op: O.Step, change: Change) -> None:
        role = {O.Role.READ_ACQUIRE: O.Role.ACQUIRE}.get(op.role, op.role) if op.role else None
        hand_over(self, replace(op, role=role), change)

    patch.setattr(Locks, "hand_over", broken)


def nobody_tells_who_is_created(patch: pytest.MonkeyPatch) -> None:
    tell = Change.tell

    def broken(self: Change, holder: Holder, index: Any = (), *, only: bool = False) -> None:
        if holder is not self.views.threads:
            tell(self, holder, index, only=only)

    patch.setattr(Change, "tell", broken)


def failures_have_no_order(patch: pytest.MonkeyPatch) -> None:
    put_in = checks.put_in
    patch.setattr(checks, "put_in", lambda lowered, asked, **more: put_in(lowered, asked, **{**more, "orders": False}))


def conflicts_of_old(patch: pytest.MonkeyPatch) -> None:
    find = _Rewriting._conflicting
    patch.setattr(
        _Rewriting, "_conflicting", lambda self, *what: found if (found := find(self, *what)) == what[2].most else 1
    )


#: the program, what is defined, and what is said of it then
PROGRAMS: dict[str, tuple[Break, str, str, type]] = {
    "a mutex tells": (hands_over_nothing(O.Role.RELEASE), "mutex", "", Unknown),
    "a mutex learns": (hands_over_nothing(O.Role.ACQUIRE), "mutex", "", Unknown),
    "a semaphore": (hands_over_nothing(O.Role.SEM_POST), "semaphore", "", Unknown),
    "a mutex of a condition": (hands_over_nothing(O.Role.WAKE), "condition", "", Unknown),
    "a barrier, first": (hands_over_nothing(O.Role.BARRIER), "barrier", "", Unknown),
    "a barrier, last": (hands_over_nothing(O.Role.BROADCAST), "barrier", "", Unknown),
    "what happens once": (hands_over_nothing(None), "once", "", Unknown),
    "a reader tells": (hands_over_nothing(O.Role.READ_RELEASE), "rwlock_reader", "", Unknown),
    "readers learn of writers only": (readers_learn_of_readers, "rwlock_readers", "", Safe),
    "who is created knows": (nobody_tells_who_is_created, "created", "", Unsafe),
    "who joins knows": (put(_Rewriting, "_join", lambda self, op, change: T.TRUE), "joined", "", Unsafe),
    "an exchange that fails": (failures_have_no_order, "compare_exchange", "BROKEN", Safe),
    "what a thread has read": (knows(lambda f: not f.is_age), "message_passing", "", Unknown),
    "who joins claims nothing": (put(claims, "is_join", lambda op: False), "claims", "", Unknown),
    "reads behind atomic stores": (conflicts_of_old, "mixed_reads", "", Safe),
    "atomic stores behind reads": (conflicts_of_old, "mixed_reads", "STORE_LAST", Safe),
    "executions that are forbidden": (put(memory_model, "allows_more", lambda program: False), "mixed", "", Unsafe),
}


@pytest.mark.parametrize("name", PROGRAMS)
def test_programs_notice(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    broken, stem, define, expected = PROGRAMS[name]
    path = Path(c11.__file__).parent / "c11" / f"{stem}.c"
    options = Options(data_model="LP64", memory_model="c11", defines=[define] if define else [], engine="explore")
    assert not isinstance(pipeline.verify(path, options).verdict, expected)
    broken(monkeypatch)
    assert isinstance(pipeline.verify(path, options).verdict, expected)
