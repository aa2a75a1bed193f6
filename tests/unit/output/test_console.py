"""Text for people: verdict lines, the table of steps, progress."""

from __future__ import annotations

import io
import os
from pathlib import Path

import pytest

from threadproof.output import console
from threadproof.result.verdict import Change, Proof, Safe, Trace, TraceStep, Unknown, Unsafe

GOLDEN = Path(__file__).parents[2] / "golden"
TIME = {"parse": 0.1, "engine": 0.2}


def step(thread: str, line: int, text: str, *changes: tuple[str, str], function: str = "", **rest: str) -> TraceStep:
    file = rest.get("file", "src/lock.c")
    values = tuple(Change(*change) for change in changes)
    return TraceStep(thread, function or thread, file, line, text, values, rest.get("note", ""))


STEPS = (
    step("main", 30, "pthread_create(&a, 0, worker, 0);", ("a", "1")),
    step("main", 31, "pthread_create(&b, 0, worker, 0);", ("b", "2")),
    step("worker", 12, "while (flag) ;"),
    step("worker", 12, "while (flag) ;"),
    step("worker#2", 12, "while (flag) ;", function="worker"),
    step("worker#2", 13, "flag = 1;", ("flag", "1"), function="worker"),
    step("worker", 13, "flag = 1;", ("flag", "1")),
    step("worker", 20, "count++;", ("count", "1"), ("count", "2"), ("tmp", "1"), function="enter"),
    step("worker", 21, "reach_error();", function="enter", note="two threads are inside"),
)


def show(verdict: Safe | Unsafe | Unknown, *, property: str = "unreach-call", color: bool = False) -> str:
    return console.format_verdict(verdict, property=property, engine="explore", time=TIME, color=color)


def test_unsafe_matches_the_golden_text() -> None:
    text = show(Unsafe(Trace(STEPS, "reach_error() is called"), "unreach-call", "under SC", {"states": 12345}))
    golden = GOLDEN / "console_unsafe.txt"
    if os.environ.get("UPDATE_GOLDEN"):
        golden.write_text(text)
    assert text == golden.read_text()


def test_safe() -> None:
    text = show(Safe(Proof("state-set", {"states": 1000, "digest": "ab", "list": [1]}), "", {"rate": 12345.678}))
    assert text.splitlines() == [
        "SAFE  unreach-call  (engine explore, 0.30 s)",
        "evidence: state-set (states 1,000, digest ab)",
        "statistics: rate 1.23e+04",
    ]


@pytest.mark.parametrize(
    ("kind", "data", "line"),
    [
        (
            "covering-tree",
            {"property": "unreach-call", "program": "ab" * 32, "nodes": [[0]] * 1234, "covers": [[3, 2]] * 56},
            "evidence: a covering tree of 1,234 nodes with 56 covers",
        ),
        (
            "race-facts",
            {"owners": [], "pairs": [[1], [2], [3]]},
            "evidence: static facts that exclude 3 pairs of accesses, without a search",
        ),
        (
            "one-in-control",
            {"property": "no-data-race", "beside": [3]},
            "evidence: threads have control one at a time, and main shares nothing with them while they run",
        ),
    ],
)
def test_evidence_says_how_much_there_is(kind: str, data: dict[str, object], line: str) -> None:
    assert show(Safe(Proof(kind, data), "under SC")).splitlines()[1] == line


def test_unknown() -> None:
    text = show(Unknown("unsupported: union", "a.c:3: union u\nsecond line"))
    assert text.splitlines()[1:] == ["reason: unsupported: union", "  a.c:3: union u", "  second line"]


def test_part_of_the_property() -> None:
    verdict = Unsafe(Trace((), "invalid pointer"), "valid-deref")
    assert show(verdict, property="valid-memsafety").startswith("UNSAFE  valid-memsafety: valid-deref  (")


def test_files_of_one_name_are_told_apart() -> None:
    steps = (step("main", 1, "x", file="a/u.c"), step("main", 2, "y", file="b/u.c"), step("main", 0, "z", file="v.c"))
    text = console.format_run(steps, "done")
    assert "a/u.c:1" in text
    assert "b/u.c:2" in text
    assert " v.c  " in text


def test_long_trace_loses_its_middle() -> None:
    steps = tuple(step("main", number, f"s{number};") for number in range(1, 1001))
    lines = console.format_run(steps, "done").splitlines()
    assert len(lines) < console.MAX_ROWS + 10
    assert any("760 rows left out" in line for line in lines)
    assert any("s1000;" in line for line in lines)
    assert any("s1;" in line for line in lines)


def test_no_control_characters_and_no_endless_lines() -> None:
    steps = (step("main", 1, 'puts("\x1b[31m\udc80");\tx', ("long", "9" * 5000)), step("main", 2, "y" * 5000))
    text = console.format_run(steps, "bad\nend")
    assert "\x1b" not in text
    assert "\udc80" not in text
    assert all(len(line) < 300 for line in text.splitlines())


def test_color_only_where_wanted(monkeypatch: pytest.MonkeyPatch) -> None:
    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm")
    assert console.has_color(Terminal())
    assert not console.has_color(io.StringIO())
    monkeypatch.setenv("NO_COLOR", "1")
    assert not console.has_color(Terminal())
    monkeypatch.setenv("NO_COLOR", "")
    monkeypatch.setenv("TERM", "dumb")
    assert not console.has_color(Terminal())
    verdict = Unsafe(Trace(STEPS, "reach_error() is called"))
    assert "\x1b[1;31mUNSAFE\x1b[0m" in show(verdict, color=True)
    assert "\x1b" not in show(verdict)


def test_progress_line() -> None:
    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    silent = io.StringIO()
    console.ProgressLine(silent)("x")
    assert silent.getvalue() == ""
    terminal = Terminal()
    line = console.ProgressLine(terminal, interval=60)
    line("first " + "x" * 200)
    line("too soon")
    line.clear()
    line.clear()
    shown = terminal.getvalue()
    assert shown.startswith("\r\x1b[Kfirst xxx")
    assert "too soon" not in shown
    assert len(shown) < 100
    assert shown.endswith("\r\x1b[K")


def test_rounds_of_a_loop_are_left_out() -> None:
    loop = [
        (step("main", 5, "for (...)", ("i", str(n))), step("main", 6, "create();", note=f"w#{n} starts"))
        for n in range(1000)
    ]
    steps = [step("main", 1, "int i;"), *(s for both in loop for s in both), step("main", 9, "reach_error();")]
    lines = show(Unsafe(Trace(tuple(steps), "reach_error() is called"), "unreach-call")).splitlines()
    assert "1,996 steps of main: 998 more rounds of the loop at lines 5 to 6" in "\n".join(lines)
    assert len(lines) < 20
    assert "w#0 starts" in "\n".join(lines)
    assert "w#999 starts" in "\n".join(lines)


def test_many_notes_are_cut() -> None:
    steps = tuple(step("main", 5, "for (...) create();", note=f"w#{n} starts") for n in range(10_000))
    text = show(Unsafe(Trace(steps, "reach_error() is called"), "unreach-call"))
    assert "(w#0 starts)  (w#1 starts)  (w#2 starts)  (and 9,997 more)" in text


def test_notes() -> None:
    shown = console.format_verdict(
        Safe(Proof("", {})), property="p", engine="e", time={"total": 1.0}, notes=["look here"]
    )
    assert shown == "SAFE  p  (engine e, 1.00 s)\nnote: look here\n"


def test_threads_of_a_deadlock_have_lines_of_their_own() -> None:
    def shown(violation: str) -> list[str]:
        verdict = Unsafe(Trace((), violation), "p")
        return console.format_verdict(verdict, property="p", engine="e", time={"total": 1.0}).splitlines()[1:]

    assert shown("deadlock: a waits for m, held by b; b waits") == [
        "deadlock:",
        "  a waits for m, held by b",
        "  b waits",
    ]
    assert shown("deadlock: a waits for m, held by itself") == ["deadlock: a waits for m, held by itself"]
    assert shown("data race on x: a; b") == ["data race on x: a; b"]
