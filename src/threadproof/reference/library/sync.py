"""What handlers of synchronisation functions share: the state behind a pointer, and waiting for it."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, TypeVar

from threadproof.frontend import ast as A
from threadproof.frontend import ctypes as ct
from threadproof.frontend.ast import Pos
from threadproof.reference.action import GO, Access, Action, Doing
from threadproof.reference.memory import Pointer
from threadproof.reference.outcome import BadMemory, NotUnderstood
from threadproof.reference.synchronisation import Attributes, state_at
from threadproof.reference.values import Value, as_pointer, number

if TYPE_CHECKING:
    from threadproof.reference.threads import Thread

S = TypeVar("S")
EPERM, ESRCH, EAGAIN, EBUSY, EINVAL, EDEADLK, ETIMEDOUT = 1, 3, 11, 16, 22, 35, 110


def state(thread: Thread, v: Value, kind: type[S], pos: Pos) -> S:
    o, offset = thread.find(as_pointer(v), 1, pos)
    return state_at(o, offset, kind, pos)


def look_at(thread: Thread, attributes: list[Value], pos: Pos) -> None:
    """Attributes, if they are given and not null, must be there."""
    for v in attributes:
        if as_pointer(v).address:
            state(thread, v, Attributes, pos)


def read_time(thread: Thread, args: list[Value], e: A.Call) -> Doing[bool]:
    """The first argument that points to a time is read: is it one, with less than a second of nanoseconds?"""
    time = yield from time_in(thread, args, e)
    return time is None or 0 <= time[1] < 1_000_000_000


def time_in(thread: Thread, args: list[Value], e: A.Call) -> Doing[tuple[int, int] | None]:
    """Seconds and nanoseconds that the first argument which points to a time points to."""
    for v, argument in zip(args, e.args, strict=True):
        t = argument.type
        if isinstance(t, ct.Pointer) and isinstance(t.to, ct.Struct) and t.to.tag == "timespec":
            if t.to.fields is None:  # nobody has such an object
                yield from thread.load(as_pointer(v), ct.CHAR, e.pos)
                raise NotUnderstood("a time of a type that is not known", e.pos)
            parts = []
            for f, (offset, _) in zip(t.to.fields, thread.machine.model.layout(t.to).offsets, strict=True):
                parts.append((yield from thread.load(thread.moved(as_pointer(v), offset), f.type, e.pos)))
            return number(parts[0]), number(parts[1])
    return None


def use(thread: Thread, v: Value, kind: type[S], what: str, pos: Pos) -> Doing[S]:
    """Stop before a use of a synchronisation object that never waits."""
    yield Action(pos, what, _access(v))
    return state(thread, v, kind, pos)


def initialise(thread: Thread, v: Value, kind: type[S], what: str, pos: Pos) -> Doing[S]:
    """Like a use, but the object is written as other memory is."""
    yield Action(pos, what, Access(v, 1, write=True, atomic=False, is_sync=True) if isinstance(v, Pointer) else None)
    return state(thread, v, kind, pos)


def _access(v: Value) -> Access | None:
    return Access(v, 1, write=False, atomic=True, is_sync=True) if isinstance(v, Pointer) else None


def leave(
    thread: Thread, v: Value, what: str, pos: Pos, is_waiting: Callable[[], bool], ways: Callable[[], tuple[str, ...]]
) -> Doing[str]:
    """The rest of a wait: who was woken looks no more at what it waited for."""

    def now() -> tuple[str, ...]:
        try:
            if is_waiting():
                thread.find(as_pointer(v), 1, pos)
        except (BadMemory, NotUnderstood):
            return (GO,)  # to where it is noticed
        return ways()

    way = yield Action(pos, what, ways=now)
    if way == GO and is_waiting():
        thread.find(as_pointer(v), 1, pos)
    return way


def wait(
    thread: Thread, v: Value, kind: type[S], what: str, pos: Pos, ways: Callable[[S], tuple[str, ...]]
) -> Doing[tuple[S, str]]:
    """Stop until there is a way to go on; the state, and the way that was taken."""

    def now() -> tuple[str, ...]:
        try:
            return ways(state(thread, v, kind, pos))
        except (BadMemory, NotUnderstood):
            return (GO,)  # to where it is noticed

    way = yield Action(pos, what, _access(v), now)
    return state(thread, v, kind, pos), way
