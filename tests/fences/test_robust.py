"""`threadproof robust`: what it calls robust is not changed by the memory model, and each cycle is one."""

from __future__ import annotations

from pathlib import Path

import pytest

from threadproof import pipeline
from threadproof.errors import Limit
from threadproof.fences import robust
from threadproof.options import Options
from threadproof.passes.memory_model import AS_USUAL

PROGRAMS = sorted((Path(__file__).parent.parent / "weak" / "programs").glob("*.c"))
UNCHANGED = {AS_USUAL}
EXAMPLE = Path(__file__).parents[2] / "examples" / "missed_wakeup.c"


@pytest.mark.in_turn(9)
@pytest.mark.parametrize("path", PROGRAMS, ids=lambda p: p.stem)
def test_where_nothing_changes_the_program_is_robust(path: Path) -> None:
    for answer in robust.run(path, Options(data_model="LP64"), None, None):
        if answer.is_robust is None:
            continue
        try:
            program = pipeline.load(path, Options(data_model="LP64", memory_model=answer.model))
        except Limit:
            assert not answer.is_robust
            continue
        assert answer.is_robust is bool(UNCHANGED & {*program.scope}), answer


def test_a_cycle() -> None:
    (answer,) = robust.run(EXAMPLE, Options(data_model="LP64"), "tso", None)
    first, second, third, last = [line.split("  ") for line in answer.why]
    assert [line[0] for line in (first, second, third, last)] == ["main", "main", "worker", "worker"]
    assert second[-1] == "may come before it"
    assert third[-1] == "is in conflict with that"
    assert last[-1] == "comes behind, is in conflict with the first"


def test_models_differ() -> None:
    answers = {a.model: a.is_robust for a in robust.run(EXAMPLE, Options(data_model="LP64"), None, None)}
    assert answers == {"tso": False, "pso": False, "rmo": False, "power": False, "armv8": True, "c11": False}


def test_time_is_over() -> None:
    assert all(a.is_robust is None for a in robust.run(EXAMPLE, Options(data_model="LP64"), None, 0.0))


def test_what_is_not_understood_is_not_robust(tmp_path: Path) -> None:
    """Where no cycle is found, but something has no meaning under weak memory models."""
    path = tmp_path / "p.c"
    path.write_text(
        "#include <linux/kernel.h>\n#include <linux/rcupdate.h>\n#include <pthread.h>\nint x, y, a, b;\n"
        "void *other(void *u) { WRITE_ONCE(x, 1); rcu_read_lock(); rcu_read_unlock(); a = READ_ONCE(y); return u; }\n"
        "int main(void) { pthread_t t; pthread_create(&t, 0, other, 0);\n"
        "WRITE_ONCE(y, 1); rcu_read_lock(); rcu_read_unlock(); b = READ_ONCE(x); return 0; }\n"
    )
    for answer in robust.run(path, Options(data_model="LP64"), None, None):
        assert not answer.is_robust
