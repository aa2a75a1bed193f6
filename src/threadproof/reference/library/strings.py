"""Functions on bytes and strings: they read and write memory, one character after the other.

Blocks are copied in the pieces that the type of their pointer has. Between any two accesses another thread may come,
and a character that is looked at twice is read twice: nothing that C allows may be impossible here.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from threadproof.frontend import ast as A
from threadproof.frontend import ctypes as ct
from threadproof.reference.access import parts
from threadproof.reference.action import Doing
from threadproof.reference.memory import NULL, Cell, Pointer, read_cells, write_cells
from threadproof.reference.outcome import NotUnderstood
from threadproof.reference.values import Bytes, Value, as_pointer, number, wrap

if TYPE_CHECKING:
    from threadproof.reference.library import Handler
    from threadproof.reference.threads import Thread


# ---------------------------------------------------------------- reading and writing


def read_byte(thread: Thread, p: Pointer, pos: A.Pos) -> Doing[int]:
    return number((yield from thread.load(p, ct.UCHAR, pos)))


def write_byte(thread: Thread, p: Pointer, byte: int, pos: A.Pos) -> Doing[None]:
    yield from thread.store(p, byte & 0xFF, ct.UCHAR, pos)


def read_string(thread: Thread, v: Value, pos: A.Pos, most: int | None = None) -> Doing[bytes]:
    """The bytes before the NUL; at most so many."""
    p = as_pointer(v)
    found = bytearray()
    while most is None or len(found) < most:
        thread.machine.tick(pos)
        byte = yield from read_byte(thread, thread.moved(p, len(found)), pos)
        if byte == 0:
            break
        found.append(byte)
    return bytes(found)


def order(thread: Thread, difference: int, pos: A.Pos) -> int:
    """The result of a comparison, of which only the sign is specified."""
    if difference == 0:
        return 0
    return thread.machine.input(ct.INT, pos, low=1) if difference > 0 else thread.machine.input(ct.INT, pos, high=-1)


# ---------------------------------------------------------------- blocks


def pieces(thread: Thread, x: A.Expr, size: int) -> list[tuple[int, int]]:
    """(offset, length) of the accesses to a block: scalars of the type that the pointer had before it became void *."""
    while isinstance(x, A.Cast) and isinstance(x.operand.type, ct.Pointer):
        x = x.operand
    t = x.type.to if isinstance(x.type, ct.Pointer) else ct.CHAR
    model = thread.machine.model
    thread.machine.simplify("a block in pieces of one type")
    try:
        unit = 0 if isinstance(t, ct.Void | ct.Function) else model.size_of(t)
    except LookupError:
        unit = 0
    if unit == 0 or size % unit:
        t, unit = ct.CHAR, 1
    starts = [at for at, _ in parts(t, model)] if isinstance(t, ct.Struct | ct.Array) else [0]
    ends = [*starts[1:], unit]  # what lies between is copied too
    return [(n + at, end - at) for n in range(0, size, unit) for at, end in zip(starts, ends, strict=True)]


def copy(thread: Thread, to: Pointer, source: Pointer, accesses: list[tuple[int, int]], pos: A.Pos) -> Doing[None]:
    """Everything is read before anything is written, and held until it is."""
    found: list[list[Cell]] = []
    #: how much is in the thread's hands before each piece, from the first to what comes after the last
    hands, marks = thread.temporaries, [len(thread.temporaries)]
    for at, length in accesses:
        found.append((yield from read_piece(thread, thread.moved(source, at), length, pos)))
        thread.hold(Bytes(found[-1]))
        marks.append(len(hands))
    for (at, length), cells, mark, end in zip(accesses, found, marks, marks[1:], strict=False):
        o, offset = yield from thread.touch(thread.moved(to, at), length, pos, write=True)
        thread.overwrite(o, offset, length, pos)
        write_cells(o, offset, cells)
        hands[mark:end] = [NULL] * (end - mark)
        thread.told(o, offset, length, None, pos)


def read_piece(thread: Thread, p: Pointer, length: int, pos: A.Pos) -> Doing[list[Cell]]:
    o, offset = yield from thread.touch(p, length, pos, write=False)
    if any(offset <= n < offset + length for n in o.sync):
        raise NotUnderstood("copy of a synchronisation object by its bytes", pos)
    return read_cells(o, offset, length)


def must_be_apart(to: Value, size: int, source: Value, other: int, pos: A.Pos, *, may_be_same: bool = False) -> None:
    """What is written must not overlap what is read."""
    a, b = as_pointer(to).address, as_pointer(source).address
    if a < b + other and b < a + size and not (may_be_same and a == b):
        raise NotUnderstood("copy between places that overlap", pos)


def memcpy(thread: Thread, args: list[Value], e: A.Call) -> Doing[Value]:
    size = number(args[2])
    must_be_apart(args[0], size, args[1], size, e.pos, may_be_same=True)
    return (yield from memmove(thread, args, e))


def memmove(thread: Thread, args: list[Value], e: A.Call) -> Doing[Value]:
    accesses = pieces(thread, e.args[0], number(args[2]))
    yield from copy(thread, as_pointer(args[0]), as_pointer(args[1]), accesses, e.pos)
    return args[0]


def mempcpy(thread: Thread, args: list[Value], e: A.Call) -> Doing[Value]:
    yield from memcpy(thread, args, e)
    return thread.moved(as_pointer(args[0]), number(args[2]))


def bcopy(thread: Thread, args: list[Value], e: A.Call) -> Doing[Value]:
    accesses = pieces(thread, e.args[1], number(args[2]))
    yield from copy(thread, as_pointer(args[1]), as_pointer(args[0]), accesses, e.pos)
    return None


def _fill(thread: Thread, p: Pointer, byte: int, size: int, e: A.Call) -> Doing[None]:
    for at, length in pieces(thread, e.args[0], size):
        o, offset = yield from thread.touch(thread.moved(p, at), length, e.pos, write=True)
        thread.overwrite(o, offset, length, e.pos)
        write_cells(o, offset, [byte & 0xFF] * length)
        thread.told(o, offset, length, None, e.pos)


def memset(thread: Thread, args: list[Value], e: A.Call) -> Doing[Value]:
    yield from _fill(thread, as_pointer(args[0]), number(args[1]), number(args[2]), e)
    return args[0]


def bzero(thread: Thread, args: list[Value], e: A.Call) -> Doing[Value]:
    yield from _fill(thread, as_pointer(args[0]), 0, number(args[1]), e)
    return None


def memcmp(thread: Thread, args: list[Value], e: A.Call) -> Doing[Value]:
    """All bytes of both are compared, also behind the first difference."""
    a, b = as_pointer(args[0]), as_pointer(args[1])
    difference = 0
    for n in range(number(args[2])):
        x = yield from read_byte(thread, thread.moved(a, n), e.pos)
        y = yield from read_byte(thread, thread.moved(b, n), e.pos)
        difference = difference or x - y
    return order(thread, difference, e.pos) if difference else 0


def bcmp(thread: Thread, args: list[Value], e: A.Call) -> Doing[Value]:
    """Something that is not 0 if they differ."""
    if not number((yield from memcmp(thread, args, e))):
        return 0
    return wrap(thread.machine.input(ct.UINT, e.pos, low=1), ct.INT)


def memchr(thread: Thread, args: list[Value], e: A.Call) -> Doing[Value]:
    p = as_pointer(args[0])
    for n in range(number(args[2])):
        if (yield from read_byte(thread, thread.moved(p, n), e.pos)) == number(args[1]) & 0xFF:
            return thread.moved(p, n)
    return NULL


# ---------------------------------------------------------------- strings


def strlen(thread: Thread, args: list[Value], e: A.Call) -> Doing[Value]:
    return len((yield from read_string(thread, args[0], e.pos)))


def strnlen(thread: Thread, args: list[Value], e: A.Call) -> Doing[Value]:
    return len((yield from read_string(thread, args[0], e.pos, number(args[1]))))


def _copy_string(thread: Thread, to: Pointer, source: Pointer, pos: A.Pos, most: int | None = None) -> Doing[int]:
    """Characters up to the NUL, which is copied too, or the first `most`; how many there were before it."""
    n = 0
    while most is None or n < most:
        thread.machine.tick(pos)
        must_be_apart(to, n + 1, source, n + 1, pos)
        byte = yield from read_byte(thread, thread.moved(source, n), pos)
        yield from write_byte(thread, thread.moved(to, n), byte, pos)
        if byte == 0:
            break
        n += 1
    return n


def strcpy(thread: Thread, args: list[Value], e: A.Call) -> Doing[Value]:
    yield from _copy_string(thread, as_pointer(args[0]), as_pointer(args[1]), e.pos)
    return args[0]


def stpcpy(thread: Thread, args: list[Value], e: A.Call) -> Doing[Value]:
    length = yield from _copy_string(thread, as_pointer(args[0]), as_pointer(args[1]), e.pos)
    return thread.moved(as_pointer(args[0]), length)


def strncpy(thread: Thread, args: list[Value], e: A.Call) -> Doing[Value]:
    """(The NUL that was copied is written once more.)"""
    to, size = as_pointer(args[0]), number(args[2])
    length = yield from _copy_string(thread, to, as_pointer(args[1]), e.pos, size)
    must_be_apart(to, size, args[1], length, e.pos)
    for n in range(length, size):
        yield from write_byte(thread, thread.moved(to, n), 0, e.pos)
    return args[0]


def strcat(thread: Thread, args: list[Value], e: A.Call) -> Doing[Value]:
    end = len((yield from read_string(thread, args[0], e.pos)))
    yield from _copy_string(thread, thread.moved(as_pointer(args[0]), end), as_pointer(args[1]), e.pos)
    return args[0]


def strncat(thread: Thread, args: list[Value], e: A.Call) -> Doing[Value]:
    to, source, n = as_pointer(args[0]), as_pointer(args[1]), 0
    end = len((yield from read_string(thread, args[0], e.pos)))
    while n < number(args[2]):
        must_be_apart(thread.moved(to, end), n + 1, source, n + 1, e.pos)
        byte = yield from read_byte(thread, thread.moved(source, n), e.pos)
        if byte == 0:
            break
        yield from write_byte(thread, thread.moved(to, end + n), byte, e.pos)
        n += 1
    yield from write_byte(thread, thread.moved(to, end + n), 0, e.pos)
    return args[0]


def strcmp(thread: Thread, args: list[Value], e: A.Call) -> Doing[Value]:
    a, b = as_pointer(args[0]), as_pointer(args[1])
    n = 0
    while len(args) < 3 or n < number(args[2]):
        thread.machine.tick(e.pos)
        x = yield from read_byte(thread, thread.moved(a, n), e.pos)
        y = yield from read_byte(thread, thread.moved(b, n), e.pos)
        if x != y or x == 0:
            return order(thread, x - y, e.pos)
        n += 1
    return 0


def strchr(thread: Thread, args: list[Value], e: A.Call) -> Doing[Value]:
    p, n, wanted = as_pointer(args[0]), 0, number(args[1]) & 0xFF
    while True:
        thread.machine.tick(e.pos)
        byte = yield from read_byte(thread, thread.moved(p, n), e.pos)
        if byte == wanted:
            return thread.moved(p, n)
        if byte == 0:
            return NULL
        n += 1


def strrchr(thread: Thread, args: list[Value], e: A.Call) -> Doing[Value]:
    text = (yield from read_string(thread, args[0], e.pos)) + b"\0"
    at = text.rfind(number(args[1]) & 0xFF)
    return NULL if at < 0 else thread.moved(as_pointer(args[0]), at)


def strstr(thread: Thread, args: list[Value], e: A.Call) -> Doing[Value]:
    text, wanted = as_pointer(args[0]), as_pointer(args[1])
    yield from read_string(thread, args[1], e.pos)
    start = n = 0
    while True:
        thread.machine.tick(e.pos)
        x = yield from read_byte(thread, thread.moved(wanted, n), e.pos)
        if x == 0:
            return thread.moved(text, start)
        c = yield from read_byte(thread, thread.moved(text, start + n), e.pos)
        if c == 0:
            return NULL
        start, n = (start, n + 1) if c == x else (start + 1, 0)


def strdup(thread: Thread, args: list[Value], e: A.Call) -> Doing[Value]:
    most = number(args[1]) if len(args) > 1 else None
    length = len((yield from read_string(thread, args[0], e.pos, most)))
    p = thread.allocated(length + 1, e.pos)
    for n in range(length):
        byte = yield from read_byte(thread, thread.moved(as_pointer(args[0]), n), e.pos)
        yield from write_byte(thread, thread.moved(p, n), byte, e.pos)
    yield from write_byte(thread, thread.moved(p, length), 0, e.pos)
    return p


def qsort(thread: Thread, args: list[Value], e: A.Call) -> Doing[Value]:
    """Neighbours change places as long as the program's function says so; equal ones if they like. All are written."""
    base, count, size = as_pointer(args[0]), number(args[1]), number(args[2])
    accesses = pieces(thread, e.args[0], size)
    for done in range(count):
        for at in range(count - done - 1):
            thread.machine.tick(e.pos)
            both = [thread.moved(base, n * size) for n in (at, at + 1)]
            f = thread.called(as_pointer(args[3]), e.pos)
            result = number((yield from thread.invoke(f, list(both), e.pos)))
            if result > 0 or (result == 0 and thread.machine.input(ct.BOOL, e.pos)):
                found: list[list[list[Cell]]] = []
                for p in both:
                    row = []
                    for start, length in accesses:
                        row.append((yield from read_piece(thread, thread.moved(p, start), length, e.pos)))
                    found.append(row)
                for p, row in zip(both, reversed(found), strict=True):
                    for (start, length), cells in zip(accesses, row, strict=True):
                        o, offset = yield from thread.touch(thread.moved(p, start), length, e.pos, write=True)
                        thread.overwrite(o, offset, length, e.pos)
                        write_cells(o, offset, cells)
                        thread.told(o, offset, length, None, e.pos)
    for at in range(count if count > 1 else 0):
        for start, length in accesses:
            place = thread.moved(base, at * size + start)
            cells = yield from read_piece(thread, place, length, e.pos)
            o, offset = yield from thread.touch(place, length, e.pos, write=True)
            thread.overwrite(o, offset, length, e.pos)
            write_cells(o, offset, cells)
            thread.told(o, offset, length, None, e.pos)
    return None


HANDLERS: dict[str, Handler] = {
    "qsort": qsort,
    **dict.fromkeys(("memcpy", "__builtin___memcpy_chk"), memcpy),
    **dict.fromkeys(("memmove", "__builtin___memmove_chk"), memmove),
    "mempcpy": mempcpy,
    "bcopy": bcopy,
    **dict.fromkeys(("memset", "__builtin___memset_chk"), memset),
    "bzero": bzero,
    "memcmp": memcmp,
    "bcmp": bcmp,
    "memchr": memchr,
    "strlen": strlen,
    "strnlen": strnlen,
    **dict.fromkeys(("strcpy", "__builtin___strcpy_chk"), strcpy),
    "stpcpy": stpcpy,
    "strncpy": strncpy,
    "strcat": strcat,
    "strncat": strncat,
    **dict.fromkeys(("strcmp", "strncmp", "strcoll"), strcmp),
    "strchr": strchr,
    "strrchr": strrchr,
    "strstr": strstr,
    "strdup": strdup,
    "strndup": strdup,
}
