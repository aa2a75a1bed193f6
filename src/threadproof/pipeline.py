"""The line everything follows: C text, front end, passes, engine, verdict, replayed evidence."""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path

from threadproof.errors import Limit, UsageError
from threadproof.options import PROPERTIES, Options
from threadproof.result.verdict import Safe, TraceStep, Unknown, Unsafe, Verdict

Progress = Callable[[str], None]


@dataclass(slots=True)
class VerifyResult:
    verdict: Verdict
    property: str
    engine: str
    #: seconds: total, frontend, passes, engine, evidence
    time: dict[str, float] = field(default_factory=dict)
    file: str = ""


@dataclass(slots=True)
class RunResult:
    steps: tuple[TraceStep, ...]
    #: how it ended
    end: str


def verify(path: Path, options: Options, progress: Progress | None = None) -> VerifyResult:
    """Decide the property for the program in a C file."""
    check_options(options)
    clock = _Clock()
    engine_name = options.engine
    try:
        verdict, engine_name = _verify(path, options, progress, clock)
    except Limit as limit:
        verdict = Unknown(limit.reason, limit.detail)
    except RecursionError:
        verdict = Unknown("program too large", "an expression or statement is nested too deeply")
    return VerifyResult(verdict, options.property, engine_name, clock.finish(), str(path))


def _verify(path: Path, options: Options, progress: Progress | None, clock: _Clock) -> tuple[Verdict, str]:
    from threadproof import frontend, passes
    from threadproof.engines import ENGINES
    from threadproof.engines.engine import Run
    from threadproof.result.schedule import Counterexample

    deadline = None if options.timeout is None else clock.start + options.timeout
    program = frontend.load(path, options)
    clock.lap("frontend")
    program = passes.run(program, options.property)
    clock.lap("passes")
    engine = ENGINES[options.engine]()
    answer = engine.verify(program, options.property, Run(options, deadline, progress=progress))
    clock.lap("engine")
    if isinstance(answer, Counterexample):
        from threadproof.evidence.replay import replay

        verdict: Verdict = replay(program, options.property, answer)
        clock.lap("evidence")
    else:
        verdict = answer
    return _with_scope(verdict, program.scope, options), engine.name


def _with_scope(verdict: Verdict, notes: tuple[str, ...], options: Options) -> Verdict:
    """What the verdict is about: memory model, data model, and what the front end assumed."""
    words = ["sequential consistency", options.data_model]
    if options.atomic_statements:
        words.append("every statement is one step")
    if options.property not in ("no-overflow",):
        words.append("wrapping integers")
    if options.property != "valid-memsafety":
        words.append("executions without undefined behaviour of memory")
    words += [n for n in notes if n not in words]
    scope = verdict.scope or "; ".join(words)
    match verdict:
        case Safe() | Unsafe() | Unknown():
            return replace(verdict, scope=scope)


def check_options(options: Options) -> None:
    from threadproof.engines import ENGINES

    if options.property not in PROPERTIES:
        raise UsageError(f"unknown property {options.property}", hint=f"one of: {', '.join(PROPERTIES)}")
    if options.engine not in ENGINES:
        raise UsageError(f"unknown engine {options.engine}", hint=f"one of: {', '.join(ENGINES)}")
    if options.atomic_statements and options.property == "no-data-race":
        raise UsageError("--atomic-statements leaves no data race", hint="leave it out to look for races")


def print_ir(path: Path, options: Options) -> str:
    """The program model that engines see, as text."""
    from threadproof import frontend, passes
    from threadproof.ir.printer import print_program

    return print_program(passes.run(frontend.load(path, options), options.property))


def run(path: Path, options: Options, max_steps: int) -> RunResult:
    """Execute once under a random schedule with random inputs."""
    from threadproof import frontend, passes
    from threadproof.evidence.execute import execute

    program = passes.run(frontend.load(path, options), options.property)
    steps, end = execute(program, random.Random(options.seed), max_steps)
    return RunResult(steps, end)


class _Clock:
    def __init__(self) -> None:
        self.start = self._last = time.monotonic()
        self.laps: dict[str, float] = {}

    def lap(self, name: str) -> None:
        now = time.monotonic()
        self.laps[name] = now - self._last
        self._last = now

    def finish(self) -> dict[str, float]:
        return {"total": time.monotonic() - self.start, **self.laps}
