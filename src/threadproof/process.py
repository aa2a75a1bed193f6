"""Work in a process of its own, so that there is an answer whatever the work does: hang, crash, swell, chatter.

A solver is native code: while it works, no signal handler and no other thread of Python runs. So the command itself
only waits (`run`), and the work is done in a fork, which is killed if it is overdue. What native code prints goes
nowhere near the terminal, but is kept for the report of a crash. Within the work, `time_limit` and `memory_limit` are
the gentle way: they leave time to say what is known.
"""

from __future__ import annotations

import gc
import os
import signal
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Final

from threadproof.records import dataclass

if TYPE_CHECKING:
    from types import FrameType

#: seconds past the time limit after which the work is interrupted, between interrupts, and until it is killed
INTERRUPT_AFTER: Final = 0.7
AGAIN_AFTER: Final = 0.25
KILL_AFTER: Final = 1.5
#: seconds for showing an answer that is there
SHOW_WITHIN: Final = 30.0
#: seconds between looks at a process that says nothing
_LOOK: Final = 0.5
#: bytes of what native code printed
_MOST_TEXT: Final = 20_000

#: what the process that works says: that there is an answer, and that all is done
_ANSWERS, _HAS_DONE = b"!", b"."
#: there, where to say so
_answers: list[int] = []
#: there, what abandoned work had built
_abandoned: list[object] = []


@dataclass(frozen=True, slots=True)
class End:
    """How the work ended: with an exit code, or killed by a signal; `is_overdue`: by us."""

    code: int
    is_overdue: bool = False
    #: somebody has ended the process in the middle of the work
    is_early: bool = False
    #: what native code printed, and where Python was when it crashed
    text: str = ""

    @property
    def signal(self) -> int:
        return -self.code if self.code < 0 else 0


class Overdue(BaseException):
    """Raised in the middle of the work; not an Exception, so that nobody takes it for one of their own."""


def run(work: Callable[[], int], limit: float | None) -> End:
    """Do the work, which returns an exit code, in a child process, for at most so many seconds and a little more."""
    import select

    text = os.memfd_create("threadproof") if hasattr(os, "memfd_create") else os.open(os.devnull, os.O_RDWR)
    leash, hand = os.pipe()
    hears, says = os.pipe()
    _flush()
    pid = os.fork()
    if not pid:
        os.close(hand)
        os.close(hears)
        _work(work, leash, says, text)
    os.close(leash)
    os.close(says)
    end = None if limit is None else time.monotonic() + limit + KILL_AFTER
    heard = b""
    try:
        while not (ended := os.waitpid(pid, os.WNOHANG))[0]:
            left = _LOOK if end is None else min(_LOOK, end - time.monotonic())
            if left <= 0:
                return End(_kill(pid), is_overdue=True)
            ready, _, _ = select.select([hears], [], [], left)
            new = os.read(hears, 1) if ready else b""
            heard += new
            if ready and not new:
                ended = os.waitpid(pid, 0)
                break
            if new == _ANSWERS and end is not None:
                end = time.monotonic() + SHOW_WITHIN
        while select.select([hears], [], [], 0)[0] and (new := os.read(hears, 64)):
            heard += new
        code = os.waitstatus_to_exitcode(ended[1])
        return End(code, is_early=code >= 0 and _HAS_DONE not in heard, text=_read(text))
    except KeyboardInterrupt:
        _kill(pid)
        raise
    finally:
        for fd in (hand, hears, text):
            os.close(fd)


def answering() -> None:
    """The work is done and is about to be shown: not to be killed any more for being overdue."""
    for pipe in _answers:
        with suppress(OSError):
            os.write(pipe, _ANSWERS)


def abandon(built: object) -> None:
    """Time is up: freeing what was built can need seconds, so a process that is about to end does not."""
    if _answers:
        _abandoned.append(built)
        gc.freeze()


def end_with_parent(leash: int) -> None:
    """`leash` is a pipe whose other end only the parent holds: when the parent ends, so does this process.

    The kernel sends SIGIO then, which ends a process that does not handle it, whatever native code it is in.
    """
    import fcntl

    signal.signal(signal.SIGIO, signal.SIG_DFL)
    fcntl.fcntl(leash, fcntl.F_SETOWN, os.getpid())
    fcntl.fcntl(leash, fcntl.F_SETFL, fcntl.fcntl(leash, fcntl.F_GETFL) | os.O_ASYNC)


def _work(work: Callable[[], int], leash: int, says: int, text: int) -> None:
    """The life of the child; it never returns."""
    code = 1
    try:
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # its parent reacts, and kills it
        end_with_parent(leash)
        _answers.append(says)
        sys.unraisablehook = lambda lost: None  # what is raised in a destructor would be printed
        _part_from_native_text(text)
        code = work()
        os.write(says, _HAS_DONE)
    finally:
        _flush()
        # Not sys.exit: taking down a heap of millions of states can need seconds.
        os._exit(code)


def _part_from_native_text(text: int) -> None:
    """What Python prints goes where it went; what others print to the same descriptors is kept in a file."""
    import faulthandler

    for name in ("stdout", "stderr"):
        stream = getattr(sys, name)
        with suppress(OSError, ValueError, AttributeError):
            number = stream.fileno()
            ours = os.fdopen(os.dup(number), "w", encoding=stream.encoding, errors=stream.errors,
                             buffering=1 if stream.line_buffering else -1)  # fmt: skip
            os.dup2(text, number)
            setattr(sys, name, ours)
    faulthandler.enable(file=text, all_threads=False)


def _kill(pid: int) -> int:
    with suppress(ProcessLookupError):
        os.kill(pid, signal.SIGKILL)
    return os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])


def _read(text: int) -> str:
    with suppress(OSError):
        os.lseek(text, 0, os.SEEK_SET)
        return os.read(text, _MOST_TEXT).decode("utf-8", "replace")
    return ""


def _flush() -> None:
    for stream in (sys.stdout, sys.stderr):
        with suppress(OSError, ValueError, AttributeError):
            stream.flush()


# --- limits within the work


@contextmanager
def memory_limit(megabytes: int | None) -> Iterator[None]:
    """Only the soft limit is set, and taken back at the end: reporting "out of memory" needs memory, too."""
    if megabytes is None:
        yield
        return
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_AS)
    wanted = megabytes * 1024 * 1024
    if hard != resource.RLIM_INFINITY:
        wanted = min(wanted, hard)
    try:
        resource.setrlimit(resource.RLIMIT_AS, (wanted, hard))
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_AS, (soft, hard))


@contextmanager
def time_limit(seconds: float | None) -> Iterator[None]:
    """The net under the engine's own deadline: `Overdue` is raised, as soon as Python gets to it."""
    if seconds is None:
        yield
        return
    import threading

    if threading.current_thread() is not threading.main_thread():
        yield
        return

    def interrupt(number: int, frame: FrameType | None) -> None:
        if not _is_destructor(frame):
            raise Overdue

    def keep_quiet(lost: sys.UnraisableHookArgs) -> None:
        if lost.exc_type is not Overdue:
            told(lost)

    previous, told = signal.signal(signal.SIGALRM, interrupt), sys.unraisablehook
    try:
        # (again and again: what is raised while something is taken down is lost)
        sys.unraisablehook = keep_quiet
        signal.setitimer(signal.ITIMER_REAL, seconds + INTERRUPT_AFTER, AGAIN_AFTER)
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, previous)
        sys.unraisablehook = told


def _is_destructor(frame: FrameType | None) -> bool:
    """What a destructor does has to be done: solvers' memory depends on it."""
    while frame is not None:
        if frame.f_code.co_name == "__del__":
            return True
        frame = frame.f_back
    return False
