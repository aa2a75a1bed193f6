"""<stdarg.h>: the arguments that a call passed for `...`, one after the other.

A `va_list` holds the number of the call, in the order in which calls were made, and how many arguments were taken.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from threadproof.frontend import ast as A
from threadproof.frontend import ctypes as ct
from threadproof.reference.action import Doing
from threadproof.reference.memory import Pointer
from threadproof.reference.outcome import NotUnderstood
from threadproof.reference.values import Value, as_pointer

if TYPE_CHECKING:
    from threadproof.reference.library import Handler
    from threadproof.reference.threads import Thread

_MOST_LISTS = 0xFFFF


def _parts(thread: Thread, v: Value) -> tuple[Pointer, Pointer, ct.CType]:
    """Where the two numbers are, and their type."""
    t = thread.machine.model.va_list.of
    assert isinstance(t, ct.Struct)
    assert t.fields is not None
    first, second = (at for at, _ in thread.machine.model.layout(t).offsets[:2])
    p = as_pointer(v)
    return thread.moved(p, first), thread.moved(p, second), t.fields[0].type


def argument_list(thread: Thread, v: Value, pos: A.Pos) -> tuple[Value, Value]:
    """The two numbers as they are now; None: never written."""
    first, second, t = _parts(thread, v)
    return thread.peek(first, t), thread.peek(second, t)


def forget_arguments(thread: Thread, v: Value, pos: A.Pos) -> None:
    """Somebody else has taken some: nothing can be done with the list any more."""
    first, _, t = _parts(thread, v)
    o, offset = thread.find(first, thread.machine.model.size_of(t), pos, write=True)
    thread.put(o, offset, 0, t, pos)


def _set(thread: Thread, v: Value, number: int, taken: int, pos: A.Pos) -> Doing[None]:
    first, second, t = _parts(thread, v)
    yield from thread.store(first, number, t, pos)
    yield from thread.store(second, taken, t, pos)


def start(thread: Thread, args: list[Value], e: A.Call) -> Doing[Value]:
    number = thread.frames[-1].number
    if not 0 < number <= _MOST_LISTS:
        raise NotUnderstood("va_start", e.pos)
    yield from _set(thread, args[0], number, 0, e.pos)
    return None


def end(thread: Thread, args: list[Value], e: A.Call) -> Doing[Value]:
    yield from _set(thread, args[0], 0, 0, e.pos)
    return None


def copy(thread: Thread, args: list[Value], e: A.Call) -> Doing[Value]:
    number, taken = argument_list(thread, args[1], e.pos)
    if not isinstance(number, int) or not isinstance(taken, int):
        raise NotUnderstood("va_copy of a list that was never started", e.pos)
    yield from _set(thread, args[0], number, taken, e.pos)
    return None


def rest(thread: Thread, v: Value, pos: A.Pos) -> list[tuple[Value, ct.CType]]:
    """The arguments that nobody has taken."""
    number, taken = argument_list(thread, v, pos)
    for frame in thread.frames:
        if frame.number and frame.number == number and isinstance(taken, int):
            return frame.more[taken:]
    raise NotUnderstood("list of arguments that was not started, or has ended", pos)


def next_argument(thread: Thread, args: list[Value], e: A.Call) -> Doing[Value]:
    more = rest(thread, args[0], e.pos)
    if not more:
        raise NotUnderstood("va_arg beyond the last argument", e.pos)
    (v, passed), wanted = more[0], e.type
    problem = NotUnderstood(f"va_arg of type {ct.show(wanted)} for an argument of type {ct.show(passed)}", e.pos)
    match passed, wanted:
        case ct.Int(), ct.Int():
            if passed.width != wanted.width or wanted.is_bool or ct.is_thread_id(passed) != ct.is_thread_id(wanted):
                raise problem
            if passed.signed != wanted.signed and isinstance(v, int) and (v < 0 or v >> wanted.width - 1):
                raise problem
        case ct.Pointer(), ct.Pointer():
            pass
        case _:
            if passed != wanted:
                raise problem
    _, second, t = _parts(thread, args[0])
    _, taken = argument_list(thread, args[0], e.pos)
    assert isinstance(taken, int)
    yield from thread.store(second, taken + 1, t, e.pos)
    return v


HANDLERS: dict[str, Handler] = {
    "__builtin_va_start": start,
    "__builtin_va_end": end,
    "__builtin_va_copy": copy,
    "__builtin_va_arg": next_argument,
}
