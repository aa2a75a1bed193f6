"""Functions on bytes and strings: they read and write memory, byte by byte or, for blocks, word by word."""

from __future__ import annotations

from typing import TYPE_CHECKING

from threadproof.frontend import ast as A
from threadproof.frontend import ctypes as ct
from threadproof.reference.action import Doing
from threadproof.reference.memory import Cell, Pointer, read_cells, write_cells
from threadproof.reference.outcome import NotUnderstood
from threadproof.reference.values import Value, as_pointer, number

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


def write_bytes(thread: Thread, p: Pointer, data: bytes, pos: A.Pos) -> Doing[None]:
    for n, byte in enumerate(data):
        yield from write_byte(thread, thread.moved(p, n), byte, pos)


def _words(thread: Thread, p: Pointer, size: int) -> list[tuple[int, int]]:
    """(offset, length) of the words, or parts of words, that a block consists of."""
    word = thread.machine.memory.pointer_size
    found, at = [], 0
    while at < size:
        length = min(word - (p.address + at) % word, size - at)
        found.append((at, length))
        at += length
    return found


def copy(thread: Thread, to: Pointer, source: Pointer, size: int, pos: A.Pos) -> Doing[None]:
    """Everything is read before anything is written."""
    cells: list[Cell] = []
    for at, length in _words(thread, source, size):
        o, offset = yield from thread.touch(thread.moved(source, at), length, pos, write=False)
        if any(offset <= n < offset + length for n in o.sync):
            raise NotUnderstood("copy of a synchronisation object by its bytes", pos)
        cells += read_cells(o, offset, length)
    for at, length in _words(thread, to, size):
        o, offset = yield from thread.touch(thread.moved(to, at), length, pos, write=True)
        thread.overwrite(o, offset, length, pos)
        write_cells(o, offset, cells[at : at + length])


# ---------------------------------------------------------------- blocks


def memcpy(thread: Thread, args: list[Value], e: A.Call) -> Doing[Value]:
    yield from copy(thread, as_pointer(args[0]), as_pointer(args[1]), number(args[2]), e.pos)
    return args[0]


def mempcpy(thread: Thread, args: list[Value], e: A.Call) -> Doing[Value]:
    yield from memcpy(thread, args, e)
    return thread.moved(as_pointer(args[0]), number(args[2]))


def memset(thread: Thread, args: list[Value], e: A.Call) -> Doing[Value]:
    p = as_pointer(args[0])
    for at, length in _words(thread, p, number(args[2])):
        o, offset = yield from thread.touch(thread.moved(p, at), length, e.pos, write=True)
        thread.overwrite(o, offset, length, e.pos)
        write_cells(o, offset, [number(args[1]) & 0xFF] * length)
    return args[0]


def bzero(thread: Thread, args: list[Value], e: A.Call) -> Doing[Value]:
    yield from memset(thread, [args[0], 0, args[1]], e)
    return None


def memcmp(thread: Thread, args: list[Value], e: A.Call) -> Doing[Value]:
    """(How many bytes are read after the first difference is not said: none here.)"""
    a, b = as_pointer(args[0]), as_pointer(args[1])
    for n in range(number(args[2])):
        x = yield from read_byte(thread, thread.moved(a, n), e.pos)
        y = yield from read_byte(thread, thread.moved(b, n), e.pos)
        if x != y:
            return _sign(x - y)
    return 0


def memchr(thread: Thread, args: list[Value], e: A.Call) -> Doing[Value]:
    p = as_pointer(args[0])
    for n in range(number(args[2])):
        if (yield from read_byte(thread, thread.moved(p, n), e.pos)) == number(args[1]) & 0xFF:
            return thread.moved(p, n)
    return Pointer(None, 0)


# ---------------------------------------------------------------- strings


def strlen(thread: Thread, args: list[Value], e: A.Call) -> Doing[Value]:
    return len((yield from read_string(thread, args[0], e.pos)))


def strnlen(thread: Thread, args: list[Value], e: A.Call) -> Doing[Value]:
    return len((yield from read_string(thread, args[0], e.pos, number(args[1]))))


def strcpy(thread: Thread, args: list[Value], e: A.Call) -> Doing[Value]:
    text = yield from read_string(thread, args[1], e.pos)
    yield from write_bytes(thread, as_pointer(args[0]), text + b"\0", e.pos)
    return args[0]


def strncpy(thread: Thread, args: list[Value], e: A.Call) -> Doing[Value]:
    size = number(args[2])
    text = yield from read_string(thread, args[1], e.pos, size)
    yield from write_bytes(thread, as_pointer(args[0]), text.ljust(size, b"\0"), e.pos)
    return args[0]


def strcat(thread: Thread, args: list[Value], e: A.Call) -> Doing[Value]:
    most = number(args[2]) if len(args) > 2 else None
    length = len((yield from read_string(thread, args[0], e.pos)))
    text = yield from read_string(thread, args[1], e.pos, most)
    yield from write_bytes(thread, thread.moved(as_pointer(args[0]), length), text + b"\0", e.pos)
    return args[0]


def strcmp(thread: Thread, args: list[Value], e: A.Call) -> Doing[Value]:
    a, b = as_pointer(args[0]), as_pointer(args[1])
    n = 0
    while len(args) < 3 or n < number(args[2]):
        thread.machine.tick(e.pos)
        x = yield from read_byte(thread, thread.moved(a, n), e.pos)
        y = yield from read_byte(thread, thread.moved(b, n), e.pos)
        if x != y or x == 0:
            return _sign(x - y)
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
            return Pointer(None, 0)
        n += 1


def strrchr(thread: Thread, args: list[Value], e: A.Call) -> Doing[Value]:
    text = (yield from read_string(thread, args[0], e.pos)) + b"\0"
    at = text.rfind(number(args[1]) & 0xFF)
    return Pointer(None, 0) if at < 0 else thread.moved(as_pointer(args[0]), at)


def strstr(thread: Thread, args: list[Value], e: A.Call) -> Doing[Value]:
    text = yield from read_string(thread, args[0], e.pos)
    at = text.find((yield from read_string(thread, args[1], e.pos)))
    return Pointer(None, 0) if at < 0 else thread.moved(as_pointer(args[0]), at)


def strdup(thread: Thread, args: list[Value], e: A.Call) -> Doing[Value]:
    text = yield from read_string(thread, args[0], e.pos, number(args[1]) if len(args) > 1 else None)
    p = thread.machine.heap(len(text) + 1, e.pos)
    yield from write_bytes(thread, p, text + b"\0", e.pos)
    return p


def _sign(n: int) -> int:
    return (n > 0) - (n < 0)


HANDLERS: dict[str, Handler] = {
    **dict.fromkeys(("memcpy", "memmove", "__builtin___memcpy_chk", "__builtin___memmove_chk"), memcpy),
    "mempcpy": mempcpy,
    **dict.fromkeys(("memset", "__builtin___memset_chk"), memset),
    "bzero": bzero,
    "memcmp": memcmp,
    "memchr": memchr,
    "strlen": strlen,
    "strnlen": strnlen,
    **dict.fromkeys(("strcpy", "__builtin___strcpy_chk"), strcpy),
    "strncpy": strncpy,
    "strcat": strcat,
    "strncat": strcat,
    "strcmp": strcmp,
    "strncmp": strcmp,
    "strchr": strchr,
    "strrchr": strrchr,
    "strstr": strstr,
    "strdup": strdup,
    "strndup": strdup,
}
