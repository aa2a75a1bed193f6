"""Time, sleeping, and the system: what it says is arbitrary, what it writes is written."""

from __future__ import annotations

from typing import TYPE_CHECKING

from threadproof.frontend import ast as A
from threadproof.frontend import ctypes as ct
from threadproof.frontend.library import WAITING_BY_CLOCKS
from threadproof.reference.action import Action, Doing
from threadproof.reference.library.strings import read_string
from threadproof.reference.library.sync import EINVAL, time_in
from threadproof.reference.library.written import function
from threadproof.reference.memory import Pointer
from threadproof.reference.outcome import Discarded, NotUnderstood
from threadproof.reference.values import Value, as_pointer, number

if TYPE_CHECKING:
    from threadproof.reference.library import Handler
    from threadproof.reference.threads import Thread


#: CLOCK_MONOTONIC and its kin, CLOCK_PROCESS_CPUTIME_ID: they never go back
_STEADY = (1, 2, 4, 6, 7)
#: CLOCK_BOOTTIME counts on while the machine is suspended, CLOCK_MONOTONIC_COARSE counts ticks
_NEVER_BEHIND = {1: (6,), 7: (1, 6)}
#: what `clock` looks at
_CPU_TIME = 10
#: _SC_NPROCESSORS_CONF, _SC_NPROCESSORS_ONLN
_CONFIGURED = 83
_PROCESSORS = (_CONFIGURED, 84)
#: names whose values may change while the process runs; higher numbers are none
_CHANGING, _LAST_NAME = (0, 1, 4, 5, 34, 85, 86), 1000
#: _SC_CLK_TCK, _SC_VERSION, _SC_PAGESIZE
_LIMITS = {2: 100, 29: 200809, 30: 4096}
#: that Linux can be built for, and numbers of processes
_MOST_PROCESSORS, _MOST_PROCESSES = 8192, (1 << 22) - 1
#: numbers of clocks that Linux does not have, and those by which nobody can sleep
_LAST_CLOCK, _GONE = 23, 10
_EOPNOTSUPP = 95
_NOT_SLEEPING = {3: EINVAL, 4: _EOPNOTSUPP, 5: _EOPNOTSUPP, 6: _EOPNOTSUPP}
#: seconds: Linux counts the nanoseconds of its clocks in 63 bits
_LATEST = 9_223_372_035


def anything(thread: Thread, args: list[Value], e: A.Call) -> Doing[Value]:
    """No effect, any result."""
    yield from ()
    if isinstance(e.type, ct.Void):
        return None
    if not isinstance(e.type, ct.Int):
        raise NotUnderstood("a result that is not an integer", e.pos)
    return thread.machine.input(e.type, e.pos)


def clock(thread: Thread, args: list[Value], e: A.Call) -> Doing[Value]:
    yield from ()
    assert isinstance(e.type, ct.Int)
    if e.type.width < 64:
        return thread.machine.input(e.type, e.pos)
    clocks = thread.machine.clocks
    now = thread.machine.input(e.type, e.pos, clocks.get(_CPU_TIME, (0, 0))[0], _LATEST * 1_000_000)
    clocks[_CPU_TIME] = now, 0
    return now


def _most(t: ct.Int, limit: int) -> int:
    return min(limit, (1 << t.width - 1) - 1)


def flush(thread: Thread, args: list[Value], e: A.Call) -> Doing[Value]:
    """0, or EOF if what was written before cannot be written."""
    yield from ()
    failed = thread.machine.input(ct.BOOL, e.pos)
    yield from thread.disturb_errno(e.pos, bool(failed))
    return -failed


def identity(thread: Thread, args: list[Value], e: A.Call) -> Doing[Value]:
    """Numbers of the process, its parent and the thread: any, but always the same; main's is that of the process."""
    yield from ()
    assert isinstance(e.callee, A.Name)
    name = e.callee.decl.name
    if name == "gettid" and thread.number == 1:
        name = "getpid"
    known = thread.machine.identities
    if name == "getppid":  # the parent may end
        return thread.machine.input(ct.INT, e.pos, 0, _MOST_PROCESSES)

    def given(key: tuple[str, int]) -> int:
        if key not in known:
            known[key] = thread.machine.input(ct.INT, e.pos, low=1, high=_MOST_PROCESSES)
        return known[key]

    if name != "gettid":
        return given((name, 0))
    given(("getpid", 0))
    mine = given((name, thread.number))
    if any(n == mine for k, n in known.items() if k[0] in ("getpid", name) and k != (name, thread.number)):
        raise Discarded(f"two threads have one number ({e.pos})")
    return mine


def sysconf(thread: Thread, args: list[Value], e: A.Call) -> Doing[Value]:
    yield from ()
    assert isinstance(e.type, ct.Int)
    if number(args[0]) in _LIMITS:
        return _LIMITS[number(args[0])]
    if not 0 <= number(args[0]) <= _LAST_NAME:
        yield from thread.set_errno(EINVAL, e.pos)
        return -1
    if number(args[0]) not in _PROCESSORS:
        yield from thread.disturb_errno(e.pos)
        most = (1 << e.type.width - 1) - 1
        if number(args[0]) in _CHANGING:
            return thread.machine.input(e.type, e.pos)
        return _fixed(thread, f"limit {number(args[0])}", e, -1, most)
    yield from thread.disturb_errno(e.pos)
    configured = _fixed(thread, "sysconf", e, 1, _MOST_PROCESSORS)
    if number(args[0]) == _CONFIGURED:
        return configured
    return min(configured, thread.machine.input(e.type, e.pos, low=1, high=_MOST_PROCESSORS))


def processors(thread: Thread, args: list[Value], e: A.Call) -> Doing[Value]:
    """Those that are configured."""
    yield from ()
    return _fixed(thread, "sysconf", e, 1, _MOST_PROCESSORS)


def getuid(thread: Thread, args: list[Value], e: A.Call) -> Doing[Value]:
    yield from ()
    return _fixed(thread, "getuid", e, 0, (1 << 32) - 1)


def _fixed(thread: Thread, name: str, e: A.Call, low: int, high: int) -> int:
    """It is whatever it is, but does not change."""
    known = thread.machine.identities
    if (name, 0) not in known:
        assert isinstance(e.type, ct.Int)
        known[name, 0] = thread.machine.input(e.type, e.pos, low=low, high=high)
    return known[name, 0]


def priority(thread: Thread, args: list[Value], e: A.Call) -> Doing[Value]:
    """Of Linux: 1 to 99 for SCHED_FIFO and SCHED_RR, 0 for those without priorities."""
    yield from ()
    assert isinstance(e.callee, A.Name)
    policy = number(args[0])
    if policy in (1, 2):
        return 99 if e.callee.decl.name.endswith("max") else 1
    if policy in (0, 3, 5, 6):
        return 0
    yield from thread.set_errno(EINVAL, e.pos)
    return -1


#: "out of range"
ERANGE = 34
_ENOENT = 2
_PR_SET_NAME = 15
#: of a thread
_LONGEST_NAME = 15


def set_name(thread: Thread, args: list[Value], e: A.Call) -> Doing[Value]:
    text = yield from read_string(thread, args[1], e.pos)
    if len(text) <= _LONGEST_NAME:
        _give_name(thread, args[0], text)
    if number(args[0]) != thread.number:
        yield from thread.disturb_errno(e.pos)
    return ERANGE if len(text) > _LONGEST_NAME else 0


def _give_name(thread: Thread, v: Value, name: bytes) -> None:
    for other in thread.machine.threads:
        if number(v) == other.number:
            other.system_name = name


def get_name(thread: Thread, args: list[Value], e: A.Call) -> Doing[Value]:
    """One that the program has given; else it is any, as the text in C says."""
    found = next((t for t in thread.machine.threads if number(args[0]) == t.number), thread)
    if found.system_name is None or number(args[2]) <= _LONGEST_NAME:
        f = function("pthread_getname_np", thread.machine)
        assert f is not None
        return (yield from thread.read_library(f, args, e))
    if found is not thread and thread.machine.flag("the name cannot be read", e.pos):
        return _ENOENT
    told = found.system_name + b"\0"
    for n, byte in enumerate(told.ljust(_LONGEST_NAME + 1, b"\0") if found is thread else told):
        yield from thread.store(thread.moved(as_pointer(args[1]), n), byte, ct.CHAR, e.pos)
    return 0


def prctl(thread: Thread, args: list[Value], e: A.Call) -> Doing[Value]:
    if number(args[0]) != _PR_SET_NAME:
        f = function("prctl", thread.machine)
        assert f is not None
        return (yield from thread.read_library(f, args, e))
    thread.system_name = yield from read_string(thread, args[1], e.pos, _LONGEST_NAME)
    return 0


def set_concurrency(thread: Thread, args: list[Value], e: A.Call) -> Doing[Value]:
    yield from ()
    if number(args[0]) < 0:
        return EINVAL
    thread.machine.identities["concurrency", 0] = number(args[0])
    return 0


def get_concurrency(thread: Thread, args: list[Value], e: A.Call) -> Doing[Value]:
    yield from ()
    return thread.machine.identities.get(("concurrency", 0), 0)


def set_buffering(thread: Thread, args: list[Value], e: A.Call) -> Doing[Value]:
    """0, or something else if that is not possible."""
    result = thread.machine.input(ct.INT, e.pos)
    yield from thread.disturb_errno(e.pos, result != 0)
    return result


def zero(thread: Thread, args: list[Value], e: A.Call) -> Doing[Value]:
    yield from ()
    return None if isinstance(e.type, ct.Void) else 0


def time(thread: Thread, args: list[Value], e: A.Call) -> Doing[Value]:
    assert isinstance(e.type, ct.Int)
    now = thread.machine.input(e.type, e.pos, 0, _most(e.type, _LATEST))
    if as_pointer(args[0]).address:
        yield from thread.store(as_pointer(args[0]), now, e.type, e.pos)
    return now


def _writer(
    at: int, parts: int = 1_000_000_000, result: int = 0, *, has_clock: bool = False, is_resolution: bool = False
) -> Handler:
    """Seconds and parts of a second in the structure that argument `at` points to; for some it may be null.

    `has_clock`: the first argument is the number of a clock, which may be one that never goes back.
    """

    def write(thread: Thread, args: list[Value], e: A.Call) -> Doing[Value]:
        if (has_clock or is_resolution) and (number(args[0]) == _GONE or number(args[0]) > _LAST_CLOCK):
            yield from thread.set_errno(EINVAL, e.pos)
            return -1
        if has_clock and number(args[0]) not in (0, 5, 11, *_STEADY):
            raise NotUnderstood("clock of a thread, or one that is not known", e.pos)
        machine = thread.machine
        is_late = machine.has_timed_out and any(name in machine.unit.functions for name in WAITING_BY_CLOCKS)
        if has_clock and is_late and number(args[0]) in _STEADY:
            raise NotUnderstood("clock behind a wait that took as long as it may", e.pos)
        if result and number(args[1]) != result:
            return 0  # another base than TIME_UTC
        if at == 0 and not result and len(args) > 1 and as_pointer(args[1]).address:  # a time zone
            for offset in (0, 4):
                zone = thread.moved(as_pointer(args[1]), offset)
                yield from thread.store(zone, thread.machine.input(ct.INT, e.pos), ct.INT, e.pos)
        if at < len(args) and (has_clock or result or as_pointer(args[at]).address):
            t = e.args[at].type
            if isinstance(e.callee, A.Name) and isinstance(e.callee.decl, A.FuncDecl):
                params = e.callee.decl.type.params
                t = params[at] if at < len(params) else t
            if not isinstance(t, ct.Pointer) or not isinstance(t.to, ct.Struct) or t.to.fields is None:
                raise NotUnderstood("time written to something else than a structure", e.pos)
            base = as_pointer(args[at])
            offsets = thread.machine.model.layout(t.to).offsets
            earliest = (0, 0)
            if has_clock:
                which = (number(args[0]), *_NEVER_BEHIND.get(number(args[0]), ()))
                earliest = max(thread.machine.clocks.get(n, (0, 0)) for n in which)
            now: list[int] = []
            if is_resolution:
                earliest = (0, 1)
            latest = (0 if is_resolution else _LATEST, parts - 1)
            for f, low, high in zip(t.to.fields, earliest, latest, strict=True):
                if not isinstance(f.type, ct.Int):
                    raise NotUnderstood("time written to something else than integers", e.pos)
                low = low if not now or now[0] == earliest[0] else 0
                if low > _most(f.type, high):
                    raise Discarded(f"the clock has come to its end ({e.pos})")
                now.append(thread.machine.input(f.type, e.pos, low, _most(f.type, high)))
            if has_clock and number(args[0]) in _STEADY:
                thread.machine.clocks[number(args[0])] = (now[0], now[1])
            for f, (offset, _), value in zip(t.to.fields, offsets, now, strict=True):
                yield from thread.store(Pointer(base.target, base.address + offset), value, f.type, e.pos)
        return result

    return write


def sleep_for(thread: Thread, args: list[Value], e: A.Call) -> Doing[Value]:
    """Nobody interrupts it, so what is left is not written."""
    name = e.callee.decl.name if isinstance(e.callee, A.Name) else ""
    if name == "clock_nanosleep" and number(args[0]) in _NOT_SLEEPING:
        return _NOT_SLEEPING[number(args[0])]
    if name == "clock_nanosleep" and (number(args[0]) == _GONE or number(args[0]) > _LAST_CLOCK):
        return EINVAL
    time = yield from time_in(thread, args, e)
    if time is None or (time[0] >= 0 and 0 <= time[1] < 1_000_000_000):
        if time is not None and (name != "clock_nanosleep" or not number(args[1]) & 1):
            yield from _pass_time(thread, *time, e)
        elif time is not None and number(args[0]) in _SHOWING_SLEEP:
            clocks = thread.machine.clocks
            clocks[number(args[0])] = max(clocks.get(number(args[0]), (0, 0)), time)
        return 0
    if name in ("clock_nanosleep", "thrd_sleep"):
        return EINVAL if name == "clock_nanosleep" else -2
    yield from thread.set_errno(EINVAL, e.pos)
    return -1


def sleep(thread: Thread, args: list[Value], e: A.Call) -> Doing[Value]:
    yield from _pass_time(thread, number(args[0]), 0, e)
    return 0


def usleep(thread: Thread, args: list[Value], e: A.Call) -> Doing[Value]:
    seconds, rest = divmod(number(args[0]), 1_000_000)
    yield from _pass_time(thread, seconds, rest * 1_000, e)
    return 0


#: CLOCK_MONOTONIC, CLOCK_BOOTTIME
_SHOWING_SLEEP = (1, 7)


def _pass_time(thread: Thread, seconds: int, nanoseconds: int, e: A.Call) -> Doing[None]:
    """So much time goes by, in which others may move."""
    if "clock_gettime" not in thread.machine.unit.functions:
        return
    clocks = thread.machine.clocks
    before = {n: clocks.get(n, (0, 0)) for n in _SHOWING_SLEEP}
    yield Action(e.pos, "wakes up")
    for n, (since, parts) in before.items():
        more, rest = divmod(parts + nanoseconds, 1_000_000_000)
        clocks[n] = max(clocks.get(n, (0, 0)), (since + seconds + more, rest))


def part_of_date(thread: Thread, args: list[Value], e: A.Call) -> Doing[Value]:
    """Of a moment, in seconds since 1970, as `struct tm` has them; the last one is whether the year is no int."""
    yield from ()
    days, rest = divmod(number(args[0]), 86_400)
    # 400 years have 146097 days; those from the 1st of March on are alike up to the end of February
    era, day_of_era = divmod(days + 719_468, 146_097)
    year_of_era = (day_of_era - day_of_era // 1_460 + day_of_era // 36_524 - day_of_era // 146_096) // 365
    day_from_march = day_of_era - (365 * year_of_era + year_of_era // 4 - year_of_era // 100)
    month_from_march = (5 * day_from_march + 2) // 153
    day = day_from_march - (153 * month_from_march + 2) // 5 + 1
    month = (month_from_march + 2) % 12
    year = 400 * era + year_of_era + (month < 2)
    is_leap = year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)
    day_of_year = (day_from_march + 59 + is_leap) if month >= 2 else day_from_march - 306
    found = (rest % 60, rest // 60 % 60, rest // 3600, day, month, year - 1900, (days + 4) % 7, day_of_year)
    return [*found, int(not -(1 << 31) <= year - 1900 < 1 << 31)][number(args[1])]


HANDLERS: dict[str, Handler] = {
    "__part_of_date": part_of_date,
    "time": time,
    "sleep": sleep,
    "usleep": usleep,
    **dict.fromkeys(("nanosleep", "thrd_sleep", "clock_nanosleep"), sleep_for),
    "clock": clock,
    "gettimeofday": _writer(0, parts=1_000_000),
    "clock_gettime": _writer(1, has_clock=True),
    "clock_getres": _writer(1, parts=10_000_001, is_resolution=True),
    "timespec_get": _writer(0, result=1),
    **dict.fromkeys(
        ("sched_yield", "pthread_yield", "thrd_yield",
         "pthread_setschedprio", "pthread_testcancel", "setbuf", "setlinebuf"),
        zero,
    ),
    "pthread_setconcurrency": set_concurrency,
    "pthread_getconcurrency": get_concurrency,
    "setvbuf": set_buffering,
    "pthread_setname_np": set_name,
    "pthread_getname_np": get_name,
    "prctl": prctl,
    **dict.fromkeys(("fflush", "fclose"), flush),
    **dict.fromkeys(("getpid", "getppid", "gettid"), identity),
    "sysconf": sysconf,
    "__processors": processors,
    **dict.fromkeys(("sched_get_priority_max", "sched_get_priority_min"), priority),
    "getuid": getuid,
    "__builtin_ia32_rdtsc": anything,
}  # fmt: skip
