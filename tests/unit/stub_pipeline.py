"""A pipeline that answers what the program's first word says. Run as a script: `threadproof` with that pipeline."""

from __future__ import annotations

import os
import signal
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType

import threadproof
from threadproof.errors import InputError, InternalError, Limit
from threadproof.options import Options
from threadproof.pipeline import unknown
from threadproof.result.check import ProofCheck
from threadproof.result.result import Result
from threadproof.result.verdict import Change, Proof, Safe, Trace, TraceStep, Unknown, Unsafe, Verdict

STEPS = (
    TraceStep("main", "main", "src/a.c", 10, "pthread_create(&t, 0, worker, 0);", (Change("t", "1"),)),
    TraceStep("worker", "worker", "src/a.c", 3, "x = x + 1;"),
    TraceStep("worker", "worker", "src/a.c", 3, "x = x + 1;", (Change("x", "1"),)),
    TraceStep("worker", "check", "src/a.c", 5, "reach_error();", (), "x is 1"),
)


@dataclass(frozen=True, slots=True)
class RunResult:
    steps: tuple[TraceStep, ...]
    end: str


#: the options of every call, for the tests to look at
CALLS: list[tuple[Path, Options]] = []


def verify(
    path: Path,
    options: Options,
    progress: Callable[[str], None] | None = None,
    *,
    check_with: str | None = None,
    result: Result,
    parsed: object = None,
) -> Result:
    CALLS.append((path, options))
    path.with_suffix(".begun").touch()
    result.engine = "explore" if options.engine == "auto" else options.engine
    result.verdict = answer(path.read_text().split()[0], options)
    if check_with is not None:
        result.check = ProofCheck("state-set", check_with, counts={"nodes": 7})
    result.time = {"total": 0.25}
    return result


def answer(word: str, options: Options) -> Verdict:
    match word:
        case "SAFE":
            return Safe(Proof("state-set", {"states": 1234, "digest": "abc"}), "under SC", {"states": 1234})
        case "UNSAFE":
            part = "valid-deref" if options.property == "valid-memsafety" else options.property
            return Unsafe(Trace(STEPS, "reach_error() is called"), part, statistics={"states": 7})
        case "LIMIT":
            raise Limit("state limit", "more than 10 states")
        case "INVALID":
            raise InputError("expected ';'", file="a.c", line=3)
        case "BUG":
            raise ZeroDivisionError("division by zero\nsecond line")
        case "REPLAY":
            raise InternalError("the trace does not replay")
        case "RECURSE":
            return answer(word, options)
        case "HOG":
            return Unknown(str(len([bytearray(1 << 20) for _ in range(1 << 16)])))
        case "INTERRUPT":
            raise KeyboardInterrupt
        case "HANG":
            time.sleep(60)
        case "DEAF":
            while True:
                with suppress(BaseException):
                    time.sleep(60)
        case "DEAD":
            os.kill(os.getpid(), signal.SIGSEGV)
        case "ABORT":
            os.write(1, b"chatter\n")
            os.write(2, b"chatter\n")
            os.abort()
        case "NOMEM":
            os.write(2, b"terminate called after throwing an instance of 'std::bad_alloc'\n")
            os.abort()
        case "KILLED":
            os.kill(os.getpid(), signal.SIGKILL)
        case "NATIVE":  # holds the interpreter's lock, and looks at no signal
            sum(range(10**12))
        case "FROZEN":
            signal.signal(signal.SIGTERM, signal.SIG_IGN)
            os.kill(os.getpid(), signal.SIGSTOP)
    return Unknown("not understood", f"the word {word}")


def run(path: Path, options: Options, max_steps: int) -> RunResult:
    CALLS.append((path, options))
    return RunResult(STEPS[:max_steps], f"seed {options.seed}: all threads ended")


def print_ir(path: Path, options: Options, form: str = "plain", after: str = "") -> str:
    CALLS.append((path, options))
    return "thread main"


def install() -> ModuleType:
    module = ModuleType("threadproof.pipeline")
    module.__dict__.update(verify=verify, run=run, print_ir=print_ir, unknown=unknown, CALLS=CALLS)
    sys.modules["threadproof.pipeline"] = module
    threadproof.__dict__["pipeline"] = module
    return module


if __name__ == "__main__":
    install()
    from threadproof.cli import main

    main()
