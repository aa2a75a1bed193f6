"""What every engine must do: never a wrong verdict, evidence with every answer, limits kept, nothing printed."""

from __future__ import annotations

import re
import time
from contextlib import suppress
from pathlib import Path

import pytest

from tests.helpers.rotation import in_turn
from threadproof import pipeline
from threadproof.engines import ENGINES
from threadproof.engines.engine import Answer, Run
from threadproof.engines.explore import engine as explore
from threadproof.errors import Limit
from threadproof.frontend.task import load_task
from threadproof.ir.program import Program
from threadproof.options import Options
from threadproof.portfolio import names
from threadproof.process import Overdue
from threadproof.properties import PROPERTIES
from threadproof.result.verdict import Safe, Unknown, Unsafe

#: (see `tests.helpers.rotation`)
IN_TURN = 5

PROGRAMS = Path(__file__).parents[1] / "programs"
#: one safe and one unsafe program for each property
TASKS = [
    "classic/peterson_safe",
    "classic/peterson_unsafe",
    "sync/mutex_safe",
    "sync/mutex_unsafe",
    "sync/create_in_section_unsafe",
    "sync/section_without_end_safe",
    "races/counter_unsafe",
    "deadlocks/philosophers_unsafe",
    "memory/use_after_free_unsafe",
    "termination/spin_wait_safe",
]
CASES = [
    (engine, name, p.name, p.expected.holds)
    for engine in names()
    for name in TASKS
    for p in load_task(PROGRAMS / f"{name}.yml").properties
    if p.name is not None and p.expected is not None
]


@pytest.mark.parametrize(
    ("engine", "name", "property_", "holds"), [pytest.param(*c, marks=in_turn(n)) for n, c in enumerate(CASES)]
)
def test_never_wrong(engine: str, name: str, property_: str, holds: bool, capsys: pytest.CaptureFixture[str]) -> None:
    # walk never stops before its time is over, unless it finds something
    options = Options(engine=engine, property=property_, timeout={"walk": 1, "redcomp": 4}.get(engine, 8))
    verdict = pipeline.verify(PROGRAMS / f"{name}.c", options).verdict
    match verdict:
        case Safe():
            assert holds
            assert verdict.proof.kind
            assert verdict.proof.data
        case Unsafe():
            assert not holds
            assert verdict.trace.violation
        case Unknown():
            assert verdict.reason
    assert verdict.scope
    assert "nodes" in verdict.statistics
    captured = capsys.readouterr()
    assert captured.out == captured.err == ""


#: what engines are asked, where it is something else
QUESTION = {"rank": "termination"}
USUAL = "unreach-call"


@pytest.mark.parametrize("engine", names())
def test_keeps_its_deadline(engine: str, tmp_path: Path) -> None:
    """A program with far too many states: Unknown soon after the time is over."""
    path = tmp_path / "large.c"
    path.write_text(
        "#include <fthread.h>\nunsigned x, y, z;\nextern void reach_error(void);\n"
        "void f(void *a) { for (;;) { x++; y += x * x; z ^= y; if (z == 123456789) reach_error();"
        " ft_thread_cooperate(); } }\n"
        "int main(void) { ft_scheduler_t s = ft_scheduler_create(); ft_thread_create(s, f, 0, 0);"
        " ft_thread_create(s, f, 0, 0); ft_scheduler_start(s); ft_exit(); }\n"
        if engine == "esst"
        else "#include <pthread.h>\n_Atomic unsigned x, y, z;\n"
        "extern void reach_error(void);\n"
        "void *f(void *a) { for (;;) { x++; y += x; z ^= y; if (z == 123456789) reach_error(); } }\n"
        "int main(void) { pthread_t t; for (int i = 0; i < 4; i++) pthread_create(&t, 0, f, 0); f(0); }\n"
    )
    start = time.monotonic()
    verdict = pipeline.verify(path, Options(engine=engine, timeout=2, property=QUESTION.get(engine, USUAL))).verdict
    assert isinstance(verdict, Unknown)
    assert verdict.reason in ("timeout", "no ranking function found", "simple facts are not enough")
    assert "nodes" in verdict.statistics
    assert time.monotonic() - start < 6


class Interrupted:
    """An engine that does something, and then time is up."""

    by: BaseException

    def verify(self, program: Program, property_: str, run: Run) -> Answer:
        run.statistics["nodes"] = 7
        raise self.by


@pytest.mark.parametrize("by", [Limit("timeout"), Overdue()], ids=["itself", "a timer"])
def test_what_was_done_survives_an_interrupt(by: BaseException, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Interrupted, "by", by, raising=False)
    monkeypatch.setattr(explore, "Explore", Interrupted)
    path, options = PROGRAMS / "classic/peterson_safe.c", Options(engine="explore")
    result = pipeline.unknown(path, options)
    with suppress(Overdue):
        pipeline.verify(path, options, result=result)
    assert isinstance(result.verdict, Unknown)
    assert result.verdict.statistics == {"nodes": 7}


#: for engines of cooperative threads, and of other questions
UNSAFE = {"esst": "cooperative/order_two_unsafe.c", "rank": "termination/spin_wait_unsafe.c"}


@pytest.mark.parametrize("engine", [pytest.param(name, marks=in_turn(n, 3)) for n, name in enumerate(names())])
def test_same_answer_twice(engine: str) -> None:
    path = PROGRAMS / UNSAFE.get(engine, "classic/peterson_unsafe.c")
    options = Options(engine=engine, timeout=60, property=QUESTION.get(engine, USUAL))
    first, second = (pipeline.verify(path, options).verdict for _ in "ab")
    assert isinstance(first, Unsafe)
    assert isinstance(second, Unsafe)
    assert first.trace == second.trace


README = Path(__file__).parents[2] / "README.md"


def _claimed(cell: str) -> set[str]:
    """`all`, `all but X`, or a list; what follows a semicolon is a remark."""
    cell = cell.partition(";")[0]
    named = set(re.findall(r"`([\w-]+)`", cell))
    return set(PROPERTIES) - named if cell.strip().startswith("all") else named


def test_the_table_of_engines_is_true() -> None:
    rows = re.findall(r"^\| `(\w+)` \|[^|\n]*\|([^|\n]*)\|", README.read_text(encoding="utf-8"), re.M)
    assert {name for name, _ in rows} == set(ENGINES)
    for name, cell in rows:
        spec = ENGINES[name]
        about = {p.name for p in PROPERTIES.values() if p.is_about}  # (of programs that others do not know)
        decided = {p.name for p in PROPERTIES.values() if p.is_within(spec.decides)}
        assert _claimed(cell) - about == decided - about, name
