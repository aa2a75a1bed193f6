"""The keys and words of the JSON report."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from threadproof.output.json_report import build_report, dump_report
from threadproof.result.verdict import Change, Proof, Safe, Trace, TraceStep, Unknown, Unsafe, Verdict

KEYS = {
    "format_version", "file", "verdict", "result", "property", "scope", "engine", "reason", "detail", "statistics",
    "notes", "time",
}  # fmt: skip


def report(verdict: Verdict, property: str = "unreach-call") -> Any:
    built = build_report(verdict, property=property, engine="explore", time={"total": 1.23456789}, file="a.c")
    return json.loads(dump_report(built))


def test_safe() -> None:
    data = report(Safe(Proof("state-set", {"states": 3, "path": Path("x")}), "under SC", {"states": 3}))
    assert set(data) == KEYS | {"proof"}
    assert (data["verdict"], data["result"], data["scope"]) == ("true", "true", "under SC")
    assert data["proof"] == {"kind": "state-set", "data": {"states": 3, "path": "x"}}
    assert data["time"] == {"total": 1.234568}
    assert data["statistics"] == {"states": 3}


def test_unsafe() -> None:
    step = TraceStep("t1", "f", "a.c", 7, "x = 1;", (Change("x", "1"), Change("y", "2")), "a note")
    plain = TraceStep("main", "main", "a.c", 9, "y;")
    data = report(Unsafe(Trace((step, plain), "data race on x"), "no-data-race"), "no-data-race")
    assert set(data) == KEYS | {"violation", "trace"}
    assert (data["verdict"], data["result"], data["violation"]) == ("false", "false(no-data-race)", "data race on x")
    values = {"x": "1", "y": "2"}
    assert data["trace"] == [
        {"thread": "t1", "function": "f", "file": "a.c", "line": 7, "text": "x = 1;", "values": values,
         "note": "a note"},
        {"thread": "main", "function": "main", "file": "a.c", "line": 9, "text": "y;", "values": {}},
    ]  # fmt: skip


def test_words_of_a_violation() -> None:
    trace = Trace((), "")
    assert report(Unsafe(trace, "valid-deref"), "valid-memsafety")["result"] == "false(valid-deref)"
    assert report(Unsafe(trace), "termination")["result"] == "false(termination)"


def test_unknown() -> None:
    data = report(Unknown("timeout", "no answer within 3 s"))
    assert set(data) == KEYS
    assert (data["verdict"], data["result"], data["reason"]) == ("unknown", "unknown", "timeout")
    assert data["detail"] == "no answer within 3 s"
