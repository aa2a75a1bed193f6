"""The JSON report of one verification: everything the verdict holds, with BenchExec's word for it as `result`."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from threadproof.output.bug import Bug
from threadproof.result.check import ProofCheck
from threadproof.result.verdict import Safe, Target, Trace, Typed, Unknown, Unsafe, Verdict

FORMAT_VERSION = 1


def verdict_word(verdict: Verdict) -> str:
    """`true`, `false` or `unknown`."""
    match verdict:
        case Safe():
            return "true"
        case Unsafe():
            return "false"
        case Unknown():
            return "unknown"


def result_word(verdict: Verdict, property: str) -> str:
    """What BenchExec calls it: `true`, `unknown`, `false(unreach-call)`, `false(valid-deref)`."""
    return f"false({verdict.violated or property})" if isinstance(verdict, Unsafe) else verdict_word(verdict)


def build_report(
    verdict: Verdict,
    *,
    property: str,
    engine: str,
    time: Mapping[str, float],
    file: str,
    check: ProofCheck | None = None,
    notes: Sequence[str] = (),
    replay: Mapping[str, Any] | None = None,
) -> dict[str, Any]:
    """`replay`: how to execute the violation again (`replay_file`)."""
    report: dict[str, Any] = {
        "format_version": FORMAT_VERSION,
        "file": file,
        "verdict": verdict_word(verdict),
        "result": result_word(verdict, property),
        "property": property,
        "scope": verdict.scope,
        "engine": engine,
        "reason": verdict.reason if isinstance(verdict, Unknown) else "",
        "detail": verdict.detail if isinstance(verdict, Unknown) else "",
        "notes": list(notes),
        "statistics": dict(verdict.statistics),
        "time": {name: round(seconds, 6) for name, seconds in time.items()},
    }
    if isinstance(verdict, Safe):
        report["proof"] = {"kind": verdict.proof.kind, "data": verdict.proof.data}
        if check is not None:
            report["proof_check"] = _build_check(check)
    if isinstance(verdict, Unsafe):
        report["violation"] = verdict.trace.violation
        report["trace"] = _build_trace(verdict.trace)
    if replay is not None:
        report["replay"] = replay
    return report


def build_bug_report(bug: Bug, *, property: str, file: str) -> dict[str, Any]:
    """There is no verdict: threadproof has failed."""
    return {
        "format_version": FORMAT_VERSION,
        "file": file,
        "verdict": "internal error",
        "result": "ERROR",
        "property": property,
        "engine": bug.engine,
        "reason": "internal error",
        "detail": bug.what,
        "place": bug.place,
        "statistics": {},
    }


def dump_report(report: Mapping[str, Any]) -> str:
    # default=str: statistics and proofs may hold paths, digests and other plain values JSON has no word for.
    return json.dumps(report, indent=2, default=str) + "\n"


def _build_check(check: ProofCheck) -> dict[str, Any]:
    return {
        "result": check.word,
        "solver": check.solver,
        "counts": dict(check.counts),
        "time": round(check.seconds, 6),
        "complaints": list(check.complaints),
        "limit": check.limit,
    }


def _build_trace(trace: Trace) -> list[dict[str, Any]]:
    steps = []
    for step in trace.steps:
        entry: dict[str, Any] = {
            "thread": step.thread,
            "function": step.function,
            "file": step.file,
            "line": step.line,
            **{name: n for name in ("column", "end_line", "end_column") if (n := getattr(step, name))},
            "text": step.text,
            "values": {change.name: change.value for change in step.changes},
        }
        typed = {change.name: _build_typed(change.typed) for change in step.changes if change.typed is not None}
        if typed:
            entry["typed"] = typed
        if step.note:
            entry["note"] = step.note
        steps.append(entry)
    return steps


def _build_typed(typed: Typed) -> dict[str, Any]:
    """A pointer to an object has no number."""
    value = typed.value
    shown = {"object": value.object, "offset": value.offset} if isinstance(value, Target) else value
    return {"type": typed.type, "value": shown}
