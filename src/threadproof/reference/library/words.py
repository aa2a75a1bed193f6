"""Characters and their classes, parts of strings, numbers in strings, sorting."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from threadproof.frontend import ast as A
from threadproof.frontend import ctypes as ct
from threadproof.reference.action import Doing
from threadproof.reference.library.strings import copy, read_byte, read_string, write_byte
from threadproof.reference.memory import NULL, Pointer
from threadproof.reference.outcome import NotUnderstood
from threadproof.reference.values import Value, as_pointer, number

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
    "upper": lambda c: chr(c).isupper(),
    "xdigit": lambda c: chr(c) in "0123456789abcdefABCDEF",
}


def classify(thread: Thread, args: list[Value], e: A.Call) -> Doing[Value]:
    """Some number other than 0, or 0 (1 here: nobody may rely on which it is)."""
    yield from ()
    assert isinstance(e.callee, A.Name)
    c = _character(args[0], e.pos)
    return int(0 <= c < 128 and _CLASSES[e.callee.decl.name.removeprefix("is")](c))


def to_case(thread: Thread, args: list[Value], e: A.Call) -> Doing[Value]:
    yield from ()
    assert isinstance(e.callee, A.Name)
    c = _character(args[0], e.pos)
    if not 0 <= c < 128:
        return c
    return ord(chr(c).upper() if e.callee.decl.name == "toupper" else chr(c).lower())


def _character(v: Value, pos: A.Pos) -> int:
    if not -1 <= number(v) <= 255:
        raise NotUnderstood("something that is no character", pos)
    return number(v)


# ---------------------------------------------------------------- parts of strings


def strcasecmp(thread: Thread, args: list[Value], e: A.Call) -> Doing[Value]:
    a, b, n = as_pointer(args[0]), as_pointer(args[1]), 0
    while len(args) < 3 or n < number(args[2]):
        thread.machine.tick(e.pos)
        x = yield from read_byte(thread, thread.moved(a, n), e.pos)
        y = yield from read_byte(thread, thread.moved(b, n), e.pos)
        lower = [c + 32 if 65 <= c <= 90 else c for c in (x, y)]
        if lower[0] != lower[1] or x == 0:
            return (lower[0] > lower[1]) - (lower[0] < lower[1])
        n += 1
    return 0


def span(thread: Thread, args: list[Value], e: A.Call) -> Doing[Value]:
    """strspn, strcspn and strpbrk."""
    assert isinstance(e.callee, A.Name)
    name = e.callee.decl.name.removeprefix("__builtin_")
    text = yield from read_string(thread, args[0], e.pos)
    wanted = yield from read_string(thread, args[1], e.pos)
    inside = name == "strspn"
    n = next((n for n, c in enumerate(text) if (c in wanted) != inside), len(text))
    if name != "strpbrk":
        return n
    return NULL if n == len(text) else thread.moved(as_pointer(args[0]), n)


def strtok_r(thread: Thread, args: list[Value], e: A.Call) -> Doing[Value]:
    pointer = ct.Pointer(ct.CHAR)
    start = as_pointer(args[0])
    if start.address == 0:
        start = as_pointer((yield from thread.load(as_pointer(args[2]), pointer, e.pos)))
    breaks = yield from read_string(thread, args[1], e.pos)
    text = yield from read_string(thread, start, e.pos)
    first = next((n for n, c in enumerate(text) if c not in breaks), len(text))
    last = next((n for n in range(first, len(text)) if text[n] in breaks), len(text))
    rest = last
    if last < len(text):
        yield from write_byte(thread, thread.moved(start, last), 0, e.pos)
        rest = last + 1
    yield from thread.store(as_pointer(args[2]), thread.moved(start, rest), pointer, e.pos)
    return NULL if first == len(text) else thread.moved(start, first)


# ---------------------------------------------------------------- numbers in strings


def strtol(thread: Thread, args: list[Value], e: A.Call) -> Doing[Value]:
    """strtol and its like: what does not fit is the nearest value that does."""
    assert isinstance(e.type, ct.Int)
    text = yield from read_string(thread, args[0], e.pos)
    n, length = _number(text, number(args[2]), e.pos)
    high = (1 << (e.type.width - e.type.signed)) - 1
    low = -high - 1 if e.type.signed else -high  # a minus sign before an unsigned number negates it
    if not low <= n <= high:
        thread.set_errno(_ERANGE)
        n = high if n > 0 or not e.type.signed else low
    if as_pointer(args[1]).address:
        end = thread.moved(as_pointer(args[0]), length)
        yield from thread.store(as_pointer(args[1]), end, ct.Pointer(ct.CHAR), e.pos)
    return n


def atoi(thread: Thread, args: list[Value], e: A.Call) -> Doing[Value]:
    """(What does not fit is undefined.)"""
    text = yield from read_string(thread, args[0], e.pos)
    n, _ = _number(text, 10, e.pos)
    assert isinstance(e.type, ct.Int)
    if not -(1 << (e.type.width - 1)) <= n < 1 << (e.type.width - 1):
        raise NotUnderstood("a number that is too large", e.pos)
    return n


def _number(text: bytes, base: int, pos: A.Pos) -> tuple[int, int]:
    """The number at the beginning of a string, and how many characters belong to it; none if there is no digit."""
    if base != 0 and not 2 <= base <= 36:
        raise NotUnderstood(f"numbers to base {base}", pos)
    at = len(text) - len(text.lstrip(_SPACES))
    sign = -1 if text[at : at + 1] == b"-" else 1
    at += text[at : at + 1] in (b"-", b"+")
    letters = text.decode("latin-1").lower()
    is_hex = letters[at : at + 2] == "0x" and letters[at + 2 : at + 3] in tuple("0123456789abcdef")
    if is_hex and base in (0, 16):
        at, base = at + 2, 16
    elif base == 0:
        base = 8 if letters[at : at + 1] == "0" else 10
    first, n = at, 0
    while at < len(letters) and letters[at] in _DIGITS[:base]:
        n = n * base + _DIGITS.index(letters[at])
        at += 1
    return (sign * n, at) if at > first else (0, 0)


# ---------------------------------------------------------------- sorting


def qsort(thread: Thread, args: list[Value], e: A.Call) -> Doing[Value]:
    """Sorted by insertion; an array of which two elements are equal may be sorted in another way elsewhere."""
    base, count, size = as_pointer(args[0]), number(args[1]), number(args[2])
    compare = thread.called(args[3], e.pos)
    spare = thread.temporary(size)
    spare.is_private = False
    for n in range(1, count):
        at = n
        while at:
            left, right = thread.moved(base, (at - 1) * size), thread.moved(base, at * size)
            order = yield from thread.execute(compare, [left, right], e.pos)
            if number(order) <= 0:
                break
            free = Pointer(spare, spare.address)
            yield from copy(thread, free, left, size, e.pos)
            yield from copy(thread, left, right, size, e.pos)
            yield from copy(thread, right, free, size, e.pos)
            at -= 1
    return None


HANDLERS: dict[str, Handler] = {
    **{f"is{name}": classify for name in _CLASSES},
    **dict.fromkeys(("toupper", "tolower"), to_case),
    **dict.fromkeys(("strcasecmp", "strncasecmp"), strcasecmp),
    **dict.fromkeys(("strspn", "strcspn", "strpbrk"), span),
    "strtok_r": strtok_r,
    **dict.fromkeys(("strtol", "strtoul", "strtoll", "strtoull"), strtol),
    **dict.fromkeys(("atoi", "atol", "atoll"), atoi),
    "qsort": qsort,
}
