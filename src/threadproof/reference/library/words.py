"""Characters and their classes, parts of strings, numbers in strings, sorting."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from threadproof.frontend import ast as A
from threadproof.frontend import ctypes as ct
from threadproof.reference.action import Doing
from threadproof.reference.library.strings import order, read_byte, read_string, write_byte
from threadproof.reference.library.sync import EINVAL
from threadproof.reference.memory import NULL, Pointer
from threadproof.reference.outcome import BadMemory, NotUnderstood
from threadproof.reference.values import Value, as_pointer, number, wrap

if TYPE_CHECKING:
    from threadproof.reference.library import Handler
    from threadproof.reference.threads import Thread

_DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"
_SPACES = b" \t\n\v\f\r"
_ERANGE = 34
#: in the C locale; a character is a byte, or EOF
_CLASSES: dict[str, Callable[[int], bool]] = {
    "alnum": lambda c: chr(c).isalnum(),
    "alpha": lambda c: chr(c).isalpha(),
    "blank": lambda c: c in b" \t",
    "cntrl": lambda c: c < 32 or c == 127,
    "digit": lambda c: chr(c).isdigit(),
    "graph": lambda c: 32 < c < 127,
    "lower": lambda c: chr(c).islower(),
    "print": lambda c: 32 <= c < 127,
    "punct": lambda c: 32 < c < 127 and not chr(c).isalnum(),
    "space": lambda c: c in _SPACES,
    "ascii": lambda c: True,
    "upper": lambda c: chr(c).isupper(),
    "xdigit": lambda c: chr(c) in "0123456789abcdefABCDEF",
}


def classify(thread: Thread, args: list[Value], e: A.Call) -> Doing[Value]:
    """Some number other than 0, or 0."""
    yield from ()
    assert isinstance(e.callee, A.Name)
    c = number(args[0])
    name = e.callee.decl.name.removeprefix("__builtin_").removeprefix("is")
    if name != "ascii" and not -128 <= c <= 255:
        raise BadMemory("something that is no character, looked up in a table", e.pos)
    if not 0 <= c < 128 or not _CLASSES[name](c):
        return 0
    return wrap(thread.machine.input(ct.UINT, e.pos, low=1), ct.INT)


def to_case(thread: Thread, args: list[Value], e: A.Call) -> Doing[Value]:
    yield from ()
    assert isinstance(e.callee, A.Name)
    c = number(args[0])
    if not 0 <= c < 128:
        return c + 256 if -128 <= c < -1 else c
    return ord(chr(c).upper() if e.callee.decl.name == "toupper" else chr(c).lower())


# ---------------------------------------------------------------- parts of strings


def strcasecmp(thread: Thread, args: list[Value], e: A.Call) -> Doing[Value]:
    a, b, n = as_pointer(args[0]), as_pointer(args[1]), 0
    while len(args) < 3 or n < number(args[2]):
        thread.machine.tick(e.pos)
        x = yield from read_byte(thread, thread.moved(a, n), e.pos)
        y = yield from read_byte(thread, thread.moved(b, n), e.pos)
        lower = [c + 32 if 65 <= c <= 90 else c for c in (x, y)]
        if lower[0] != lower[1] or x == 0:
            return order(thread, lower[0] - lower[1], e.pos)
        n += 1
    return 0


def _span(thread: Thread, text: Pointer, breaks: Value, pos: A.Pos, *, inside: bool) -> Doing[int]:
    """How many characters at the beginning are among the others, or not; those are looked at for each, up to a hit.

    (Whoever asks has read all of those.)
    """
    n = 0
    while True:
        thread.machine.tick(pos)
        c = yield from read_byte(thread, thread.moved(text, n), pos)
        if c == 0 or (yield from _is_among(thread, c, as_pointer(breaks), pos)) != inside:
            return n
        n += 1


def _is_among(thread: Thread, c: int, others: Pointer, pos: A.Pos) -> Doing[bool]:
    n = 0
    while True:
        x = yield from read_byte(thread, thread.moved(others, n), pos)
        if x in (0, c):
            return x == c
        n += 1


def span(thread: Thread, args: list[Value], e: A.Call) -> Doing[Value]:
    """strspn, strcspn and strpbrk."""
    assert isinstance(e.callee, A.Name)
    name = e.callee.decl.name.removeprefix("__builtin_")
    text = as_pointer(args[0])
    yield from read_string(thread, args[1], e.pos)
    n = yield from _span(thread, text, args[1], e.pos, inside=name == "strspn")
    if name != "strpbrk":
        return n
    last = yield from read_byte(thread, thread.moved(text, n), e.pos)
    return thread.moved(text, n) if last else NULL


def strtok_r(thread: Thread, args: list[Value], e: A.Call) -> Doing[Value]:
    """The place where it goes on next time is the caller's."""
    pointer, where = ct.Pointer(ct.CHAR), as_pointer(args[2])
    start = as_pointer(args[0])
    if start.address == 0:
        start = as_pointer((yield from thread.load(where, pointer, e.pos)))
    yield from read_string(thread, args[1], e.pos)
    start = thread.moved(start, (yield from _span(thread, start, args[1], e.pos, inside=True)))
    if (yield from read_byte(thread, start, e.pos)) == 0:
        yield from thread.store(where, start, pointer, e.pos)
        return NULL
    end = thread.moved(start, (yield from _span(thread, start, args[1], e.pos, inside=False)))
    if (yield from read_byte(thread, end, e.pos)) != 0:
        yield from write_byte(thread, end, 0, e.pos)
        end = thread.moved(end, 1)
    yield from thread.store(where, end, pointer, e.pos)
    return start


def strtok(thread: Thread, args: list[Value], e: A.Call) -> Doing[Value]:
    """The place where it goes on is one for all threads."""
    machine = thread.machine
    if machine.token is None:
        machine.token = machine.memory.allocate("what strtok keeps", machine.memory.pointer_size, "global", zero=True)
    return (yield from strtok_r(thread, [*args, Pointer(machine.token, machine.token.address)], e))


# ---------------------------------------------------------------- numbers in strings


def strtol(thread: Thread, args: list[Value], e: A.Call) -> Doing[Value]:
    """strtol and its like: what does not fit is the nearest value that does."""
    assert isinstance(e.type, ct.Int)
    if number(args[2]) not in (0, *range(2, 37)):
        yield from thread.set_errno(EINVAL, e.pos)
        return 0
    n, length = yield from _number(thread, as_pointer(args[0]), number(args[2]), e.pos)
    if as_pointer(args[1]).address:
        end = thread.moved(as_pointer(args[0]), length)
        yield from thread.store(as_pointer(args[1]), end, ct.Pointer(ct.CHAR), e.pos)
    high = (1 << (e.type.width - e.type.signed)) - 1
    low = -high - 1 if e.type.signed else -high  # a minus sign before an unsigned number negates it
    if not low <= n <= high:
        yield from thread.set_errno(_ERANGE, e.pos)
        n = high if n > 0 or not e.type.signed else low
    return n


def atoi(thread: Thread, args: list[Value], e: A.Call) -> Doing[Value]:
    """(What does not fit is undefined.)"""
    n, _ = yield from _number(thread, as_pointer(args[0]), 10, e.pos)
    assert isinstance(e.type, ct.Int)
    if not -(1 << (e.type.width - 1)) <= n < 1 << (e.type.width - 1):
        raise NotUnderstood("a number that is too large", e.pos)
    return n


def reads_binary(thread: Thread, pos: A.Pos) -> bool:
    """Does this C library take 0b for the beginning of a number? Newer ones of GNU do."""
    known = thread.machine.identities
    if ("binary", 0) not in known:
        known["binary", 0] = thread.machine.input(ct.BOOL, pos)
    return bool(known["binary", 0])


def _number(thread: Thread, p: Pointer, base: int, pos: A.Pos) -> Doing[tuple[int, int]]:
    """The number at the beginning of a string, and how many characters belong to it; none if there is no digit.

    No character is read behind the first one that does not belong to it.
    """

    def read(n: int) -> Doing[str]:
        thread.machine.tick(pos)
        return chr((yield from read_byte(thread, thread.moved(p, n), pos))).lower()

    at = 0
    c = yield from read(at)
    while c in " \t\n\v\f\r":
        at += 1
        c = yield from read(at)
    sign = -1 if c == "-" else 1
    if c in "+-":
        at += 1
        c = yield from read(at)
    if base in (0, 16) and c == "0" and (yield from read(at + 1)) == "x":
        if (yield from read(at + 2)) in _DIGITS[:16]:
            at, base = at + 2, 16
            c = yield from read(at)
    if base in (0, 2) and c == "0" and (yield from read(at + 1)) == "b":
        if (yield from read(at + 2)) in "01" and reads_binary(thread, pos):
            at, base = at + 2, 2
            c = yield from read(at)
    if base == 0:
        base = 8 if c == "0" else 10
    first, n = at, 0
    while c in _DIGITS[:base]:
        n = n * base + _DIGITS.index(c)
        at += 1
        c = yield from read(at)
    return (sign * n, at) if at > first else (0, 0)


# ---------------------------------------------------------------- sorting


def bsearch(thread: Thread, args: list[Value], e: A.Call) -> Doing[Value]:
    """By halves, from the middle. Of several that are equal any may be found: the search may go on."""
    result = NULL
    base, low, high, size = as_pointer(args[1]), 0, number(args[2]), number(args[3])
    while low < high:
        compare = thread.called(args[4], e.pos)
        middle = low + (high - low) // 2
        element = thread.moved(base, middle * size)
        found = number((yield from thread.execute(compare, [args[0], element], e.pos)))
        if found == 0:
            result = element
            if thread.machine.input(ct.BOOL, e.pos):
                break
            found = -1 if thread.machine.input(ct.BOOL, e.pos) else 1
        low, high = (low, middle) if found < 0 else (middle + 1, high)
    return result


HANDLERS: dict[str, Handler] = {
    **{f"is{name}": classify for name in _CLASSES},
    **dict.fromkeys(("toupper", "tolower"), to_case),
    **dict.fromkeys(("strcasecmp", "strncasecmp"), strcasecmp),
    **dict.fromkeys(("strspn", "strcspn", "strpbrk"), span),
    "strtok_r": strtok_r,
    "strtok": strtok,
    "bsearch": bsearch,
    **dict.fromkeys(("strtol", "strtoul", "strtoll", "strtoull", "strtoimax", "strtoumax"), strtol),
    **dict.fromkeys(("atoi", "atol", "atoll"), atoi),
}
