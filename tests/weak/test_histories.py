"""Programs under C11 against the axioms of RC11: random threads without branches, every outcome, every race."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.generators.accesses import MIXED, ORDERS, Access, Threads, generate, in_c, in_posix, initialising, mixing
from tests.weak import buffered
from tests.weak.buffered import loaded
from tests.weak.views import NOT_UNDERSTOOD, Final, finals
from threadproof.axiomatic.formats.litmus import parse_litmus
from threadproof.axiomatic.judge import judge
from threadproof.axiomatic.models import MODELS
from threadproof.passes.memory_model import allows_more

BATCH = 5
#: more messages than any of these programs has at one place
HISTORY = 8
#: a race makes everything possible
RACE = {NOT_UNDERSTOOD}


def allowed(threads: Threads) -> set[Final]:
    test = parse_litmus(in_c(threads), "test")
    (found,) = judge(test, [MODELS["c11"]])
    if found.is_undefined:
        return RACE
    names = [name if thread is None else f"r{thread}_{name[1:]}" for thread, name in test.observed()]
    return {tuple(sorted(zip(names, state, strict=True))) for state in found.states}  # type: ignore[type-var]


def executed(threads: Threads, folder: Path, history: int = HISTORY) -> tuple[set[Final], bool]:
    """And whether there may be more than RC11 allows."""
    program = loaded(in_posix(threads), folder, "c11", history=history)
    found = finals(program)
    if NOT_UNDERSTOOD in found:
        return RACE, allows_more(program)
    names = {op.place for ops in threads for op in ops if op.kind != "fence"}
    return _shown(found, names), allows_more(program)


def _shown(found: set[Final], names: set[str]) -> set[Final]:
    """(A variable that nobody touches is not there.)"""
    shown = set()
    for state in found:
        values = {name: value for name, value in state if name in names or (name[0] == "r" and name[1].isdigit())}
        shown.add(tuple(sorted({**dict.fromkeys(names, 0), **values}.items())))
    return shown


def agrees(threads: Threads, folder: Path) -> bool:
    """The same; or at least that, where the machine says that it allows more."""
    axioms = allowed(threads)
    machine, has_more = executed(threads, folder)
    return machine == axioms or (has_more and (machine == RACE or machine >= axioms))


@pytest.mark.in_turn(40)
@pytest.mark.parametrize("orders", [ORDERS, MIXED], ids=["weak", "mixed"])
@pytest.mark.parametrize("batch", range(120))
def test_histories_do_what_the_axioms_allow(batch: int, orders: dict[str, tuple[str, ...]], tmp_path: Path) -> None:
    for seed in range(batch * BATCH, (batch + 1) * BATCH):
        assert agrees(generate(seed, orders), tmp_path), seed


@pytest.mark.in_turn(20)
@pytest.mark.parametrize("batch", range(20))
def test_what_is_not_atomic_races(batch: int, tmp_path: Path) -> None:
    for seed in range(batch * BATCH, (batch + 1) * BATCH):
        assert agrees(initialising(seed), tmp_path), seed


@pytest.mark.in_turn(20)
@pytest.mark.parametrize("batch", range(60))
def test_what_is_atomic_only_sometimes_races(batch: int, tmp_path: Path) -> None:
    for seed in range(batch * BATCH, (batch + 1) * BATCH):
        assert agrees(mixing(seed), tmp_path), seed


def shape(text: str, order: str) -> Threads:
    """`Wx1 Ry / Wy1 Rx`; orders: relaxed, acq_rel (acquire and release), seq_cst, fences (between relaxed accesses)."""
    threads: Threads = []
    for words in text.split("/"):
        ops: list[Access] = []
        for word in words.split():
            if order == "fences" and ops:
                ops.append(Access("fence", "", order="seq_cst"))
            is_store = word[0] == "W"
            access = {"acq_rel": "release" if is_store else "acquire", "fences": "relaxed"}.get(order, order)
            value = int(word[2:] or 0)
            ops.append(Access("store" if is_store else "load", word[1], value, access))
        threads.append(ops)
    return threads


SHAPES = {
    "SB": "Wx1 Ry / Wy1 Rx",
    "LB": "Rx Wy1 / Ry Wx1",
    "MP": "Wx1 Wy1 / Ry Rx",
    "WRC": "Wx1 / Rx Wy1 / Ry Rx",
    "IRIW": "Wx1 / Wy1 / Rx Ry / Ry Rx",
    "2+2W": "Wx1 Wy2 / Wy1 Wx2",
    "R": "Wx1 Wy1 / Wy2 Rx",
    "S": "Wx2 Wy1 / Ry Wx1",
    "ISA2": "Wx1 Wy1 / Ry Wz1 / Rz Rx",
    "Z6.3": "Wx1 Wy1 / Wy2 Wz1 / Rz Rx",
    "RWC": "Wx1 / Rx Ry / Wy1 Rx",
    "W+RWC": "Wx1 Wy1 / Ry Rz / Wz1 Rx",
    "CoRR": "Wx1 / Rx Rx",
    "CoWW": "Wx1 Wx2 / Rx",
    "CoRW": "Rx Wx1 / Wx2",
    "CoWR": "Wx1 Rx / Wx2",
    "CoRR2": "Wx1 / Wx2 / Rx Rx / Rx Rx",
}


@pytest.mark.parametrize("order", ["relaxed", "acq_rel", "seq_cst", "fences"])
@pytest.mark.parametrize("name", SHAPES)
def test_shapes(name: str, order: str, tmp_path: Path) -> None:
    threads = shape(SHAPES[name], order)
    assert executed(threads, tmp_path)[0] == allowed(threads)


def test_short_histories_are_not_understood(tmp_path: Path) -> None:
    threads = shape("Wx1 Wx2 Wx3 / Rx Rx", "relaxed")
    assert executed(threads, tmp_path, 3)[0] == RACE
    assert executed(threads, tmp_path, 4)[0] == allowed(threads)


@pytest.mark.parametrize(("name", "order"), [("MP", "acq_rel"), ("CoWR", "relaxed"), ("SB", "fences")])
def test_final_states_are_those_of_the_interpreter(name: str, order: str, tmp_path: Path) -> None:
    program = loaded(in_posix(shape(SHAPES[name], order)), tmp_path, "c11", history=4)
    names = {v.name for v in program.shared if v.kind == "data"}
    assert _shown(finals(program), names) == _shown(buffered.finals(program), names)
