"""A function in a child process, with a limit of CPU time: what crashes, hangs or swells there harms nobody.

Z3 in a thread would do as well, as long as it does not crash; interrupted in the wrong moment it sometimes does. The
child is a fork, so it knows everything that its parent knows, and starts in milliseconds; it ends with its parent, and
what it prints goes nowhere. Entry points: `Child`, `done_by`.
"""

from __future__ import annotations

import gc
import os
import pickle
import resource
import signal
from collections.abc import Callable, Sequence
from pathlib import Path
from select import select
from time import monotonic
from traceback import format_exc
from typing import Any, Final, TypeVar

from threadproof.process import end_with_parent

T = TypeVar("T")

#: bytes of memory that a child may use beyond what its parent uses
MEMORY: Final = 3 << 30


class Failed(Exception):
    """There is no result; the message says why, in a word or two."""


class Child:
    def __init__(self, function: Callable[[], Any], cpu_limit: float | None, memory: int | None = MEMORY) -> None:
        """The result must be something that can be pickled. `memory`: beyond what its parent uses; None: no limit."""
        reader, writer = os.pipe()
        leash, self._hand = os.pipe()
        self._pid = os.fork()
        if not self._pid:
            os.close(reader)
            os.close(self._hand)
            _work(function, writer, leash, cpu_limit, memory)
        os.close(writer)
        os.close(leash)
        self._pipe: int | None = reader
        self._data = bytearray()
        #: CPU seconds, once it has ended
        self.cpu = 0.0

    def fileno(self) -> int:
        assert self._pipe is not None
        return self._pipe

    def has_ended(self) -> bool:
        """For when there is something to read."""
        chunk = os.read(self.fileno(), 1 << 20)
        self._data += chunk
        return not chunk

    def result(self) -> Any:
        """After its end. Raises Failed, caused by what the function raised."""
        code = os.waitstatus_to_exitcode(self._bury())
        if code == -signal.SIGPROF:
            raise Failed("timeout")
        if code:
            raise Failed("crash" if code < 0 else "out of memory" if code == _NO_MEMORY else "failure")
        if not self._data:
            raise Failed("crash")
        value, error = pickle.loads(self._data)
        if error is not None:
            raise Failed("failure") from error
        return value

    def kill(self) -> None:
        if self._pipe is not None:
            os.kill(self._pid, signal.SIGKILL)
            self._bury()

    def _bury(self) -> int:
        os.close(self.fileno())
        os.close(self._hand)
        self._pipe = None
        _, status, usage = os.wait4(self._pid, 0)
        self.cpu = usage.ru_utime + usage.ru_stime
        return status


def ended(children: Sequence[Child], limit: float | None) -> Child | None:
    """Wait until one of them has something to say, at most so many seconds. The one that has ended, if any."""
    ready, _, _ = select(children, [], [], limit)
    return next((c for c in ready if c.has_ended()), None)


def done_by(deadline: float | None, function: Callable[[], T], memory: int | None = MEMORY) -> T:
    """What the function returns or raises, in a child that is killed at this time of `time.monotonic`; else Failed."""
    child = Child(function, None, memory)
    try:
        while deadline is None or monotonic() < deadline:
            if ended([child], None if deadline is None else max(0.0, deadline - monotonic())) is not None:
                found: T = child.result()
                return found
        raise Failed("timeout")
    except Failed as failed:
        raise failed if failed.__cause__ is None else failed.__cause__ from None
    finally:
        child.kill()


_NO_MEMORY: Final = 3


def _work(function: Callable[[], Any], writer: int, leash: int, cpu_limit: float | None, memory: int | None) -> None:
    """The life of the child; it never returns."""
    code = 1
    try:
        gc.disable()
        signal.signal(signal.SIGPROF, signal.SIG_DFL)
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        signal.setitimer(signal.ITIMER_REAL, 0)
        end_with_parent(leash)
        _be_silent()
        if cpu_limit is not None:
            # the timer of CPU time, whose signal ends the process
            signal.setitimer(signal.ITIMER_PROF, max(cpu_limit, 0.001))
        if memory is not None:
            _bound_memory(memory)
        data = pickle.dumps(_outcome(function))
        while data:
            data = data[os.write(writer, data) :]
        code = 0
    except MemoryError:
        code = _NO_MEMORY
    finally:
        os._exit(code)


def _outcome(function: Callable[[], Any]) -> tuple[Any, Exception | None]:
    try:
        return function(), None
    except MemoryError:
        raise
    except Exception as error:
        error.add_note(format_exc())  # a traceback cannot be sent
        return None, error


def _be_silent() -> None:
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)
    os.dup2(nowhere, 2)


def _bound_memory(more: int) -> None:
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[0])
    wanted = pages * resource.getpagesize() + more
    soft, hard = resource.getrlimit(resource.RLIMIT_AS)
    if soft == resource.RLIM_INFINITY or wanted < soft:
        resource.setrlimit(resource.RLIMIT_AS, (wanted, hard))
