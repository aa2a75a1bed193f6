"""The C library as far as it is not written in C (`library`): the heap, time, random numbers, waiting.

Output, formats and plain memory have modules of their own. Where a result is not specified it is arbitrary.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from threadproof.analysis.points_to import Everything
from threadproof.frontend import ast as A
from threadproof.frontend import raw as R
from threadproof.frontend.apis import libc
from threadproof.frontend.apis.arguments import (
    LATEST,
    NANOSECONDS,
    disturb_errno,
    known,
    literal,
    minus_one,
    object_type,
    pass_time,
    read_string,
    set_errno,
    sleep,
    unless_null,
    write_time,
)
from threadproof.frontend.apis.locks import EINVAL
from threadproof.frontend.ctypes import BOOL, INT, UINT, ULLONG, Int, Pointer, Void
from threadproof.frontend.library import ANY_ANSWER
from threadproof.frontend.lower.whole import Value
from threadproof.ir import op as O
from threadproof.logic import term as T
from threadproof.logic.term import Term
from threadproof.records import replace

if TYPE_CHECKING:
    from threadproof.frontend.lower.calls import Calls, Handler

MICROSECONDS = 1_000_000
#: numbers of clocks: CLOCK_MONOTONIC and its kin, CLOCK_PROCESS_CPUTIME_ID; CLOCK_THREAD_CPUTIME_ID
_STEADY, _OF_THREAD = (1, 2, 4, 6, 7), 3
#: what `clock` looks at, which has no number of its own
_CPU_TIME = 10
ENOMEM, ERANGE, ENOTSUP = 12, 34, 95
#: clocks that one can sleep by, and others that say why not
_SLEEPING = (0, 1, 7, 11)
_NOT_SLEEPING = {3: EINVAL, **dict.fromkeys((4, 5, 6), ENOTSUP)}
#: TIMER_ABSTIME
_ABSOLUTE = 1
#: of a thread
LONGEST_NAME = 15
#: _SC_NPROCESSORS_CONF, _SC_NPROCESSORS_ONLN
_CONFIGURED = 83
_PROCESSORS = (_CONFIGURED, 84)
#: _SC_CLK_TCK, _SC_VERSION, _SC_PAGESIZE
_LIMITS = {2: 100, 29: 200809, 30: 4096}
#: ARG_MAX, CHILD_MAX, OPEN_MAX, STREAM_MAX, SIGQUEUE_MAX, PHYS_PAGES and AVPHYS_PAGES may change
_CHANGING = (0, 1, 4, 5, 34, 85, 86)
#: higher numbers are no names
_LAST_NAME = 1000
#: that Linux can be built for
MOST_PROCESSORS = 8192
#: of a second
LEAST_TICKS = 100
#: bytes
PAGE = 4096


# ---------------------------------------------------------------- the heap


def _malloc(c: Calls, e: A.Call, wanted: bool) -> Value:
    return c.allocate(c.integer(c.arg(e, 0)), "malloc")


def _calloc(c: Calls, e: A.Call, wanted: bool) -> Value:
    a, b = c.values([c.arg(e, 0), c.arg(e, 1)])
    assert isinstance(a, Term) and isinstance(b, Term)
    width = c.model.pointer_width
    n, size = T.resize(a, width, False), T.resize(b, width, False)
    total = T.mul(T.zext(n, 2 * width), T.zext(size, 2 * width))
    fits = T.eq(total, T.zext(T.extract(total, width), 2 * width))
    if fits is T.TRUE or fits is T.FALSE or 1 in (n.value, size.value) or c.at is None:
        if fits is not T.FALSE:
            return c.allocate(T.mul(n, size), "calloc", zeroed=True)
        set_errno(c, T.const(ENOMEM, 32))
        return c.program.null()
    result = c.new_local("result", Pointer(Void()))
    yes, no, end = c.location(), c.location(), c.location()
    c.branch(fits, yes, no)
    c.at = yes
    c.assign_local(result, c.allocate(T.mul(n, size), "calloc", zeroed=True))
    c.jump(end)
    c.at = no
    set_errno(c, T.const(ENOMEM, 32))
    c.assign_local(result, c.program.null())
    c.jump(end)
    c.at = end
    return c.value_of(result)


def _alloca(c: Calls, e: A.Call, wanted: bool) -> Value:
    return c.allocate_until_return(e, c.integer(c.arg(e, 0)))


def _realloc(c: Calls, e: A.Call, wanted: bool) -> Value:
    old = c.hold(c.pointer(c.arg(e, 0)), Pointer(Void()))
    size = c.hold(c.integer(c.arg(e, 1)), c.model.size_t)
    assert isinstance(old, R.Ptr) and isinstance(size, Term)
    if size.value or c.at is None:
        return _moved(c, old, size)
    # to no size at all, as glibc has it: it is freed, unless there is nothing to free
    is_freed = T.and_(c.truth(old), T.not_(T.is_nonzero(size)))
    result = c.new_local("result", Pointer(Void()))
    c.temporaries.update(result.vars)
    freed, moved, end = c.location(), c.location(), c.location()
    c.branch(is_freed, freed, moved)
    c.at = freed
    c.emit(R.Free(old))
    c.assign_local(result, c.program.null())
    c.jump(end)
    c.at = moved
    c.assign_local(result, _moved(c, old, size))
    c.jump(end)
    c.at = end
    return c.value_of(result)


def _moved(c: Calls, old: R.Ptr, size: Term) -> R.Ptr:
    """The contents in a new object, the old one freed."""
    new = c.allocate(size, "realloc")
    copy, end = c.location(), c.location()
    c.branch(c.truth(old), copy, end)
    c.at = copy
    c.emit(R.CopyObject(new, old))
    c.constrain(Everything(new.values, old.values))
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


# ---------------------------------------------------------------- time


def _time(c: Calls, e: A.Call, wanted: bool) -> Value:
    """The time, which is also stored where the argument points, unless that is null."""
    where = c.pointer(c.arg(e, 0))
    t = e.type if isinstance(e.type, Int) else c.model.long
    now = c.nondet(t, 0, min(LATEST, (1 << (t.width - 1)) - 1))
    unless_null(c, where, lambda held: c.store(c.deref(held, t), t, now, order=O.Order.PLAIN))
    return now


TIME_UTC = 1


def _clock_time(
    at: int,
    parts: int,
    result: int = 0,
    clock: int | None = None,
    *,
    may_be_null: bool = False,
    is_resolution: bool = False,
) -> Handler:
    """Fills a struct of seconds and parts of a second: argument number `at`."""

    def handler(c: Calls, e: A.Call, wanted: bool) -> Value:
        others = [x for n, x in enumerate(e.args) if n != at]
        c.values(others)
        x = c.arg(e, at)
        t = object_type(x)
        if may_be_null:
            unless_null(c, c.pointer(x), lambda held: write_time(c, held, t, parts, clock, is_resolution=is_resolution))
        else:
            held = c.hold(c.pointer(x), Pointer(Void()))
            assert isinstance(held, R.Ptr)
            write_time(c, held, t, parts, clock)
        return c.result(e, result)

    return handler


#: those that there are; 8 and 9 need a clock of the machine, and 10 is gone
_CLOCKS = (0, 1, 2, 3, 4, 5, 6, 7, 11)
#: Linux has no clocks of higher numbers
_LAST_CLOCK = 23


def _is_no_clock(number: int) -> bool:
    return number == 10 or number > _LAST_CLOCK


def _invalid(c: Calls, e: A.Call) -> Value:
    """-1 and EINVAL; nothing is written."""
    c.values(e.args)
    set_errno(c, T.const(EINVAL, 32))
    return c.result(e, -1)


def _clock_gettime(c: Calls, e: A.Call, wanted: bool) -> Value:
    number = _clock_number(c.arg(e, 0))
    if _is_no_clock(number):
        return _invalid(c, e)
    if number not in _CLOCKS:
        c.unsupported("clock_gettime of a clock that is not known")
    if number == _OF_THREAD:
        c.unsupported("clock of a thread")
    return _clock_time(1, NANOSECONDS, clock=number if number in _STEADY else None)(c, e, wanted)


def _clock_getres(c: Calls, e: A.Call, wanted: bool) -> Value:
    if _is_no_clock(_clock_number(c.arg(e, 0))):
        return _invalid(c, e)
    if _clock_number(c.arg(e, 0)) not in _CLOCKS:
        c.unsupported("clock_getres of a clock that is not known")
    return _clock_time(1, NANOSECONDS // LEAST_TICKS + 1, may_be_null=True, is_resolution=True)(c, e, wanted)


def _clock_number(x: A.Expr) -> int:
    x = A.without_casts(x)
    return x.value if isinstance(x, A.Const) else -1


def _gettimeofday(c: Calls, e: A.Call, wanted: bool) -> Value:
    """(With a time zone, which nobody has set: Linux has one, of two numbers, that programs may set.)"""
    zone = c.arg(e, 1)

    def fill(held: R.Ptr) -> None:
        place = c.deref(held, INT)
        for offset in (0, 4):
            c.store(place.field(offset, ""), INT, c.nondet(INT), order=O.Order.PLAIN)

    unless_null(c, c.pointer(zone), fill)
    return _clock_time(0, MICROSECONDS, may_be_null=True)(c, replace(e, args=e.args[:1]), wanted)


def _timespec_get(c: Calls, e: A.Call, wanted: bool) -> Value:
    base = c.integer(c.arg(e, 1))
    if base.value is not None and T.sle(base, T.const(0, base.width)) is T.TRUE:  # there is none like that
        c.value(c.arg(e, 0))
        return c.result(e, 0)
    if base.value != TIME_UTC:
        c.unsupported("timespec_get with another base than TIME_UTC")
    return _clock_time(0, NANOSECONDS, result=TIME_UTC)(c, e, wanted)


def _nanosleep(c: Calls, e: A.Call, wanted: bool) -> Value:
    """Reads how long; nothing interrupts it, so the rest is never written."""
    c.value(c.arg(e, 1))
    is_valid = sleep(c, c.arg(e, 0))
    return minus_one(c, T.ite(is_valid, c.result(e, 0), c.result(e, EINVAL)), e)


def _clock_nanosleep(c: Calls, e: A.Call, wanted: bool) -> Value:
    clock, flags, _ = c.values([c.arg(e, 0), c.arg(e, 1), c.arg(e, 3)])
    number = _clock_number(c.arg(e, 0))
    error = EINVAL if _is_no_clock(number) else _NOT_SLEEPING.get(number)
    if error is not None:
        c.value(c.arg(e, 2))
        return c.result(e, error)
    if not isinstance(clock, Term) or clock.value not in _SLEEPING:
        c.unsupported("clock_nanosleep with a clock that is not known, or of a thread")
        return c.result(e, 0)
    assert isinstance(flags, Term)
    is_moment = T.is_nonzero(T.bvand(flags, T.const(_ABSOLUTE, flags.width)))
    return T.ite(sleep(c, c.arg(e, 2), is_moment, clock.value), c.result(e, 0), c.result(e, EINVAL))


def _sleep(c: Calls, e: A.Call, wanted: bool) -> Value:
    seconds = c.integer(c.arg(e, 0))
    pass_time(c, T.resize(seconds, 64, False), T.const(0, 64))
    return c.result(e, 0)


def _usleep(c: Calls, e: A.Call, wanted: bool) -> Value:
    time, second = T.resize(c.integer(c.arg(e, 0)), 64, False), T.const(MICROSECONDS, 64)
    pass_time(c, T.udiv(time, second), T.mul(T.urem(time, second), T.const(NANOSECONDS // MICROSECONDS, 64)))
    return c.result(e, 0)


# ---------------------------------------------------------------- the rest


def _zero(c: Calls, e: A.Call, wanted: bool) -> Value:
    """Reads and writes no memory, and succeeds."""
    c.values(e.args)
    return c.result(e, 0)


def _clock(c: Calls, e: A.Call, wanted: bool) -> Value:
    """Of 32 bits it turns round after half an hour; otherwise it never goes back."""
    t = e.type if isinstance(e.type, Int) else c.model.long
    if t.width < 64:
        return c.nondet(t)
    c.atomic_begin(O.Order.PLAIN)
    now = c.nondet(t, 0, LATEST * MICROSECONDS)
    c.call_library("__advance_clock", [T.const(_CPU_TIME, 32), now, T.const(0, 64)])
    c.atomic_end()
    return now


def _flush(c: Calls, e: A.Call, wanted: bool) -> Value:
    """0, or EOF if what was written before cannot be written."""
    c.values(e.args)
    failed = c.hold(T.zext(c.nondet(BOOL), 32), INT)
    assert isinstance(failed, Term)
    disturb_errno(c, T.is_nonzero(failed))
    return T.neg(failed)


def _rand(c: Calls, e: A.Call, wanted: bool) -> Value:
    c.values(e.args)
    t = e.type if isinstance(e.type, Int) else INT
    return c.nondet(t, 0, 0x7FFFFFFF)


def _set_buffer(c: Calls, e: A.Call, wanted: bool) -> Value:
    values = c.values(e.args)
    buffer = values[1] if len(values) > 1 else None
    if isinstance(buffer, R.Ptr) and not buffer.is_null:
        c.unsupported("buffer of the program for a stream")
    if len(values) > 2 and isinstance(values[2], Term):
        c.only_if(T.ult(values[2], T.const(3, values[2].width)), "setvbuf with a mode that is none")
    if isinstance(e.type, Void):
        return None
    failed = c.hold(c.nondet(INT), INT)
    assert isinstance(failed, Term)
    disturb_errno(c, T.is_nonzero(failed))
    return failed


def _set_line_buffer(c: Calls, e: A.Call, wanted: bool) -> Value:
    c.values(e.args)
    return None


def _sysconf(c: Calls, e: A.Call, wanted: bool) -> Value:
    name = c.integer(c.arg(e, 0))
    t = e.type if isinstance(e.type, Int) else c.model.long
    if name.value in _LIMITS:
        return T.const(_LIMITS[name.value], t.width)
    if name.value is not None and name.value > _LAST_NAME:  # (or negative)
        set_errno(c, T.const(EINVAL, 32))
        return c.result(e, -1)
    if name.value not in _PROCESSORS:
        c.program.scope[ANY_ANSWER] = None
        disturb_errno(c)
        if name.value is None or name.value in _CHANGING:
            return c.nondet(t)
        numbers = c.program.names_of_limits
        limit = c.call_library("__limit", [T.const(numbers.setdefault(name.value, len(numbers)), 32)])
        assert isinstance(limit, Term)
        return T.resize(limit, t.width, True)
    disturb_errno(c)
    configured = c.call_library("__processors", [])
    assert isinstance(configured, Term)
    count = T.resize(configured, t.width, True)
    if name.value == _CONFIGURED:
        return count
    online = c.nondet(t, 1, MOST_PROCESSORS)
    return T.ite(T.ult(online, count), online, count)


def _set_name(c: Calls, e: A.Call, wanted: bool) -> Value:
    """The system takes short names only, and those of threads that run."""
    thread = c.integer(c.arg(e, 0))
    is_itself = T.eq(T.resize(thread, c.self_id.width, False), c.self_id)
    if wanted:
        c.only_if(is_itself, "result of a function that gives a name to another thread")
    text = literal(c.arg(e, 1))
    if text is None:
        length = c.call_library("strlen", [c.pointer(c.arg(e, 1))])
    else:
        length = T.const(len(text.split("\0")[0]), 32)
    assert isinstance(length, Term)
    if not wanted and is_itself is not T.TRUE:
        other, end = c.location(), c.location()
        c.branch(is_itself, end, other)
        c.at = other
        disturb_errno(c)
        c.jump(end)
        c.at = end
    return T.ite(T.ult(T.const(LONGEST_NAME, length.width), length), c.result(e, ERANGE), c.result(e, 0))


def _getenv(c: Calls, e: A.Call, wanted: bool) -> Value:
    """(Nobody changes the environment: `setenv` and its kin are not understood.)"""
    name = known(c, c.arg(e, 0))
    if name is None:
        c.unsupported("getenv of a name that is not a string literal")
        return c.dummy(e.type)
    if not name:
        return c.program.null()
    number = c.program.names_of_variables.setdefault(name, len(c.program.names_of_variables))
    return c.call_library("__environment_variable", [T.const(number, 32)])


def _memory_of_the_system(name: str, *, zeroed: bool = False, alignment: int = 1) -> Handler:
    """Nobody may free it; unless it is zeroed it holds anything."""

    def handler(c: Calls, e: A.Call, wanted: bool) -> Value:
        pointer = c.allocate(c.integer(c.arg(e, 0)), name, zeroed=zeroed, automatic=True)
        c.program.sites[-1].alignment = alignment
        return pointer

    return handler


def _give_back(c: Calls, e: A.Call, wanted: bool) -> Value:
    """Pages of the system; what they were, and how many, is taken for granted."""
    pointer = c.hold(c.pointer(c.arg(e, 0)), Pointer(Void()))
    assert isinstance(pointer, R.Ptr)
    c.value(c.arg(e, 1))
    c.only_if(T.eq(pointer.off, T.const(0, pointer.off.width)), "munmap of a part of what was mapped")
    c.emit(R.Expire(pointer))
    return None


def _approximately(c: Calls, e: A.Call, wanted: bool) -> Value:
    """(Whoever finds a violation looks for such calls on the way to it.)"""
    c.program.scope[f"{literal(c.arg(e, 0))} may give more than it does"] = None
    return None


PR_SET_NAME = 15


def _prctl(c: Calls, e: A.Call, wanted: bool) -> Value:
    """What is asked for is mostly a constant: the name of the thread."""
    if c.integer(c.arg(e, 0)).value == PR_SET_NAME and len(e.args) > 1:
        read_string(c, e.args[1], T.const(LONGEST_NAME, 32))
        c.values(e.args[2:])
        return c.result(e, 0)
    f = c.program.library.function("prctl")
    assert f is not None
    return c.call_function(f, e, wanted)


def _strerror_r(c: Calls, e: A.Call, wanted: bool) -> Value:
    """That of GNU returns the text, that of POSIX an error."""
    f = c.program.library.function("__strerror_r_gnu" if isinstance(e.type, Pointer) else "__strerror_r_posix")
    assert f is not None
    return c.call_function(f, e, wanted)


def _setlocale(c: Calls, e: A.Call, wanted: bool) -> Value:
    is_null = isinstance(A.without_casts(e.args[-1]), A.Const)
    c.program.sets_locale |= not is_null and known(c, e.args[-1]) not in ("C", "POSIX")
    f = c.program.library.function("setlocale")
    assert f is not None
    return c.call_function(f, e, wanted)


# ---------------------------------------------------------------- for the texts in `library`


def _set_errno(c: Calls, e: A.Call, wanted: bool) -> Value:
    set_errno(c, c.integer(c.arg(e, 0)))
    return None


def _disturb_errno(c: Calls, e: A.Call, wanted: bool) -> Value:
    disturb_errno(c)
    return None


def _fail(c: Calls, e: A.Call, wanted: bool) -> Value:
    disturb_errno(c, T.TRUE)
    return None


def _between(c: Calls, e: A.Call, wanted: bool) -> Value:
    low, high = c.integer(c.arg(e, 0)), c.integer(c.arg(e, 1))
    assert low.value is not None and high.value is not None
    return c.nondet(INT, low.value, high.value)


def _new_descriptor(c: Calls, e: A.Call, wanted: bool) -> Value:
    """Any: which ones are in use is not remembered."""
    c.value(c.arg(e, 1))
    return c.nondet(INT, 0, 0x7FFFFFFF)


def _is_refused(c: Calls, e: A.Call, wanted: bool) -> Value:
    """By a set of events: it may be if that is likely."""
    *_, is_likely = c.values(e.args)
    assert isinstance(is_likely, Term)
    return T.ite(T.is_nonzero(is_likely), c.nondet(BOOL), T.const(0, 8))


def _events_of(c: Calls, e: A.Call, wanted: bool) -> Value:
    """Some of those that are asked for."""
    _, asked = c.values(e.args)
    assert isinstance(asked, Term)
    return T.bvand(asked, c.nondet(UINT))


def _part_of_date(c: Calls, e: A.Call, wanted: bool) -> Value:
    return _between(c, replace(e, args=e.args[2:]), wanted)


def _not_understood(c: Calls, e: A.Call, wanted: bool) -> Value:
    c.unsupported(literal(c.arg(e, 0)) or "library function", always=False)
    return None


def _sequential_only(c: Calls, e: A.Call, wanted: bool) -> Value:
    """How it orders stores that are late is not modelled."""
    if c.program.is_weak:
        c.unsupported(f"{literal(c.arg(e, 0))} under a weak memory model", always=False)
    return None


def gettid(c: Calls, e: A.Call, wanted: bool) -> Value:
    if c.raw.name == "main":
        return c.call_library("getpid", [])
    c.atomic_begin(O.Order.PLAIN)
    number = c.call_library("__number_of_thread", [])
    c.atomic_end()
    return number


HANDLERS: dict[str, Handler] = {
    **libc.HANDLERS,
    "malloc": _malloc,
    "calloc": _calloc,
    "realloc": _realloc,
    "free": _free,
    "alloca": _alloca,
    "time": _time,
    "clock_gettime": _clock_gettime,
    "gettid": gettid,
    "clock_getres": _clock_getres,
    "timespec_get": _timespec_get,
    "gettimeofday": _gettimeofday,
    "nanosleep": _nanosleep,
    "clock_nanosleep": _clock_nanosleep,
    "rand": _rand,
    "random": _rand,
    "clock": _clock,
    "fflush": _flush,
    "fclose": _flush,
    "sleep": _sleep,
    "usleep": _usleep,
    "srand": _zero,
    "srandom": _zero,
    "__output": _zero,
    "__builtin_ia32_rdtsc": lambda c, e, wanted: c.nondet(ULLONG),
    "setbuf": _set_buffer,
    "setvbuf": _set_buffer,
    "setlinebuf": _set_line_buffer,
    "sysconf": _sysconf,
    "pthread_setname_np": _set_name,
    "strerror_r": _strerror_r,
    "getenv": _getenv,
    "prctl": _prctl,
    "setlocale": _setlocale,
    "__memory_of_the_system": _memory_of_the_system("environment"),
    "__pages_of_the_system": _memory_of_the_system("mmap", alignment=PAGE),
    "__zero_pages_of_the_system": _memory_of_the_system("mmap", zeroed=True, alignment=PAGE),
    "__give_back": _give_back,
    "__approximately": _approximately,
    "__builtin_prefetch": _zero,
    "__set_errno": _set_errno,
    "__disturb_errno": _disturb_errno,
    "__fail": _fail,
    "__between": _between,
    "__new_descriptor": _new_descriptor,
    "__is_refused": _is_refused,
    "__change_set": _zero,
    "__events_of": _events_of,
    "__part_of_date": _part_of_date,
    "__not_understood": _not_understood,
    "__sequential_only": _sequential_only,
}
