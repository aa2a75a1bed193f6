"""What a thread is about to do: the points at which another thread may come first."""

from __future__ import annotations

from collections.abc import Callable, Generator
from typing import TypeVar

from threadproof.frontend.ast import Pos
from threadproof.records import dataclass
from threadproof.reference.memory import Pointer

T = TypeVar("T")
#: what executes a part of the program: it yields actions before it does them, and is told in which way to go on
Doing = Generator["Action", str, T]

GO = "go"
#: a wake-up that nobody caused: possible, but nothing to rely on, so it does not count against a deadlock
SPURIOUS = "spurious"
TIME_OUT = "time-out"
#: a thread that waits acts upon the request to end
CANCELLED = "cancelled"
#: nothing that others could notice, but it takes long
BUSY = "goes on"
#: no other thread moves until it is over
SECTION = "atomic section"
#: the execution, as far as it is looked at, ends with this thread
STOP = "stop"


def always() -> tuple[str, ...]:
    return (GO,)


@dataclass(frozen=True, slots=True)
class Access:
    pointer: Pointer
    size: int
    write: bool
    atomic: bool
    #: use of a synchronisation object, which races only with who frees its memory
    is_sync: bool = False
    #: whether it would not write, in the state as it is
    only_reads: Callable[[], bool] | None = None

    def writes(self) -> bool:
        return self.write and (self.only_reads is None or not self.only_reads())


@dataclass(slots=True)
class Action:
    """`ways`: how the thread may go on now; none: it has to wait."""

    pos: Pos
    what: str
    access: Access | None = None
    ways: Callable[[], tuple[str, ...]] = always
    #: it is a call of the system, of which verdicts take for granted that it returns
    is_of_system: bool = False


def finish(doing: Doing[T]) -> T:
    """Do something that concerns nobody else to its end."""
    while True:
        try:
            next(doing)
        except StopIteration as stop:
            result: T = stop.value
            return result
