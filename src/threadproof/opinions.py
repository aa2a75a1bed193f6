"""What is said beside a verdict: what a second reading has found, and why loops end."""

from __future__ import annotations

from typing import TYPE_CHECKING

from threadproof.frontend.unknown import MARK
from threadproof.properties import DEREF, FREE, NO_OVERFLOW, UNREACH_CALL
from threadproof.records import replace

if TYPE_CHECKING:
    from threadproof.frontend.ast import Unit
    from threadproof.ir.program import Program
    from threadproof.reference.machine import End
    from threadproof.result.verdict import Proof, Trace, TraceStep, Unknown, Unsafe

_VOLATILE = "an access that is volatile is not atomic in C; --volatile atomic takes it for one"
NO_ARGUMENTS = "no arguments were found that lead to a violation (--args gives some)"
OTHER_ARGUMENTS = "the trace leaves open what the arguments are (--args shows one with these)"
_LOCATED = (UNREACH_CALL.name, NO_OVERFLOW.name, DEREF, FREE)


def doubtful(verdict: Unsafe, unit: Unit | None) -> str:
    """Why a violation counts only if the second reading finds it, too; empty: it does anyway."""
    from threadproof.frontend import approximated, reads_late_clock
    from threadproof.frontend.apis.atomics import PADDING
    from threadproof.frontend.memory.lifetimes import PADDED

    if PADDED in verdict.scope:
        return "structures are initialised of which bytes between members may be anything, or zero"
    if PADDING in verdict.scope:
        return "structures are compared of which bytes between members may differ"
    trace = verdict.trace
    if unit is not None and reads_late_clock(unit, trace):
        return "a clock is read in an execution in which a wait by such a clock has timed out"
    name = "" if unit is None else approximated(unit, None if trace.left_out else trace.outline)
    return name and f"the execution that was found calls {name}, of which only the form of its results is known"


def is_elsewhere(verdict: Unsafe, end: End) -> bool:
    """Did the second reading find another violation than the one that the trace ends with? (Leaks have no place.)"""
    steps = verdict.trace.steps
    if end.part != verdict.violated:
        return True
    return end.part in _LOCATED and bool(steps) and not _is_at(end, steps[-1])


def _is_at(end: End, step: TraceStep) -> bool:
    return end.pos is None or (end.pos.file, end.pos.line) == (step.file, step.line)


def explained(verdict: Unsafe, end: End) -> Unsafe:
    """What is wrong with a pointer, if the second reading found the same: it knows all about the object."""
    steps = verdict.trace.steps
    if end.part not in (DEREF, FREE) or not steps or end.pos is None or not _is_at(end, steps[-1]):
        return verdict
    return replace(verdict, trace=replace(verdict.trace, violation=f"{verdict.trace.violation}: {end.text}"))


def remarks(trace: Trace, unit: Unit | None) -> tuple[str, ...]:
    """What whoever reads a violation may want to know."""
    racing = trace.steps[-2:] if trace.violation.startswith("data race") else ()
    if len(racing) == 2 and unit is not None:
        from threadproof.frontend import volatile_lines

        lines = volatile_lines(unit, {step.file for step in racing})
        if all((step.file, step.line) in lines for step in racing):
            return (_VOLATILE, *assumed(trace))
    return assumed(trace)


def assumed(trace: Trace) -> tuple[str, ...]:
    """Whose behaviour a violation depends on that was assumed (`frontend.unknown`)."""
    named = {step.note.partition(f", {MARK}")[0].rpartition("(")[2]: None for step in trace.steps if MARK in step.note}
    return (f"the violation depends on what is assumed of {', '.join(named)} (--unknown-calls havoc)",) if named else ()


def attempt(engine: str, verdict: Unknown) -> str:
    """What an engine says that gives up, for those who read what the last one says."""
    is_place = verdict.reason == "unsupported construct" and verdict.detail
    return f"{engine}: {verdict.reason}" + (f": {verdict.detail.splitlines()[-1]}" if is_place else "")


def why_loops_end(program: Program, proof: Proof) -> tuple[str, ...]:
    """A line for each loop, where the proof is one of that."""
    if proof.kind != "ranking":
        return ()
    from threadproof.evidence.loops import loops
    from threadproof.output.loops import format_loops

    return format_loops(loops(program, proof))
