"""The C library: memory, and functions whose only effect here is to evaluate their arguments."""

from __future__ import annotations

from typing import TYPE_CHECKING

from threadproof.analysis.points_to import Everything
from threadproof.frontend import ast as A
from threadproof.frontend import raw as R
from threadproof.frontend.ctypes import INT, Array, CType, Int, Pointer, Sync, Void
from threadproof.frontend.lower.context import StructValue, Value
from threadproof.logic import term as T
from threadproof.logic.term import Term

if TYPE_CHECKING:
    from threadproof.frontend.lower.calls import Calls, Handler

#: memset and memcpy on more elements than this are refused
MAX_COPY = 1024


def _malloc(c: Calls, e: A.Call, wanted: bool) -> Value:
    return c.allocate(c.integer(c.arg(e, 0)), "malloc")


def _calloc(c: Calls, e: A.Call, wanted: bool) -> Value:
    a, b = c.values([c.arg(e, 0), c.arg(e, 1)])
    assert isinstance(a, Term) and isinstance(b, Term)
    return c.allocate(T.mul(a, T.resize(b, a.width, False)), "calloc", zeroed=True)


def _alloca(c: Calls, e: A.Call, wanted: bool) -> Value:
    return c.allocate_until_return(e, c.integer(c.arg(e, 0)))


def _realloc(c: Calls, e: A.Call, wanted: bool) -> Value:
    old = c.hold(c.pointer(c.arg(e, 0)), Pointer(Void()))
    size = c.integer(c.arg(e, 1))
    assert isinstance(old, R.Ptr)
    new = c.allocate(size, "realloc")
    copy, end = c.location(), c.location()
    c.branch(c.truth(old), copy, end)
    c.at = copy
    c.emit(R.CopyObject(new, old))
    c.program.constraints.append(Everything(new.values, old.values))
    c.emit(R.Free(old))
    c.jump(end)
    c.at = end
    return new


def _free(c: Calls, e: A.Call, wanted: bool) -> Value:
    p = c.pointer(c.arg(e, 0))
    free, end = c.location(), c.location()
    c.branch(c.truth(p), free, end)
    c.at = free
    c.emit(R.Free(p))
    c.jump(end)
    c.at = end
    return None


def _elements(c: Calls, x: A.Expr, size: Term) -> tuple[R.Place, CType, int] | None:
    """The typed memory behind a void * argument: where, of what, how many; None if that is not plain."""
    place = c.target(x)
    t = place.root if not place.steps and not place.offset else _pointee(x)
    if isinstance(t, Void):
        t = Int(8, True, "char")
    unit = c.size_of(t)
    if size.value is None or unit == 0 or size.value % unit:
        if isinstance(t, Array) and size.value is not None:
            t = t.of
            unit = c.size_of(t)
            if unit and size.value % unit == 0:
                return place, t, size.value // unit
        return None
    return place, t, size.value // unit


def _pointee(x: A.Expr) -> CType:
    while isinstance(x, A.Cast) and isinstance(x.operand.type, Pointer):
        x = x.operand
    return x.type.to if isinstance(x.type, Pointer) else Void()


def _memset(c: Calls, e: A.Call, wanted: bool) -> Value:
    destination = c.arg(e, 0)
    byte = c.integer(c.arg(e, 1))
    size = c.integer(c.arg(e, 2))
    found = _elements(c, destination, size)
    if found is None or found[2] > MAX_COPY or byte.value is None:
        c.unsupported("memset of a size or value that is not known")
        return c.dummy(e.type)
    place, t, count = found
    unit = c.size_of(t)
    for i in range(count):
        try:
            parts = c.program.scalar_parts(t)
        except LookupError:
            c.unsupported("memset of memory of this type")
            break
        for offset, part in parts:
            if isinstance(part, Sync):
                continue  # like initialising it
            target = place.field(i * unit + offset, place.text)
            if isinstance(part, Pointer):
                if byte.value & 0xFF:
                    c.unsupported("memset of a pointer to a value other than 0")
                c.store(target, part, c.program.null())
            elif isinstance(part, Int):
                value = int.from_bytes(bytes([byte.value & 0xFF]) * (part.width // 8), "little")
                c.store(target, part, T.const(value, part.width))
    return c.pointer_to(place)


def _memcpy(c: Calls, e: A.Call, wanted: bool) -> Value:
    size = c.integer(c.arg(e, 2))
    target = _elements(c, c.arg(e, 0), size)
    source = c.target(c.arg(e, 1))
    if target is None or target[2] > MAX_COPY:
        c.unsupported("memcpy of a size that is not known")
        return c.dummy(e.type)
    place, t, count = target
    unit = c.size_of(t)
    values = [c.load(source.field(i * unit, source.text), t) for i in range(count)]
    for i, v in enumerate(values):
        if isinstance(v, Term | R.Ptr | StructValue):
            c.store(place.field(i * unit, place.text), t, v)
    return c.pointer_to(place)


def _effect_free(c: Calls, e: A.Call, wanted: bool) -> Value:
    """Output and the like: the arguments are evaluated (which reads memory), the result is arbitrary."""
    c.values(e.args)
    if wanted and isinstance(e.type, Int):
        return c.nondet(e.type)
    return c.dummy(e.type)


def _zero(c: Calls, e: A.Call, wanted: bool) -> Value:
    c.values(e.args)
    return c.result(e, 0)


def _rand(c: Calls, e: A.Call, wanted: bool) -> Value:
    c.values(e.args)
    return c.nondet(INT, 0, 0x7FFFFFFF)


def _abs(c: Calls, e: A.Call, wanted: bool) -> Value:
    v = c.hold(c.integer(c.arg(e, 0)), INT)
    assert isinstance(v, Term)
    return T.ite(T.slt(v, T.const(0, v.width)), T.neg(v), v)


HANDLERS: dict[str, Handler] = {
    "malloc": _malloc,
    "__builtin_malloc": _malloc,
    "calloc": _calloc,
    "__builtin_calloc": _calloc,
    "realloc": _realloc,
    "free": _free,
    "__builtin_free": _free,
    "alloca": _alloca,
    "__builtin_alloca": _alloca,
    "memset": _memset,
    "__builtin_memset": _memset,
    "memcpy": _memcpy,
    "memmove": _memcpy,
    "__builtin_memcpy": _memcpy,
    "__builtin_memmove": _memcpy,
    "rand": _rand,
    "random": _rand,
    "abs": _abs,
    "labs": _abs,
    **dict.fromkeys(
        [
            "printf",
            "fprintf",
            "vprintf",
            "puts",
            "fputs",
            "putchar",
            "fputc",
            "putc",
            "perror",
            "fflush",
            "snprintf_unused",
            "time",
            "clock",
            "getpid",
            "gettid",
            "write",
            "fclose",
            "rand_r",
        ],
        _effect_free,
    ),
    **dict.fromkeys(
        [
            "sleep",
            "usleep",
            "nanosleep",
            "srand",
            "srandom",
            "setbuf",
            "setvbuf",
            "atexit_unused",
            "clock_gettime",
            "gettimeofday",
            "__output",
        ],
        _zero,
    ),
}
