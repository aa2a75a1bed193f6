"""Atomic sections, and creations inside them: no engine contradicts what is known, and every proof is accepted."""

from __future__ import annotations

from pathlib import Path

import pytest

from threadproof import pipeline
from threadproof.frontend.task import load_task
from threadproof.options import Options
from threadproof.result.verdict import Safe, Unsafe

#: (see `tests.helpers.rotation`)
IN_TURN = 4

PROGRAMS = Path(__file__).parent / "programs" / "sections"
ENGINES = {
    "explore": ("unreach-call", "no-data-race", "no-deadlock", "no-overflow", "valid-memsafety"),
    "impact": ("unreach-call", "no-data-race", "no-deadlock", "no-overflow", "valid-memsafety"),
    "redcomp": ("unreach-call", "no-overflow"),
    "symmpa": ("unreach-call", "no-overflow"),
    "walk": ("no-data-race",),
}
SECONDS = {"walk": 0.2}


def _cases() -> list[tuple[Path, str, bool, str]]:
    return [
        (task.input_file, p.name, p.expected.holds, engine)
        for task in map(load_task, sorted(PROGRAMS.glob("*.yml")))
        for p in task.properties
        for engine, properties in ENGINES.items()
        if p.name in properties and p.expected is not None
    ]


@pytest.mark.parametrize(
    ("file", "property_", "expected", "engine"),
    [pytest.param(*c, id=f"{c[0].stem}-{c[1]}-{c[3]}") for c in _cases()],
)
def test_no_engine_contradicts(file: Path, property_: str, expected: bool, engine: str) -> None:
    options = Options(property=property_, engine=engine, timeout=SECONDS.get(engine, 1))
    verdict = pipeline.verify(file, options, check_with="z3").verdict
    assert not isinstance(verdict, Unsafe if expected else Safe), verdict


@pytest.mark.parametrize(("rule", "name"), [("tm2", "two_created_unsafe"), ("tm3", "three_created_unsafe")])
def test_threads_created_together_meet(rule: str, name: str) -> None:
    options = Options.make(engine="redcomp", rule=rule, timeout=5)
    assert not isinstance(pipeline.verify(PROGRAMS / f"{name}.c", options).verdict, Safe)


LOOPS = [("while (1) x = 1;", False), ("while (!y) ;", False), ("for (int i = 0; i < 3; i++) x = !x;", True)]


@pytest.mark.parametrize(("loop", "ends"), LOOPS)
def test_a_loop_inside_may_run_for_ever(loop: str, ends: bool, tmp_path: Path) -> None:
    path = tmp_path / "program.c"
    path.write_text(
        "#include <pthread.h>\nvoid __VERIFIER_atomic_begin(void); void __VERIFIER_atomic_end(void); int x, y;\n"
        f"void *f(void *a) {{ __VERIFIER_atomic_begin(); {loop} __VERIFIER_atomic_end(); return 0; }}\n"
        "int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); y = 1; pthread_join(t, 0); return 0; }\n"
    )
    assert isinstance(pipeline.verify(path, Options(property="termination", timeout=20)).verdict, Safe) == ends
