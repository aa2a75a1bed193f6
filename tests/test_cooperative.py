"""Every program of tests/programs/cooperative: `esst`, and for some of them `explore`, say what is expected.

At the end: programs about which `esst` was wrong once.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.helpers.rotation import in_turn
from threadproof import pipeline
from threadproof.options import Options
from threadproof.result.verdict import Safe, Unknown, Unsafe

#: (see `tests.helpers.rotation`)
IN_TURN = 4

PROGRAMS = Path(__file__).parent / "programs" / "cooperative"
#: these take more than a second
SLOW = {("gear_box.c", "unreach-call"), ("values_sum_safe.c", "unreach-call")}
#: sizes of rings that are fast
RINGS = ("N=3", "N=4", "N=5", "N=10")
CHECKER = "bitwuzla"


class Row(NamedTuple):
    file: str
    defines: tuple[str, ...]
    question: str
    verdict: str
    order: str = "any"

    @property
    def kind(self) -> type[Safe | Unsafe]:
        return Safe if self.verdict == "safe" else Unsafe

    @property
    def id(self) -> str:
        return "-".join([self.file.removesuffix(".c"), *self.defines, self.question, self.order])

    def options(self, engine: str) -> Options:
        return Options(property=self.question, engine=engine, defines=list(self.defines), order=self.order, timeout=60)


def _rows() -> list[Row]:
    rows = []
    for line in (PROGRAMS / "EXPECTED.tsv").read_text().splitlines()[1:]:
        file, options, property_, verdict, _ = line.split("\t")
        defines = [o.removeprefix("-D") for o in options.split() if o.startswith("-D")]
        order = "fixed" if "--order fixed" in options else "any"
        rows.append(Row(file, tuple(defines), property_, verdict, order))
    return rows


ROWS = _rows()
FAST = [
    r for r in ROWS
    if (r.file, r.question) not in SLOW and all(d in RINGS for d in r.defines if d.startswith("N="))
]  # fmt: skip
SMALL = [
    r
    for r in FAST
    if r.file.startswith(
        (
            "argument",
            "await",
            "condition",
            "create",
            "join",
            "lock",
            "lost",
            "order",
            "select",
            "semaphore",
            "stop",
            "values_t",
        )
    )
]


def _check(row: Row, options: Options, check_with: str | None) -> None:
    result = pipeline.verify(PROGRAMS / row.file, options, check_with=check_with)
    assert isinstance(result.verdict, row.kind), result.verdict
    if isinstance(result.verdict, Unsafe):
        assert result.verdict.trace.steps


@pytest.mark.parametrize("row", [pytest.param(r, id=r.id, marks=in_turn(n, 4)) for n, r in enumerate(FAST)])
def test_esst(row: Row) -> None:
    _check(row, row.options("esst"), CHECKER if row in SMALL or row.file.startswith("mailbox") else None)


@pytest.mark.parametrize("reduction", ["none", "local"])
@pytest.mark.parametrize("row", [pytest.param(r, id=r.id, marks=in_turn(n, 4)) for n, r in enumerate(SMALL)])
def test_explore(row: Row, reduction: str) -> None:
    _check(row, replace(row.options("explore"), chosen={"reduction": reduction}), CHECKER)


@pytest.mark.parametrize(
    "row",
    [pytest.param(r, id=r.file, marks=in_turn(n, 4)) for n, r in enumerate({r.file: r for r in FAST}.values())],
)
def test_no_data_races(row: Row) -> None:
    options = replace(row.options("esst"), property="no-data-race")
    result = pipeline.verify(PROGRAMS / row.file, options, check_with=CHECKER)
    assert isinstance(result.verdict, Safe), result.verdict


def test_a_thread_of_another_scheduler_does_not_run(tmp_path: Path) -> None:
    path = tmp_path / "program.c"
    path.write_text(
        _text("", ("x = 1;", "reach_error();")).replace(
            "tb = ft_thread_create(s", "tb = ft_thread_create(ft_scheduler_create()"
        )
    )
    for engine in ("explore", "esst"):
        assert isinstance(pipeline.verify(path, Options(engine=engine, timeout=30)).verdict, Unknown)


def test_every_program_is_there() -> None:
    assert {r.file for r in ROWS} == {p.name for p in PROGRAMS.glob("*.c")}
    assert len(FAST) > 100
    assert sum([r.kind is Unsafe for r in FAST]) > 25


# ---------------------------------------------------------------- once wrong

HEAD = """#include <fthread.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
static ft_scheduler_t s;
static ft_event_t e, f, none;
static ft_thread_t ta, tb, tc, td, tg;
static int x, y, z, n;
static void child(void *arg) { ft_thread_cooperate_n(5); }
"""
BEHIND_WAIT = "if (x == 1) reach_error();"
LOOK = "int r = ft_thread_await_n(f, 1); if (r == OK && {} == 7) reach_error(); ft_thread_cooperate();"
#: what main does in the end, then functions of threads
WRONG: dict[str, tuple[str, ...]] = {
    # main must not be chosen alone, nor sleep below a turn that ends the instant: it may act later, too
    "main_later": (
        "ft_scheduler_broadcast(e);",
        "ft_thread_cooperate(); ft_thread_cooperate(); ft_thread_cooperate(); n = 1;",
        "ft_thread_await(e); if (n == 1) reach_error();",
    ),
    "main_between": (
        "ft_scheduler_broadcast(f); ft_scheduler_broadcast(e);",
        "ft_thread_await(e); if (n == 2) reach_error();",
        "ft_thread_cooperate(); n = 1; ft_thread_cooperate(); n = 2; ft_thread_cooperate(); n = 3;",
        "ft_thread_cooperate(); ft_thread_cooperate(); ft_thread_cooperate();",
    ),
    # waits that do not wait: the turn goes on
    "await_n_0": ("", "x = 1; ft_thread_cooperate();", f"ft_thread_await_n(e, 0); {BEHIND_WAIT}"),
    "join_n_0": ("", "x = 1; ft_thread_cooperate();", f"ft_thread_join_n(ta, 0); {BEHIND_WAIT}"),
    "no_event": ("", "x = 1; ft_thread_cooperate();", f"ft_thread_await(none); {BEHIND_WAIT}"),
    "no_event_of_two": (
        "",
        "x = 1; ft_thread_cooperate();",
        f"ft_event_t on[2] = {{e, none}}; ft_thread_select(2, on, 0); {BEHIND_WAIT}",
    ),
    "no_event_with_value": (
        "",
        "x = 1; ft_thread_cooperate();",
        f"void *p; ft_thread_get_value(none, 0, &p); {BEHIND_WAIT}",
    ),
    # a location without a way on: the turn does not complete
    "assume_0": ("", "__VERIFIER_assume(0);", "ft_thread_generate(f); reach_error();"),
    # what is made gets a number, which another thread may use before it knows
    "event_of_number": (
        "",
        "ft_event_create(s); ft_thread_cooperate();",
        "int r = ft_thread_generate(3); ft_thread_cooperate(); if (r != OK) reach_error();",
    ),
    "event_of_number_is_there": (
        "",
        "int r = ft_thread_generate(3); ft_thread_cooperate(); if (r == OK) reach_error();",
        "ft_event_create(s); ft_thread_cooperate();",
    ),
    "thread_of_number": (
        "",
        "ft_thread_create(s, child, 0, 0); ft_thread_cooperate();",
        "int r = ft_thread_join_n(4, 1); ft_thread_cooperate(); if (r == OK) reach_error();",
    ),
    "thread_of_number_is_there": (
        "",
        "int r = ft_thread_join_n(4, 1); ft_thread_cooperate(); if (r != OK) reach_error();",
        "ft_thread_create(s, child, 0, 0); ft_thread_cooperate();",
    ),
    # a and b are chosen together, and one of them, asleep, is woken: it must be expanded there, not only below
    "woken_among_chosen": (
        "",
        f"while (1) {{ y = 3 - y; {LOOK.format('n')} }}",
        f"while (1) {{ if (n == 3) reach_error(); n++; {LOOK.format('y')} }}",
        "if (__VERIFIER_nondet_int()) n = 1;",
        f"while (1) {{ x = 3 - x; {LOOK.format('z')} }}",
        f"while (1) {{ z = 3 - z; {LOOK.format('x')} }}",
    ),
}


def _text(late: str, bodies: tuple[str, ...], before: str = "") -> str:
    names = "abcdg"[: len(bodies)]
    functions = [f"static void {name}(void *arg) {{ {body} }}" for name, body in zip(names, bodies, strict=True)]
    lines = ["s = ft_scheduler_create();", "e = ft_event_create(s);", "f = ft_event_create(s);"]
    lines += [f"t{name} = ft_thread_create(s, {name}, 0, 0);" for name in names]
    lines += [before, "ft_scheduler_start(s);", late, "ft_exit();"]
    return "\n".join([HEAD, *functions, "int main(void) {", *["    " + line for line in lines if line], "}", ""])


@pytest.mark.parametrize("name", WRONG)
def test_once_wrong(name: str, tmp_path: Path) -> None:
    late, *bodies = WRONG[name]
    path = tmp_path / "program.c"
    path.write_text(_text(late, tuple(bodies)))
    assert isinstance(
        pipeline.verify(path, Options.make(engine="explore", reduction="none", timeout=30)).verdict, Unsafe
    )
    for por in ("persistent", "sleep", "both"):
        # (force cover, and labels of predicates, may hide what is wrong)
        options = Options.make(engine="esst", por=por, force_cover=False, abstraction="interpolants", timeout=30)
        assert isinstance(pipeline.verify(path, options).verdict, Unsafe), por


@pytest.mark.parametrize("engine", ["impact", "redcomp", "symmpa", "walk"])
@pytest.mark.parametrize(
    ("name", "question", "wrong"),
    [
        ("select_both_unsafe", "unreach-call", Safe),
        ("stop_not_at_once_unsafe", "unreach-call", Safe),
        ("values_order_unsafe", "unreach-call", Safe),
        ("counter_safe", "no-data-race", Unsafe),
    ],
)
def test_other_engines_are_not_wrong(name: str, question: str, wrong: type[Safe | Unsafe], engine: str) -> None:
    """Whoever does not know about turns must not say anything."""
    verdict = pipeline.verify(PROGRAMS / f"{name}.c", Options(property=question, engine=engine, timeout=5)).verdict
    assert not isinstance(verdict, wrong)


@pytest.mark.parametrize("engine", ["explore", "esst"])
def test_a_deadlock_of_a_thread_that_never_ran_is_described(engine: str, tmp_path: Path) -> None:
    path = tmp_path / "program.c"
    path.write_text(_text("", ("x = 1;", "y = 1;"), before="ft_scheduler_suspend(ta);"))
    options = Options(property="no-deadlock", engine=engine, timeout=30)
    assert isinstance(pipeline.verify(path, options).verdict, Unsafe)
