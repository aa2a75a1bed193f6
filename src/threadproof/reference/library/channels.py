"""What goes through descriptors: pipes, pairs of sockets, memory that is a file, counters of events, timers.

Of all others it is arbitrary what comes and how much of it. Entry points: the functions that read, write and ask.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from threadproof.frontend import ast as A
from threadproof.frontend import ctypes as ct
from threadproof.reference.access import parts
from threadproof.reference.action import GO, Action, Doing
from threadproof.reference.library import cancellation
from threadproof.reference.library.descriptors import (
    EBADF,
    EINVAL,
    O_APPEND,
    O_NONBLOCK,
    RDONLY,
    WRONLY,
    File,
    failed,
    of,
    wrong,
)
from threadproof.reference.library.strings import pieces, read_piece
from threadproof.reference.library.written import function
from threadproof.reference.memory import Cell, Pointer, write_cells
from threadproof.reference.outcome import NotUnderstood
from threadproof.reference.values import Value, as_pointer, number

if TYPE_CHECKING:
    from collections.abc import Callable

    from threadproof.reference.library import Handler
    from threadproof.reference.threads import Thread

EAGAIN, ESPIPE = 11, 29
_ACCESS = 3
#: how much a pipe holds
_CAPACITY = 65536
_SET, _CUR, _END, _LAST = 0, 1, 2, 4
_POLLIN, _POLLOUT, _POLLERR, _POLLHUP, _POLLNVAL = 1, 4, 8, 16, 32
_FULL = (1 << 64) - 1
_SEMAPHORE = 1
_SIZE_OF_COUNTER = 8
#: of a set for select
_FD_SETSIZE = 1024
_U64 = ct.Int(64, False, "")


def _wait(thread: Thread, what: str, pos: A.Pos, is_over: Callable[[], bool]) -> Doing[None]:
    def ways() -> tuple[str, ...]:
        return (GO,) if is_over() else cancellation.ways(thread)

    if not is_over():
        way = yield Action(pos, what, ways=ways, is_of_system=True)
        if way != GO:
            yield from cancellation.act(thread, pos)


# ---------------------------------------------------------------- reading and writing


def read(thread: Thread, args: list[Value], e: A.Call) -> Doing[Value]:
    file, size = of(thread).file(number(args[0])), number(args[2])
    if number(args[0]) < 0 or (file.kind and file.flags & _ACCESS == WRONLY):
        return (yield from wrong(thread, EBADF, e))
    if file.kind in ("events", "timer"):
        return (yield from _read_counter(thread, file, args, e))
    if file.kind == "messages":
        raise NotUnderstood("messages through a pair of sockets", e.pos)
    is_positioned = isinstance(e.callee, A.Name) and e.callee.decl.name == "pread"
    if is_positioned and file.kind in ("pipe", "pair"):
        return (yield from wrong(thread, ESPIPE, e))
    cells: list[Cell] | None = None
    if file.source is not None:
        queue = file.source
        if file.flags & O_NONBLOCK and not queue.cells and queue.writers and size:
            return (yield from wrong(thread, EAGAIN, e))
        if size:
            yield from _wait(thread, "waits for input", e.pos, lambda: bool(queue.cells or not queue.writers))
        cells, queue.cells = queue.cells[:size], queue.cells[size:]
    elif file.kind == "memory" and (is_positioned or file.offset is not None):
        at = number(args[3]) if is_positioned else file.offset or 0
        if at < 0:
            return (yield from wrong(thread, EINVAL, e))
        cells = file.content[at : at + size]
    return (yield from _received(thread, file, cells, args, e, moves=not is_positioned))


def _received(
    thread: Thread, file: File, cells: list[Cell] | None, args: list[Value], e: A.Call, *, moves: bool
) -> Doing[Value]:
    """What is known, or anything; as much of it as it is, or any part."""
    assert isinstance(e.type, ct.Int)
    size = number(args[2])
    if cells is None:
        done = thread.machine.input(e.type, e.pos, low=-1, high=size)
        yield from thread.disturb_errno(e.pos, done < 0)
    else:
        done = len(cells)
    for at, length in pieces(thread, e.args[1], size):
        if at >= done:
            break
        where, length = thread.moved(as_pointer(args[1]), at), min(length, done - at)
        if cells is not None:
            o, offset = yield from thread.touch(where, length, e.pos, write=True)
            thread.overwrite(o, offset, length, e.pos)
            write_cells(o, offset, cells[at : at + length])
            thread.told(o, offset, length, None, e.pos)
        else:
            t = ct.Int(8 * length, False, "")
            yield from thread.store(where, thread.machine.input(t, e.pos), t, e.pos)
    if moves and done > 0 and file.offset is not None:
        file.offset += done
    return done


def write(thread: Thread, args: list[Value], e: A.Call) -> Doing[Value]:
    file, size = of(thread).file(number(args[0])), number(args[2])
    if number(args[0]) < 0 or (file.kind and file.flags & _ACCESS == RDONLY):
        return (yield from wrong(thread, EBADF, e))
    if file.kind == "timer" or (file.kind == "events" and size < _SIZE_OF_COUNTER):
        return (yield from wrong(thread, EINVAL, e))
    is_positioned = isinstance(e.callee, A.Name) and e.callee.decl.name == "pwrite"
    if is_positioned and file.kind in ("pipe", "pair"):
        return (yield from wrong(thread, ESPIPE, e))
    if file.kind == "events":
        value = number((yield from thread.load(as_pointer(args[1]), _U64, e.pos)))
        return (yield from _add(thread, file, value, _SIZE_OF_COUNTER, e))
    if file.kind == "messages":
        raise NotUnderstood("messages through a pair of sockets", e.pos)
    is_known = file.kind in ("pipe", "pair", "memory")
    cells: list[Cell] = []
    for at, length in pieces(thread, e.args[1], size):
        where = thread.moved(as_pointer(args[1]), at)
        if is_known:
            cells += yield from read_piece(thread, where, length, e.pos)
        else:
            yield from thread.touch(where, length, e.pos, write=False)
    queue = file.target
    if queue is not None:
        if not queue.readers:
            raise NotUnderstood("something is written that nobody can read any more", e.pos)
        if len(queue.cells) + size > _CAPACITY:
            raise NotUnderstood("more is written than there is place for on the way", e.pos)
        queue.cells += cells
        return size
    assert isinstance(e.type, ct.Int)
    done = thread.machine.input(e.type, e.pos, low=-1, high=size)
    yield from thread.disturb_errno(e.pos, done < 0)
    if done > 0:
        _put(file, cells[:done], number(args[3]) if is_positioned else None, done)
    return done


def _put(file: File, cells: list[Cell], at: int | None, done: int) -> None:
    moves = at is None
    if file.kind == "memory":
        end = len(file.content)
        at = end if file.flags & O_APPEND else file.offset or 0 if at is None else at
        file.content += [0] * (at - end)
        file.content[at : at + done] = cells
        if moves:
            file.offset = at + done
    elif moves and file.offset is not None:
        file.offset = None if file.flags & O_APPEND else file.offset + done


def lseek(thread: Thread, args: list[Value], e: A.Call) -> Doing[Value]:
    assert isinstance(e.type, ct.Int)
    file, by, origin = of(thread).file(number(args[0])), number(args[1]), number(args[2])
    if number(args[0]) < 0:
        return (yield from wrong(thread, EBADF, e))
    if not 0 <= origin <= _LAST:
        return (yield from wrong(thread, EINVAL, e))
    if file.kind in ("pipe", "pair", "messages", "socket"):
        return (yield from wrong(thread, ESPIPE, e))
    start = {_SET: 0, _CUR: file.offset, _END: len(file.content) if file.kind == "memory" else None}.get(origin)
    if start is not None and start + by < 0:
        return (yield from wrong(thread, EINVAL, e))
    is_sure = file.kind in ("memory", "regular") and start is not None and start + by <= 0x7FFFFFFF
    if not is_sure and (yield from failed(thread, e)):
        return -1
    most = (1 << e.type.width - 1) - 1
    file.offset = start + by if is_sure and start is not None else thread.machine.input(e.type, e.pos, 0, most)
    return file.offset


def ftruncate(thread: Thread, args: list[Value], e: A.Call) -> Doing[Value]:
    file, size = of(thread).file(number(args[0])), number(args[1])
    if size < 0:
        return (yield from wrong(thread, EINVAL, e))
    if number(args[0]) < 0:
        return (yield from wrong(thread, EBADF, e))
    if (yield from failed(thread, e)):
        return -1
    if file.kind == "memory":
        if size > 1 << 20:
            raise NotUnderstood("a large file in memory", e.pos)
        file.content = file.content[:size] + [0] * (size - len(file.content))
    return 0


# ---------------------------------------------------------------- counters of events, timers


def _read_counter(thread: Thread, file: File, args: list[Value], e: A.Call) -> Doing[Value]:
    if number(args[2]) < _SIZE_OF_COUNTER:
        return (yield from wrong(thread, EINVAL, e))
    found = yield from _taken(thread, file, e)
    if found is None:
        return -1
    yield from thread.store(as_pointer(args[1]), found, _U64, e.pos)
    return _SIZE_OF_COUNTER


def _taken(thread: Thread, file: File, e: A.Call) -> Doing[int | None]:
    if file.kind == "timer":
        return (yield from _rounds(thread, file, e))
    if file.flags & O_NONBLOCK and not file.count:
        yield from wrong(thread, EAGAIN, e)
        return None
    yield from _wait(thread, "waits for an event", e.pos, lambda: file.count > 0)
    found = 1 if file.flags & _SEMAPHORE_BIT else file.count
    file.count -= found
    return found


def _rounds(thread: Thread, file: File, e: A.Call) -> Doing[int | None]:
    """How often a timer has ended since it was read."""
    is_off = not file.is_timer_set or not any(file.timer[:2])
    if file.flags & O_NONBLOCK and (is_off or thread.machine.flag("timer runs", e.pos)):
        yield from wrong(thread, EAGAIN, e)
        return None
    if is_off:
        raise NotUnderstood("waiting for a timer that is not set", e.pos)
    if any(file.timer[2:]):
        return thread.machine.input(_U64, e.pos, 1)
    file.is_timer_set = False
    return 1


def _add(thread: Thread, file: File, value: int, result: int, e: A.Call) -> Doing[Value]:
    if value == _FULL:
        return (yield from wrong(thread, EINVAL, e))
    if file.count + value >= _FULL:
        if file.flags & O_NONBLOCK:
            return (yield from wrong(thread, EAGAIN, e))
        yield from _wait(thread, "waits for place", e.pos, lambda: file.count + value < _FULL)
    file.count += value
    return result


def eventfd(thread: Thread, args: list[Value], e: A.Call) -> Doing[Value]:
    """(Its flags and what it begins with; the number comes from the text.)"""
    text = function("eventfd", thread.machine)
    assert text is not None
    n = number((yield from thread.read_library(text, args, e)))
    if n >= 0:
        file = of(thread).files[n]
        file.count = number(args[0])
        file.flags = file.flags & ~_SEMAPHORE_BIT | (_SEMAPHORE_BIT if number(args[1]) & _SEMAPHORE else 0)
    return n


#: where no other flag of a file is
_SEMAPHORE_BIT = 1 << 40


def eventfd_read(thread: Thread, args: list[Value], e: A.Call) -> Doing[Value]:
    if number(args[0]) < 0:
        return (yield from wrong(thread, EBADF, e))
    file = of(thread).file(number(args[0]))
    if file.kind == "events":
        found = yield from _taken(thread, file, e)
        if found is None:
            return -1
    else:
        if (yield from failed(thread, e)):
            return -1
        found = thread.machine.input(_U64, e.pos, 1)
    yield from thread.store(as_pointer(args[1]), found, _U64, e.pos)
    return 0


def eventfd_write(thread: Thread, args: list[Value], e: A.Call) -> Doing[Value]:
    if number(args[0]) < 0:
        return (yield from wrong(thread, EBADF, e))
    file = of(thread).file(number(args[0]))
    if file.kind == "events":
        return (yield from _add(thread, file, number(args[1]), 0, e))
    return -(yield from failed(thread, e))


def _time(thread: Thread, place: Pointer, x: A.Expr, pos: A.Pos) -> Doing[list[int]]:
    """The four numbers of a structure: interval, value."""
    found = []
    for t, at in _fields(thread, x):
        found.append(number((yield from thread.load(thread.moved(place, at), t, pos))))
    return found


def _fields(thread: Thread, x: A.Expr) -> list[tuple[ct.Int, int]]:
    while isinstance(x, A.Cast) and isinstance(x.operand.type, ct.Pointer):
        x = x.operand
    if not isinstance(x.type, ct.Pointer) or not isinstance(x.type.to, ct.Struct) or x.type.to.fields is None:
        raise NotUnderstood("a time of a type that is not known", x.pos)
    return [(ct.Int(8 * size, True, ""), at) for at, size in parts(x.type.to, thread.machine.model)]


def _tell(thread: Thread, file: File, place: Pointer, x: A.Expr, e: A.Call) -> Doing[None]:
    """The interval, and what is left: no more than it was set to, or than an interval."""
    second, part, again, again_part = file.timer if file.is_timer_set else (0, 0, 0, 0)
    most = max((second, part), (again, again_part)) if second or part else (0, 0)
    left = thread.machine.input(ct.Int(64, True, ""), e.pos, 0, most[0])
    left_part = thread.machine.input(ct.Int(64, True, ""), e.pos, 0, most[1] if left == most[0] else 999_999_999)
    for (t, at), value in zip(_fields(thread, x), (again, again_part, left, left_part), strict=True):
        yield from thread.store(thread.moved(place, at), value, t, e.pos)


def timerfd_gettime(thread: Thread, args: list[Value], e: A.Call) -> Doing[Value]:
    if number(args[0]) < 0:
        return (yield from wrong(thread, EBADF, e))
    file = of(thread).file(number(args[0]))
    if file.kind != "timer":
        return (yield from _other_than_timer(thread, file, e))
    yield from _tell(thread, file, as_pointer(args[1]), e.args[1], e)
    return 0


def _other_than_timer(thread: Thread, file: File, e: A.Call) -> Doing[Value]:
    if file.kind:
        return (yield from wrong(thread, EINVAL, e))
    raise NotUnderstood("timer that the program was given", e.pos)


def timerfd_settime(thread: Thread, args: list[Value], e: A.Call) -> Doing[Value]:
    given = yield from _time(thread, as_pointer(args[2]), e.args[2], e.pos)
    file = of(thread).file(number(args[0]))
    again, again_part, second, part = given
    are_times = all(s >= 0 and 0 <= n < 1_000_000_000 for s, n in ((again, again_part), (second, part)))
    if not are_times or number(args[1]) & ~3:
        return (yield from wrong(thread, EINVAL, e))
    if number(args[0]) < 0:
        return (yield from wrong(thread, EBADF, e))
    if file.kind != "timer":
        return (yield from _other_than_timer(thread, file, e))
    if number(args[1]) & 1:
        raise NotUnderstood("timer that is set to a date", e.pos)
    if as_pointer(args[3]).address:
        yield from _tell(thread, file, as_pointer(args[3]), e.args[3], e)
    file.timer, file.is_timer_set = (second, part, again, again_part), bool(second or part)
    return 0


# ---------------------------------------------------------------- what can be done without waiting


def events_of(thread: Thread, args: list[Value], e: A.Call) -> Doing[Value]:
    """Of those that are asked for."""
    yield from ()
    table, n, asked = of(thread), number(args[0]), number(args[1])
    if table.is_closed(n):
        return _POLLNVAL & asked
    file = table.file(n)
    if file.kind in ("timer", "messages", "epoll"):
        raise NotUnderstood("waiting for timers, or for what pairs of sockets or sets of events have", e.pos)
    if file.kind == "events":
        found = (_POLLIN if file.count else 0) | (_POLLOUT if file.count < _FULL - 1 else 0)
    elif file.source is not None or file.target is not None:
        found = _way(file)
    else:
        return asked & thread.machine.input(ct.UINT, e.pos)
    if asked & found & ~(_POLLIN | _POLLOUT | _POLLERR | _POLLHUP | _POLLNVAL):
        raise NotUnderstood("events of a rare kind", e.pos)
    return asked & found


def _way(file: File) -> int:
    found = 0
    if file.source is not None:
        found |= _POLLIN if file.source.cells else 0
        found |= 0 if file.source.writers else _POLLHUP | (_POLLIN if file.kind == "pair" else 0)
    if file.target is not None:
        found |= _POLLOUT if len(file.target.cells) < _CAPACITY // 2 else 0
        found |= 0 if file.target.readers or file.kind == "pair" else _POLLERR
    return found


def select(thread: Thread, args: list[Value], e: A.Call) -> Doing[Value]:
    """One that is closed is an error; else it is as the text in C says, of what nobody here knows."""
    table = of(thread)
    for n in _selected(thread, number(args[0]), args[1:4]):
        if table.is_closed(n):
            return (yield from wrong(thread, EBADF, e))
        if table.file(n).kind not in ("", "file", "socket"):
            raise NotUnderstood("select of pipes and the like", e.pos)
    text = function("select", thread.machine)
    assert text is not None
    return (yield from thread.read_library(text, args, e))


def _selected(thread: Thread, count: int, sets: list[Value]) -> list[int]:
    found = []
    for v in sets:
        for n in range(max(0, min(count, _FD_SETSIZE))) if as_pointer(v).address else ():
            byte = thread.peek(thread.moved(as_pointer(v), n // 8), ct.UCHAR)
            if isinstance(byte, int) and byte >> n % 8 & 1:
                found.append(n)
    return found


HANDLERS: dict[str, Handler] = {
    "select": select,
    **dict.fromkeys(("read", "pread"), read),
    **dict.fromkeys(("write", "pwrite"), write),
    "lseek": lseek,
    "ftruncate": ftruncate,
    "eventfd": eventfd,
    "eventfd_read": eventfd_read,
    "eventfd_write": eventfd_write,
    "timerfd_gettime": timerfd_gettime,
    "timerfd_settime": timerfd_settime,
    "__events_of": events_of,
}
