"""What library functions do with the memory that their arguments point to, and with errno."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from threadproof.frontend import ast as A
from threadproof.frontend import raw as R
from threadproof.frontend.ctypes import CHAR, INT, CType, Int, Pointer, Struct, Void
from threadproof.frontend.lower.scopes import calls_of
from threadproof.frontend.lower.whole import StructValue, Value
from threadproof.ir import op as O
from threadproof.logic import term as T
from threadproof.logic.term import Term

if TYPE_CHECKING:
    from threadproof.frontend.lower.calls import Calls

NANOSECONDS = 1_000_000_000
#: by the numbers of clocks: CLOCK_MONOTONIC is never behind its coarse kin, CLOCK_BOOTTIME behind neither
_NEVER_BEHIND = {1: (6,), 7: (6, 1)}
#: CLOCK_MONOTONIC, CLOCK_BOOTTIME
SHOWING_SLEEP = (1, 7)
#: in seconds: Linux counts the nanoseconds of its clocks in 63 bits
LATEST = ((1 << 63) - 1) // NANOSECONDS - 1

EIO, EBADF = 5, 9


def read(c: Calls, x: A.Expr) -> Value:
    """All that the pointer points to."""
    if _is_incomplete(object_type(x)):
        _touch(c, c.pointer(x))
        return None
    place = c.target(x)
    t = place.root if isinstance(x, A.AddrOf) and not place.offset and not place.steps else object_type(x)
    if isinstance(t, Void):
        c.unsupported("library function on memory of unknown type")
        return None
    return c.load(place, t, order=O.Order.PLAIN)


def _is_incomplete(t: CType) -> bool:
    """Of this type there is no object."""
    return isinstance(t, Struct) and t.fields is None


def _touch(c: Calls, p: R.Ptr) -> None:
    """(There may be an object of another type.)"""
    c.load(c.deref(p, CHAR), CHAR, order=O.Order.PLAIN)
    c.unsupported("library function on an object of incomplete type")


def calls_in(c: Calls, *names: str) -> list[A.Call] | None:
    """All calls of these functions; None if some may go through a pointer."""
    program = c.program
    if not any(n in program.unit.functions for n in names):
        return []
    if any(f.name in names for f in program.address_taken):
        return None
    return [x for f in program.unit.functions.values() if f.body for x in calls_of(f.body, names)]


def object_type(x: A.Expr) -> CType:
    """What a function takes a pointer to; `void *` says nothing, so what it was before is asked."""
    while isinstance(x, A.Cast) and isinstance(x.operand.type, Pointer) and x.type == Pointer(Void()):
        x = x.operand
    return x.type.to if isinstance(x.type, Pointer) else Void()


def pointee(x: A.Expr) -> CType:
    """What a pointer points to below all casts: for functions on bytes, which take anything."""
    while isinstance(x, A.Cast) and isinstance(x.operand.type, Pointer):
        x = x.operand
    return x.type.to if isinstance(x.type, Pointer) else Void()


def is_valid_time(c: Calls, x: A.Expr, *, may_be_negative: bool = True) -> Term:
    """Reads a `struct timespec`: are its nanoseconds less than a second? If not, functions that wait say EINVAL. (Linux
    says so of a negative time, too; the C library calls that one over.)"""
    time = _read_time(c, x)
    if time is None:
        return T.TRUE
    is_valid = _is_part_of_second(time[1])
    return is_valid if may_be_negative else T.and_(is_valid, T.sle(T.const(0, time[0].width), time[0]))


def sleep(c: Calls, x: A.Expr, is_moment: Term = T.FALSE, clock: int = 0) -> Term:
    """Sleeps as long as a `struct timespec` says, or until a clock shows that: is it a time, and not negative?"""
    time = _read_time(c, x)
    if time is None:
        return T.TRUE
    seconds, nanoseconds = time
    is_valid = T.and_(_is_part_of_second(nanoseconds), T.sle(T.const(0, seconds.width), seconds))
    if is_moment is not T.TRUE:
        pass_time(c, *_only_if(T.and_(is_valid, T.not_(is_moment)), time))
    if is_moment is not T.FALSE and clock in SHOWING_SLEEP and "clock_gettime" in c.program.unit.functions:
        until = [T.resize(t, 64, True) for t in _only_if(T.and_(is_valid, is_moment), time)]
        c.call_library("__sleep_until", [T.const(clock, 32), *until])
    return is_valid


def _only_if(condition: Term, time: tuple[Term, Term]) -> list[Term]:
    return [T.ite(condition, t, T.const(0, t.width)) for t in time]


def pass_time(c: Calls, seconds: Term, nanoseconds: Term) -> None:
    """The caller has slept so long, which clocks show if somebody looks at them."""
    if "clock_gettime" in c.program.unit.functions:
        c.call_library("__pass_time", [T.resize(t, 64, True) for t in (seconds, nanoseconds)])


def _read_time(c: Calls, x: A.Expr) -> tuple[Term, Term] | None:
    time = read(c, x)
    parts = [p for _, _, p in time.parts] if isinstance(time, StructValue) else []
    match parts:
        case [Term() as seconds, Term() as nanoseconds]:
            return seconds, nanoseconds
    c.unsupported("time that is no struct timespec")
    return None


def _is_part_of_second(nanoseconds: Term) -> Term:
    return T.ult(nanoseconds, T.const(NANOSECONDS, nanoseconds.width))


def read_clock(c: Calls, x: A.Expr) -> None:
    """By which clock to wait: glibc knows two of them here."""
    clock = c.integer(x)
    is_known = T.ult(clock, T.const(2, clock.width))
    c.only_if(is_known, "waiting by a clock other than CLOCK_REALTIME and CLOCK_MONOTONIC")


def write_integer(c: Calls, x: A.Expr, value: Term) -> None:
    """*x := value, in the integer type that x points to."""
    place, t = c.target(x), object_type(x)
    if not isinstance(t, Int):
        c.unsupported("library function that writes to memory of unknown type")
        return
    c.store(place, t, T.resize(value, t.width, True), order=O.Order.PLAIN)


def write_time(
    c: Calls, pointer: R.Ptr, t: CType, limit: int, clock: int | None = None, *, is_resolution: bool = False
) -> None:
    """A time: seconds from 0 to `LATEST`, and less than `limit` parts of one; `clock` never goes back.

    `is_resolution`: no seconds, and more than none of their parts.
    """
    if _is_incomplete(t):
        _touch(c, pointer)
        return
    parts = c.program.scalar_parts(t) if isinstance(t, Struct) else []
    if len(parts) != 2 or not all(isinstance(p, Int) for _, p in parts):
        c.unsupported("time of unknown type")
        return
    if clock is not None:
        c.atomic_begin(O.Order.PLAIN)
    values = []
    ranges = ((0, 0), (1, limit - 1)) if is_resolution else ((0, LATEST), (0, limit - 1))
    for (_, part), (low, high) in zip(parts, ranges, strict=True):
        assert isinstance(part, Int)
        values.append(c.nondet(part, low, min(high, (1 << (part.width - 1)) - 1)))
    if clock is not None:
        for other in _NEVER_BEHIND.get(clock, ()):
            c.call_library("__catch_up", [T.const(clock, 32), T.const(other, 32)])
        c.call_library("__advance_clock", [T.const(clock, 32), *(T.resize(v, 64, True) for v in values)])
        c.atomic_end()
    place = c.deref(pointer, t)
    for (offset, part), value in zip(parts, values, strict=True):
        c.store(place.field(offset, ""), part, value, order=O.Order.PLAIN)


def _is_errno(g: A.VarDecl) -> bool:
    """Not a variable of the program that has the same name."""
    return g.name == "errno" and g.storage == "thread"


def uses_errno(c: Calls) -> bool:
    """By the name that our headers declare, or by the function that those of systems do."""
    return "__errno_location" in c.program.unit.functions or any(_is_errno(g) for g in c.program.unit.globals)


def set_errno(c: Calls, value: Term) -> None:
    """errno := value, if the program knows it at all."""
    if "__errno_location" in c.program.unit.functions:
        c.call_library("__store_errno", [value])
    for g in c.program.unit.globals:
        if _is_errno(g):
            c.write(c.variable(g), INT, value)


def disturb_errno(c: Calls, failed: Term = T.FALSE) -> None:
    """A function that may fail inside leaves errno as it is, or sets it; if it has `failed` it does. Never to 0."""
    if not uses_errno(c) or c.at is None:
        return
    code = c.hold(c.nondet(INT), INT)
    assert isinstance(code, Term)
    some, rest, sure, end = (c.location() for _ in range(4))
    c.branch(T.slt(T.const(0, 32), code), some, rest)
    for at, value in ((some, code), (sure, T.const(EIO, 32))):
        c.at = at
        set_errno(c, value)
        c.jump(end)
    c.at = rest
    c.branch(failed, sure, end)
    c.at = end


def minus_one(c: Calls, code: Value, e: A.Call) -> Term:
    """0, or -1 with errno set: for functions that say so what `code` says."""
    assert isinstance(code, Term)
    held = c.hold(code, INT)
    assert isinstance(held, Term)
    if c.at is not None and uses_errno(c) and held.value != 0:
        failed, end = c.location(), c.location()
        c.branch(T.is_nonzero(held), failed, end)
        c.at = failed
        set_errno(c, held)
        c.jump(end)
        c.at = end
    return T.ite(T.is_nonzero(held), c.result(e, -1), c.result(e, 0))


def first_value(c: Calls, given: list[A.Expr]) -> Term:
    """All are evaluated; the first one is an integer."""
    first = c.values(given)[0]
    assert isinstance(first, Term)
    held = c.hold(first, INT)
    assert isinstance(held, Term)
    return held


def is_no_file(c: Calls, file: Term) -> Term:
    """A descriptor that is none, of which errno says so."""
    is_none = T.slt(file, T.const(0, file.width))
    if is_none is not T.FALSE and uses_errno(c) and c.at is not None:
        refused, end = c.location(), c.location()
        c.branch(is_none, refused, end)
        c.at = refused
        set_errno(c, T.const(EBADF, 32))
        c.jump(end)
        c.at = end
    return is_none


def unless_null(c: Calls, where: R.Ptr, do: Callable[[R.Ptr], None]) -> None:
    if where.is_null or c.at is None:
        return
    there, end = c.location(), c.location()
    held = c.hold(where, Pointer(Void()))
    assert isinstance(held, R.Ptr)
    c.branch(c.truth(held), there, end)
    c.at = there
    do(held)
    c.jump(end)
    c.at = end


def look_at(c: Calls, x: A.Expr, kind: str, e: A.Call) -> None:
    """Attributes, if there are any, must be there, whatever they say."""

    def look(held: R.Ptr) -> None:
        c.sync([(c.deref(held, object_type(x)), kind)], [(lambda _: O.Step(), 0)], e, False)

    unless_null(c, c.pointer(x), look)


def touch(c: Calls, x: A.Expr, kind: str, e: A.Call) -> Term:
    """A function that does nothing here to a synchronisation object, which must be there."""
    c.sync([(c.target(x), kind)], [(lambda _: O.Step(), 0)], e, False)
    return c.result(e, 0)


def literal(x: A.Expr) -> str | None:
    """The characters of a string literal."""
    while isinstance(x, A.Cast | A.Decay):
        x = x.operand if isinstance(x, A.Cast) else x.place
    if isinstance(x, A.Str):
        return x.data.split(b"\0")[0].decode("latin-1")
    return None


def read_string(c: Calls, x: A.Expr, most: Term | None = None) -> None:
    """Every character up to the end, or the first `most`; a literal has nobody to race with."""
    pointer = c.pointer(x)
    if literal(x) is not None:
        return
    if most is None:
        c.call_library("__read_string", [pointer])
    else:
        c.call_library("__read_at_most", [pointer, T.resize(most, c.model.pointer_width, True)])


def known(c: Calls, x: A.Expr) -> str | None:
    """The characters of a string literal, also of one that a parameter of the function is."""
    return literal(c.text(x) or x)
