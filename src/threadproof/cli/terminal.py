"""What a command says: to the terminal, into files, and by its exit code."""

from __future__ import annotations

import argparse
import os
import sys
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from threadproof.errors import UsageError

if TYPE_CHECKING:
    from threadproof.output.bug import Bug

SAFE, UNSAFE, UNKNOWN, INTERNAL, INTERRUPTED = 0, 10, 5, 6, 130
ACCEPTED, REFUSED = 0, 20


def say(text: str) -> None:
    """To stdout; a reader that has seen enough (`| head`) is no error. The exit code says the verdict in any case."""
    try:
        sys.stdout.write(text)
        sys.stdout.flush()
    except BrokenPipeError:
        drop_stdout()
    except OSError as error:
        drop_stdout()
        complain(f"threadproof: cannot write the output: {error.strerror}")


def write(target: str, text: str) -> None:
    if target == "-":
        say(text)
        return
    try:
        Path(target).write_text(text, encoding="utf-8", errors="surrogateescape")
    except OSError as error:
        raise UsageError(f"cannot write {target}: {error.strerror}") from None


def save(target: str, text: str) -> None:
    """What was found out is shown in any case."""
    try:
        write(target, text)
    except UsageError as error:
        complain(f"threadproof: {error}")


def check_writable(target: str | Path | None, *read: Path) -> None:
    """Before the work, not after it. What is read is not written over."""
    if target is None or target == "-":
        return
    path = Path(target)
    if path.exists() and any(path.samefile(x) for x in read if x.exists()):
        raise UsageError(f"cannot write {target}: it is what is read", hint="choose another name")
    if path.is_dir():
        raise UsageError(f"cannot write {target}: it is a folder")
    if not path.absolute().parent.is_dir():
        raise UsageError(f"cannot write {target}: there is no such folder")
    if not os.access(path if path.exists() else path.absolute().parent, os.W_OK):
        raise UsageError(f"cannot write {target}: permission denied")


def complain(text: str, end: str = "\n") -> None:
    with suppress(OSError):
        print(text, file=sys.stderr, end=end, flush=True)


def report_bug(error: Exception | Bug, args: argparse.Namespace) -> int:
    from threadproof.output import bug

    if isinstance(error, Exception) and is_debugging():
        import traceback

        complain("".join(traceback.format_exception(error)))
    found = bug.bug_of(error) if isinstance(error, Exception) else error
    target: str | None = getattr(args, "json", None)
    if target is not None:
        from threadproof.output import json_report

        report = json_report.build_bug_report(
            found, property=args.property or "", file=str(next(iter(args.files), args.project))
        )
        save(target, json_report.dump_report(report))
    complain(f"threadproof: {bug.format_bug(found)}")
    return INTERNAL


def is_debugging() -> bool:
    return os.environ.get("THREADPROOF_DEBUG") == "1"


def flush() -> None:
    for stream in (sys.stdout, sys.stderr):
        with suppress(OSError, ValueError):
            stream.flush()


def drop_stdout() -> None:
    """Let later writes, and the flush at exit, go nowhere."""
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def installed_version() -> str:
    from importlib.metadata import PackageNotFoundError, version

    try:
        return version("threadproof")
    except PackageNotFoundError:
        return "0+unknown"
