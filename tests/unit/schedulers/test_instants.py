"""What traces of cooperative programs say about instants, events and waits; and that they count instants right."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.generators.cooperative import generate
from threadproof import pipeline
from threadproof.options import Options
from threadproof.result.verdict import Unsafe

HEAD = """#include <fthread.h>
#include <assert.h>
static ft_scheduler_t s;
static ft_event_t go, ack[2], none;
static ft_thread_t ta, tb;
static int n;
"""


def notes(folder: Path, bodies: tuple[str, ...], late: str = "", before: str = "", **settings: str) -> list[str]:
    """`thread: note` for each step with a note, from the start on; what is violated comes last."""
    path = folder / "program.c"
    names = "abc"[: len(bodies)]
    lines = [f"static void {name}(void *arg) {{\n{body}\n}}" for name, body in zip(names, bodies, strict=True)]
    lines += ["int main(void) {", "s = ft_scheduler_create();", "go = ft_event_create(s);"]
    lines += ["ack[0] = ft_event_create(s);", "ack[1] = ft_event_create(s);"]
    lines += [f"{'t' + x + ' = ' if x != 'c' else ''}ft_thread_create(s, {x}, 0, (void *){x!r});" for x in names]
    lines += [before, "ft_scheduler_start(s);", late, "ft_exit();", "}"]
    path.write_text(HEAD + "\n".join(lines))
    options = Options.make(engine="esst", order="fixed", timeout=30, **settings)  # type: ignore[arg-type]
    verdict = pipeline.verify(path, options).verdict
    assert isinstance(verdict, Unsafe), verdict
    said = [f"{step.thread}: {step.note}" for step in verdict.trace.steps if step.note]
    start = next(i for i, text in enumerate(said) if "instant 1" in text)
    return [*said[start:], verdict.trace.violation]


def test_idle_instants(tmp_path: Path) -> None:
    assert notes(tmp_path, ("ft_thread_cooperate_n(8);\nft_thread_cooperate_n(2);\nassert(0);",)) == [
        "main: instant 1 begins",
        "a: for 8 instants; instants 2 to 8: nobody can run; instant 9 begins",
        "a: for 2 instants; instant 10: nobody can run; instant 11 begins",
        "the assertion fails: 0",
    ]


def test_time_outs_and_missed_events(tmp_path: Path) -> None:
    waiter = "ft_thread_cooperate();\nint r = ft_thread_await_n(go, 3);\nassert(r == OK);"
    assert notes(tmp_path, (waiter, "ft_thread_generate(go);")) == [
        "main: instant 1 begins",
        "a: until the next instant",
        "b: nobody waits for it",
        "b: the thread ends; instant 2 begins",
        "a: waits for go, 3 instants at most; missed: go was there in instant 1; instants 3 to 4: nobody can run; "
        "instant 5 begins: time-out of a",
        "the assertion fails: r == OK",
    ]


def test_an_event_that_was_seen_is_not_missed(tmp_path: Path) -> None:
    waiter = "ft_thread_await(go);\nft_thread_cooperate();\nft_thread_await(go);"
    assert notes(tmp_path, (waiter, "ft_thread_generate(go);"), property="no-deadlock") == [
        "main: instant 1 begins",
        "a: waits for go",
        "b: wakes a",
        "b: the thread ends",
        "a: until the next instant; instant 2 begins",
        "a: waits for go",
        "deadlock: a waits for go (program.c:10)",
    ]


def test_a_lost_event(tmp_path: Path) -> None:
    bodies = ("ft_thread_generate(ack[1]);\nft_thread_cooperate();",)
    assert notes(tmp_path, bodies, property="no-lost-event") == [
        "main: instant 1 begins",
        "a: nobody waits for it",
        "a: until the next instant; ack[1] is lost: nobody saw it; instant 2 begins",
        "ack[1] is lost: the instant has ended, and no thread has seen it",
    ]


def test_main_between_idle_instants(tmp_path: Path) -> None:
    late = "ft_scheduler_broadcast(go);\nft_scheduler_broadcast(go);"
    waiter = "ft_thread_await(go);\nft_thread_cooperate();\nft_thread_await(go);\nassert(n == 1);"
    said = notes(tmp_path, (waiter, "ft_thread_cooperate_n(5);\nn = 1;\nft_thread_cooperate_n(5);\nn = 2;"), late)
    assert said[-1] == "the assertion fails: n == 1"
    _check_numbers(said)


def test_orders(tmp_path: Path) -> None:
    boss = """ft_scheduler_suspend(tb);
ft_scheduler_broadcast(go);
ft_thread_cooperate();
ft_scheduler_resume(tb);
ft_thread_cooperate();
ft_scheduler_stop(tb);
ft_thread_join(tb);
ft_scheduler_stop(tb);
ft_thread_generate(none);
assert(0);"""
    assert notes(tmp_path, (boss, "while (1) ft_thread_cooperate();", "ft_thread_await(go);")) == [
        "main: instant 1 begins",
        "a: in the next instant",
        "a: in the next instant",
        "a: until the next instant",
        "b: until the next instant",
        "c: waits for go; instant 2 begins: b is suspended, go is there, wakes c",
        "a: in the next instant",
        "a: until the next instant",
        "c: go is there",
        "c: the thread ends; instant 3 begins: b is resumed",
        "a: in the next instant",
        "a: waits for the end of b",
        "b: until the next instant; instant 4 begins: b is stopped; is stopped here",
        "b: the thread ends; wakes a",
        "a: b has ended",
        "a: there is no such thread any more: this does nothing",
        "a: there is no such event: this does nothing",
        "the assertion fails: 0",
    ]


def test_values_and_new_threads(tmp_path: Path) -> None:
    worker = "void *p = 0;\nint r = ft_thread_get_value(go, 1, &p);\nassert(r == OK);"
    boss = "ft_thread_generate_value(go, arg);\nft_thread_create(s, a, 0, 0);\nft_thread_cooperate();"
    assert notes(tmp_path, (worker, boss), before="ft_scheduler_suspend(ta);") == [
        "main: instant 1 begins",
        "b: nobody waits for it; value 0",
        "b: a#2 starts; in the next instant",
        "b: until the next instant; instant 2 begins: a#2 can run",
        "b: the thread ends",
        "a#2: waits for value 1 of go; instant 3 begins; the instant is over: no such value",
        "the assertion fails: r == OK",
    ]


def test_main_gives_no_turn(tmp_path: Path) -> None:
    late = "ft_thread_cooperate();\nft_scheduler_broadcast(go);"
    said = notes(tmp_path, ("ft_thread_await(go);\nassert(0);",), late)
    assert "main: main is no thread of the scheduler: this does nothing" in said


def test_names_of_events(tmp_path: Path) -> None:
    """`ack[n]` may be any event, so that nobody is called so."""
    waiter = "for (int i = 0; i < 2; i++) {\nft_thread_await(ack[i]);\n}"
    assert notes(tmp_path, (waiter, "ft_thread_generate(ack[0]);"), property="no-deadlock")[-1] == (
        "deadlock: a waits for event 3 (program.c:9)"
    )


# ---------------------------------------------------------------- numbers


def _check_numbers(said: list[str]) -> None:
    """Every instant is mentioned once, one after the other."""
    numbers: list[int] = []
    for text in said:
        for first, last in re.findall(r"instants? (\d+)(?: to (\d+))?(?: begins|:)", text):
            numbers += range(int(first), int(last or first) + 1)
    assert numbers == list(range(1, len(numbers) + 1)), said


def test_the_number_is_what_a_thread_counts(tmp_path: Path) -> None:
    ticker = "while (1) {\nn++;\nft_thread_cooperate();\n}"
    for instants in (1, 2, 5):
        waiter = f"ft_thread_cooperate_n({instants});\nassert(n != {instants + 1});"
        said = notes(tmp_path, (ticker, waiter))
        assert f"instant {instants + 1} begins" in said[-3]
        assert said[-2] == "a: until the next instant"
        _check_numbers(said)


@pytest.mark.in_turn(3)
@pytest.mark.parametrize("seed", range(40))
def test_no_instant_is_left_out(seed: int, tmp_path: Path) -> None:
    """In random runs of random programs."""
    path = tmp_path / "program.c"
    path.write_text(generate(seed))
    result = pipeline.run(path, Options(seed=seed), 400)
    _check_numbers([f"{step.thread}: {step.note}" for step in result.steps])
