"""The command line: arguments to Options, verdict or error to exit code. The only place that exits.

`parser` knows the arguments, `commands` what is done with them, `terminal` how it is said. Here is what all commands
have in common: a process that works while another one waits, and an exit code for every error.
"""

from __future__ import annotations

import argparse
import gc
import os
import sys
from collections.abc import Callable, Sequence

from threadproof.cli.parser import build_compare_parser, build_parser
from threadproof.cli.terminal import (
    INTERNAL,
    INTERRUPTED,
    SAFE,
    UNKNOWN,
    complain,
    drop_stdout,
    flush,
    is_debugging,
    report_bug,
)
from threadproof.errors import InternalError, ThreadproofError

#: so many new objects are worth a look for garbage: modules, trees and states are none, and there are many
_YOUNG = 100_000


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code; called without arguments, as the command itself, exit with it."""
    if argv is not None:
        return _execute(argv)
    # (a stream that the shell has closed is None)
    sys.stdout, sys.stderr = (s or open(os.devnull, "w") for s in (sys.stdout, sys.stderr))  # noqa: SIM115
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")
    gc.set_threshold(_YOUNG)
    code = _execute(sys.argv[1:], apart=hasattr(os, "fork"))
    flush()
    # Not sys.exit: taking down a heap of millions of states can need seconds.
    os._exit(code)


def _execute(argv: Sequence[str], *, apart: bool = False) -> int:
    """`apart`: the work is done in a process of its own."""
    args = argparse.Namespace()

    def execute() -> int:
        nonlocal args
        args = _parse(argv)
        run = _wait_for if apart and args.is_work else _run_here
        return args.each(args, run) if hasattr(args, "each") else run(args)

    return _guarded(execute, lambda: args)


def _run_here(args: argparse.Namespace) -> int:
    return _guarded(lambda: _work(args), lambda: args)


def _work(args: argparse.Namespace) -> int:
    try:
        code: int = args.command(args)
    except SystemExit as stop:  # (a plug-in, or a library: an exit code is a verdict here)
        raise InternalError(f"somebody wants to exit, with code {stop.code}") from stop
    return code


def _guarded(execute: Callable[[], int], arguments: Callable[[], argparse.Namespace]) -> int:
    """Every error has its message and its exit code."""
    try:
        return execute()
    except SystemExit as stop:  # argparse after --help and --version
        return stop.code if isinstance(stop.code, int) else SAFE
    except InternalError as error:
        return report_bug(error, arguments())
    except ThreadproofError as error:
        complain(f"threadproof: {error}")
        return error.exit_code
    except KeyboardInterrupt as stop:
        complain(f"threadproof: interrupted{': ' if stop.args else ''}{' '.join(map(str, stop.args))}")
        return INTERRUPTED
    except BrokenPipeError:
        drop_stdout()
        return INTERNAL
    except MemoryError:
        complain("threadproof: out of memory")
        return UNKNOWN
    except RecursionError:
        complain("threadproof: nesting too deep: the program is nested deeper than the Python stack allows")
        return UNKNOWN
    except Exception as error:
        return report_bug(error, arguments())


def _parse(argv: Sequence[str]) -> argparse.Namespace:
    if os.environ.get("THREADPROOF_PLUGINS"):
        from threadproof import plugins

        plugins.load()
    if list(argv[:2]) == ["bench", "compare"]:
        return build_compare_parser().parse_args(argv[2:])
    return build_parser(*argv[:1]).parse_args(argv)


def _wait_for(args: argparse.Namespace) -> int:
    """The command in a process of its own; if that has no answer, answer for it."""
    import signal

    from threadproof import process
    from threadproof.budget import NO_MEMORY

    timeout, memory = getattr(args, "timeout", None), getattr(args, "memory_limit", None)
    end = process.run(lambda: _run_here(args), timeout)
    if end.text and is_debugging():
        complain(end.text)
    if end.is_early:
        from threadproof.output.bug import Bug

        return report_bug(Bug(f"the process that does the work has ended too early, with code {end.code}"), args)
    if not end.signal:
        return end.code
    if sys.stderr.isatty():
        complain("\r\x1b[K", end="")
    if end.is_overdue:
        return _give_up(args, "timeout", f"no answer within {timeout:g} s")
    if end.signal == signal.SIGXCPU:
        return _give_up(args, "timeout", "the limit of CPU time for this process is reached")
    if end.signal in (signal.SIGKILL, signal.SIGTERM, signal.SIGHUP):
        return _give_up(args, "killed", "the process was ended from outside, as systems do when memory is short")
    if memory is not None and any(words in end.text for words in NO_MEMORY):
        return _give_up(args, "out of memory", f"the memory limit of {memory} MB is reached")
    from threadproof.output.bug import bug_of_crash

    try:
        name = signal.Signals(end.signal).name
    except ValueError:
        name = f"signal {end.signal}"
    return report_bug(bug_of_crash(name, end.text), args)


def _give_up(args: argparse.Namespace, reason: str, detail: str) -> int:
    give_up: Callable[[argparse.Namespace, str, str], int] | None = getattr(args, "give_up", None)
    if give_up is not None:
        return give_up(args, reason, detail)
    complain(f"threadproof: {reason}: {detail}")
    return UNKNOWN
