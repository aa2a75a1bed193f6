"""What a person reads when threadproof itself fails: what happened, in which engine and at which line of ours.

Entry points: `bug_of` for an exception, `bug_of_crash` for a process that native code has ended; `format_bug`.
"""

from __future__ import annotations

import traceback
from collections.abc import Iterable, Sequence
from pathlib import Path

from threadproof import plugins
from threadproof.errors import InternalError
from threadproof.patterns import pattern
from threadproof.records import dataclass

HOW_TO_REPORT = """\
This is a bug in threadproof, not in your program; there is no verdict. Please report it, with the program, the
command line, and what the same command prints with THREADPROOF_DEBUG=1 in its environment."""

HOW_TO_MEND = """\
This is an error of the plug-in; there is no verdict. THREADPROOF_DEBUG=1 in the environment shows how it came to it."""

#: in tracebacks of Python, of faulthandler, and in notes on exceptions of child processes
_FRAME = pattern(r'File "([^"]+)", line (\d+)')
_OURS = pattern(r"(?:^|/)threadproof/([\w/]+\.py)$")
_ENGINE = pattern(r"engines/(?:explore/)?(\w+)/")


@dataclass(frozen=True, slots=True)
class Bug:
    what: str
    #: module and line of our code
    place: str = ""
    engine: str = ""
    #: somebody else's code
    is_plugin: bool = False

    def __str__(self) -> str:
        return "; ".join([self.what, *self._where()])

    def _where(self) -> list[str]:
        return [f"in engine {self.engine}"] * bool(self.engine) + [f"at {self.place}"] * bool(self.place)


def format_bug(bug: Bug) -> str:
    where = ", ".join(bug._where())
    what_to_do = HOW_TO_MEND if bug.is_plugin else HOW_TO_REPORT
    lines = [f"internal error: {bug.what}", *([where] if where else []), *what_to_do.splitlines()]
    return "\n  ".join(lines)


def bug_of(error: BaseException) -> Bug:
    first_line = (str(error).splitlines() or [""])[0]
    name = "" if isinstance(error, InternalError) else type(error).__name__ + (": " if first_line else "")
    frames = [(f.filename, f.lineno or 0) for f in traceback.extract_tb(error.__traceback__)]
    for note in getattr(error, "__notes__", ()):
        frames += _frames(note)
    return _located(name + first_line, frames)


def bug_of_crash(signal_name: str, text: str) -> Bug:
    """`text` is what faulthandler wrote: the newest call comes first."""
    return _located(f"native code crashed ({signal_name})", _frames(text)[::-1])


def _frames(text: str) -> list[tuple[str, int]]:
    return [(m[1], int(m[2])) for m in _FRAME.finditer(text)]


def _located(what: str, frames: Sequence[tuple[str, int]]) -> Bug:
    if frames and Path(frames[-1][0]) in plugins.loaded:
        file, line = frames[-1]
        return Bug(what, f"{file}:{line}", is_plugin=True)
    ours = [(m[1], line) for file, line in frames if (m := _OURS.search(file.replace("\\", "/")))]
    place = "" if not ours else f"threadproof/{ours[-1][0]}:{ours[-1][1]}"
    return Bug(what, place, _engine(file for file, _ in ours))


def _engine(files: Iterable[str]) -> str:
    """The first of our frames that is an engine's own."""
    names = [m[1] for file in files if (m := _ENGINE.match(file)) and m[1] != "covering"]
    return names[0] if names else ""
