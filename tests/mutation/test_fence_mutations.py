"""Each rule about fences that C does not have, broken: a program with a known verdict notices it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.generators.dependent import Statement as S
from tests.mutation.test_reordering_mutations import FENCE, differs, kept_but, r, w
from tests.weak.test_programs import PROGRAMS
from threadproof import pipeline
from threadproof.frontend.read import exclusive
from threadproof.ir import op as O
from threadproof.logic import term as T
from threadproof.options import Options
from threadproof.passes.weak import buffers, foreign, relaxed
from threadproof.result.verdict import Safe, Unknown, Unsafe

Break = Callable[[pytest.MonkeyPatch], None]


def put(module: object, name: str, value: object) -> Break:
    return lambda patch: patch.setattr(module, name, value)


def settled_as(method: str, order: O.Order | None) -> Break:
    return put(foreign._Settling, method, lambda self, *what: order)


def rounded_up(patch: pytest.MonkeyPatch) -> None:
    find = foreign._Settling._of_c

    def broken(self: foreign._Settling, order: O.Order, kept: set[str]) -> O.Order | None:
        self.is_strict, before = True, self.is_strict
        found = find(self, order, kept)
        self.is_strict = before
        return found

    patch.setattr(foreign._Settling, "_of_c", broken)


#: program, what is defined, model; without what it is safe
PROVED: dict[str, tuple[str, str, str, Break]] = {
    "only beside an exchange": ("linux_beside_atomic", "ALONE", "pso", put(foreign, "_all", lambda *a, **b: True)),
    "nothing on x86": ("linux_beside_atomic", "ALONE", "tso", settled_as("_beside", O.Order.SEQ_CST)),
    "only beside one that succeeds": (
        "linux_beside_atomic",
        "FAILING",
        "pso",
        put(foreign, "_may_stay", lambda u: False),
    ),
    "only if it succeeds": ("linux_cmpxchg", "FAILS", "armv8", settled_as("_at_success", O.Order.SEQ_CST)),
    "only stores": ("linux_store_fence", "", "tso", settled_as("_of_pairs", O.Order.SEQ_CST)),
    "less than any of C": ("linux_message", "", "c11", rounded_up),
    "orders of instructions": (
        "fences_in_order",
        "LOOP",
        "armv8",
        put(exclusive._Reader, "_order", lambda self, *what, **more: self.registers.number(5)),
    ),
}


@pytest.mark.parametrize("name", PROVED)
def test_programs_notice(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    stem, define, model, broken = PROVED[name]
    path = next(p for p in PROGRAMS if p.stem == stem)
    options = Options(data_model="LP64", memory_model=model, defines=[define] if define else [])
    assert isinstance(pipeline.verify(path, options).verdict, Unsafe | Unknown)
    broken(monkeypatch)
    assert isinstance(pipeline.verify(path, options).verdict, Safe)


def test_words_in_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    path = next(p for p in PROGRAMS if p.stem == "word_in_parts")
    options = Options(data_model="LP64", memory_model="tso")
    assert isinstance(pipeline.verify(path, options).verdict, Unknown)
    monkeypatch.setattr(buffers._Buffering, "_not_in_parts", lambda self, op, buffer: T.TRUE)
    assert isinstance(pipeline.verify(path, options).verdict, Unsafe)


STORES = S("fence", "stores")
THREADS: dict[str, tuple[str, Break, list[list[S]]]] = {
    "stores behind stores": (
        "armv8",
        kept_but(lambda k: k._replace(stores=False)),
        [[w("x", 1), STORES, w("y", 2)], [r("y"), FENCE, r("x")]],
    ),
    "what is overwritten": (
        "power",
        put(relaxed.Robust, "_is_overwritten", lambda self, i: False),
        [[w("x", 1), FENCE, r("y")], [w("y", 3), S("fence", "release"), w("x", 4)]],
    ),
}


@pytest.mark.parametrize("name", THREADS)
def test_threads_notice(name: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    model, broken, threads = THREADS[name]
    assert not differs(threads, tmp_path, model)
    broken(monkeypatch)
    assert differs(threads, tmp_path, model)
