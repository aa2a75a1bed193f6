"""WIN32: threads, and what handles mean: `library/win32.c` finds the object, what happens to it is one step here.

Whether a thread can go on that waits for an object depends on the state of the object alone: the system itself may
take a thread out of a wait for a moment, so an event that is set and reset meanwhile may be missed, as Microsoft says.
Whoever waits for several objects gets the first of those that it can have. A mutex whose owner has ended is abandoned.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from threadproof.frontend import ast as A
from threadproof.frontend import raw as R
from threadproof.frontend.apis import pthread as P
from threadproof.frontend.apis.locks import Alternative, equals, number, plus, setting
from threadproof.frontend.ctypes import Int, Pointer
from threadproof.frontend.library import CONTENTS
from threadproof.frontend.lower.whole import Value
from threadproof.ir import op as O
from threadproof.logic import term as T
from threadproof.logic.term import Term
from threadproof.records import replace

if TYPE_CHECKING:
    from threadproof.frontend.lower.calls import Calls, Handler

NOTHING, CLOSED, THREAD, MUTEX, SEMAPHORE, MANUAL_EVENT, AUTO_EVENT = range(7)
ABANDONED, LATE, NO_OBJECT = 0x80, 258, -1
STILL_ACTIVE = 259
#: so many objects are waited for at once
MOST = 8
#: so many handles are there, and so many bits have the numbers of threads for each
PLACES, IDS = 64, 24
#: the arguments of CreateThread, of which the last is where the number of the thread is put
_WITH_NUMBER = 6
_CLOSED = "use of a handle that was closed"


# ---------------------------------------------------------------- objects


def _make(c: Calls, e: A.Call, wanted: bool) -> Value:
    """A mutex that has a value belongs to the thread; its value is how often the owner has taken it."""
    place = c.target(c.arg(e, 0))
    kind, value, most = (c.integer(c.arg(e, n)) for n in (1, 2, 3))

    def make(m: R.Fields) -> O.Op:
        is_owned = T.and_(T.eq(kind, T.const(MUTEX, kind.width)), T.is_nonzero(value))
        owner = T.ite(is_owned, c.self_id, number(m("owner"), 0))
        updates = (
            setting(m("kind"), T.extract(kind, 8)),
            setting(m("value"), T.resize(value, 32, False)),
            setting(m("most"), T.resize(most, 32, False)),
            setting(m("owner"), owner),
        )
        return O.Step(updates=updates, role=O.Role.INIT)

    return c.sync([(place, "kernel")], [(make, 0)], e, False)


def _make_thread(c: Calls, e: A.Call, wanted: bool) -> Value:
    place = c.target(c.arg(e, 0))
    thread = T.resize(c.integer(c.arg(e, 1)), R.OBJECT_WIDTH, False)

    def make(m: R.Fields) -> O.Op:
        updates = (setting(m("kind"), number(m("kind"), THREAD)), setting(m("thread"), thread))
        return O.Step(updates=updates, role=O.Role.INIT)

    return c.sync([(place, "kernel")], [(make, 0)], e, False)


def _close(c: Calls, e: A.Call, wanted: bool) -> Value:
    """What it denoted goes on; the number may be used again."""

    def close(m: R.Fields) -> O.Op:
        is_open = T.not_(T.or_(equals(m("kind"), NOTHING), equals(m("kind"), CLOSED)))
        return O.Step(is_open, (setting(m("kind"), number(m("kind"), CLOSED)),))

    none: Alternative = (lambda m: O.Step(equals(m("kind"), NOTHING)), 0)
    again: Alternative = (lambda m: O.Step(equals(m("kind"), CLOSED)), _CLOSED)
    return c.sync([(c.target(c.arg(e, 0)), "kernel")], [(close, 1), none, again], e, True)


def _other(*kinds: int) -> list[Alternative]:
    """The object is of another kind than these."""

    def is_other(m: R.Fields) -> Term:
        return T.not_(T.or_(*(equals(m("kind"), k) for k in (CLOSED, *kinds))))

    return [
        (lambda m: O.Step(is_other(m)), NO_OBJECT),
        (lambda m: O.Step(equals(m("kind"), CLOSED)), _CLOSED),
    ]


# ---------------------------------------------------------------- waiting


class _Object:
    """What a thread that waits can see of an object, and do to it."""

    def __init__(self, c: Calls, m: R.Fields) -> None:
        self.m = m
        self.kind, self.value, self.owner = m("kind"), m("value"), m("owner")
        has_ended = _has_ended(c, m("thread").term)
        is_mutex = equals(self.kind, MUTEX)
        self.is_free = T.and_(is_mutex, equals(self.owner, 0))
        self.is_mine = T.and_(is_mutex, T.eq(self.owner.term, c.self_id))
        self.is_abandoned = T.and_(is_mutex, T.not_(equals(self.owner, 0)), _has_ended(c, self.owner.term))
        self.is_over = T.and_(equals(self.kind, THREAD), has_ended)
        self.is_set = T.and_(T.ule(number(self.kind, SEMAPHORE), self.kind.term), T.is_nonzero(self.value.term))
        self.is_there = T.ule(number(self.kind, THREAD), self.kind.term)
        self.is_available = T.or_(self.is_free, self.is_mine, self.is_abandoned, self.is_over, self.is_set)
        self.self_id = c.self_id

    def taking(self) -> tuple[O.Update, ...]:
        """Of a semaphore one, of a mutex the mutex once more; an event that resets itself is no longer set."""
        v = self.value.term
        one = T.const(1, v.width)
        is_more = T.or_(equals(self.kind, SEMAPHORE), self.is_mine)
        by = T.ite(self.is_mine, one, T.neg(one))
        rest = T.ite(equals(self.kind, AUTO_EVENT), T.const(0, v.width), v)
        fresh = T.ite(T.or_(self.is_free, self.is_abandoned), one, rest)
        owner = T.ite(equals(self.kind, MUTEX), self.self_id, self.owner.term)
        return setting(self.value, T.ite(is_more, T.add(v, by), fresh)), setting(self.owner, owner)


def _has_ended(c: Calls, thread: Term) -> Term:
    return T.eq(T.select(c.program.ended, (thread,)), T.const(1, 8))


def _one(c: Calls) -> list[Alternative]:
    """Ways to get one object, by what it is."""

    def step(
        guard: Callable[[_Object], Term], *, updates: bool = True, role: O.Role | None = None
    ) -> Callable[..., O.Op]:
        def op(m: R.Fields) -> O.Op:
            o = _Object(c, m)
            lock = o.owner if role in (O.Role.ACQUIRE, O.Role.REACQUIRE) else o.value if updates else None
            return O.Step(guard(o), _simply(o, role) if updates else (), waits=True, role=role, lock=lock)

        return op

    def _simply(o: _Object, role: O.Role | None) -> tuple[O.Update, ...]:
        if role is O.Role.ACQUIRE:
            return setting(o.owner, c.self_id), setting(o.value, number(o.value, 1))
        if role is O.Role.REACQUIRE:
            return (plus(o.value, 1),)
        v = o.value.term
        rest = T.ite(equals(o.kind, AUTO_EVENT), T.const(0, v.width), v)
        return (setting(o.value, T.ite(equals(o.kind, SEMAPHORE), T.sub(v, T.const(1, v.width)), rest)),)

    return [
        (step(lambda o: o.is_over, updates=False, role=O.Role.JOIN), 0),
        (step(lambda o: o.is_free, role=O.Role.ACQUIRE), 0),
        (step(lambda o: o.is_mine, role=O.Role.REACQUIRE), 0),
        (step(lambda o: o.is_abandoned, role=O.Role.ACQUIRE), ABANDONED),
        (step(lambda o: o.is_set, role=O.Role.SEM_WAIT), 0),
    ]


def _any(c: Calls, count: int) -> list[Alternative]:
    """The first of them that the thread can have."""

    def got(n: int, *, is_abandoned: bool) -> Callable[..., O.Op]:
        def op(*ms: R.Fields) -> O.Op:
            *before, o = (_Object(c, m) for m in ms[: n + 1])
            how = o.is_abandoned if is_abandoned else T.and_(o.is_available, T.not_(o.is_abandoned))
            there = [_Object(c, m).is_there for m in ms]
            guard = T.and_(how, *(T.not_(x.is_available) for x in before), *there)
            return O.Step(guard, o.taking(), waits=True, role=O.Role.WAKE)

        return op

    return [(got(n, is_abandoned=a), n + a * ABANDONED) for n in range(count) for a in (False, True)]


def _all(c: Calls, count: int) -> list[Alternative]:
    """All of them at once. Which one was abandoned, nobody knows."""

    def got(*, is_abandoned: bool) -> Callable[..., O.Op]:
        def op(*ms: R.Fields) -> O.Op:
            objects = [_Object(c, m) for m in ms]
            abandoned = T.or_(*(o.is_abandoned for o in objects))
            there = [T.and_(o.is_available, o.is_there) for o in objects]
            guard = T.and_(*there, abandoned if is_abandoned else T.not_(abandoned))
            return O.Step(guard, tuple(u for o in objects for u in o.taking()), waits=True, role=O.Role.WAKE)

        return op

    lost: list[Alternative] = [(got(is_abandoned=True), ABANDONED + n) for n in range(count)]
    return [(got(is_abandoned=False), 0), *lost]


def _wait(*, for_all: bool) -> Handler:
    def handler(c: Calls, e: A.Call, wanted: bool) -> Value:
        is_timed = c.truth(c.value(c.arg(e, 0)))
        held = c.hold(T.from_bool(is_timed, 8), Int(8, False, "_Bool"))
        assert isinstance(held, Term)
        timed = T.is_nonzero(held)
        places = [(c.target(x), "kernel") for x in e.args[1:]]

        def late(*ms: R.Fields) -> O.Op:
            objects = [_Object(c, m) for m in ms]
            how = [o.is_available for o in objects]
            missing = T.not_(T.and_(*how) if for_all else T.or_(*how))
            return O.Step(T.and_(timed, missing, *(o.is_there for o in objects)), waits=True, role=O.Role.TIMEOUT)

        def lost(*ms: R.Fields) -> O.Op:
            is_closed = T.or_(*(equals(m("kind"), CLOSED) for m in ms))
            return O.Step(is_closed, waits=True, role=O.Role.WAKE)

        def nothing(*ms: R.Fields) -> O.Op:
            kinds = [m("kind") for m in ms]
            is_none = T.or_(*(equals(k, NOTHING) for k in kinds))
            return O.Step(T.and_(is_none, *(T.not_(equals(k, CLOSED)) for k in kinds)), waits=True, role=O.Role.WAKE)

        ways = _one(c) if len(places) == 1 else _all(c, len(places)) if for_all else _any(c, len(places))
        ends: list[Alternative] = [(nothing, NO_OBJECT), (lost, _CLOSED)]
        timeout: list[Alternative] = [(late, LATE)] if timed is not T.FALSE else []
        return c.sync(places, [*ways, *timeout, *ends], e, True)

    return handler


def _wait_for_several(c: Calls, e: A.Call, wanted: bool) -> Value:
    """`library/win32.c` has a function for each number of objects."""
    count, for_all = (A.without_casts(c.arg(e, n)) for n in (0, 2))
    name = "WaitForMultipleObjects"
    if isinstance(count, A.Const) and isinstance(for_all, A.Const) and 1 <= count.value <= MOST:
        name = f"__wait_{'all' if for_all.value else 'any'}_{count.value}"
        e = replace(e, args=[e.args[1], *e.args[3:]])
    f = c.program.library.function(name)
    assert f is not None
    return c.call_function(f, e, wanted)


# ---------------------------------------------------------------- giving back


def _release_mutex(c: Calls, e: A.Call, wanted: bool) -> Value:
    def is_mine(m: R.Fields) -> Term:
        return T.and_(equals(m("kind"), MUTEX), T.eq(m("owner").term, c.self_id))

    def last(m: R.Fields) -> O.Op:
        updates = (setting(m("owner"), number(m("owner"), 0)), setting(m("value"), number(m("value"), 0)))
        return O.Step(T.and_(is_mine(m), equals(m("value"), 1)), updates, role=O.Role.RELEASE, lock=m("owner"))

    def inner(m: R.Fields) -> O.Op:
        return O.Step(T.and_(is_mine(m), T.not_(equals(m("value"), 1))), (plus(m("value"), -1),))

    def refused(m: R.Fields) -> O.Op:
        return O.Step(T.and_(equals(m("kind"), MUTEX), T.ne(m("owner").term, c.self_id)))

    ways: list[Alternative] = [(last, 1), (inner, 1), (refused, 0), *_other(MUTEX)]
    return c.sync([(c.target(c.arg(e, 0)), "kernel")], ways, e, True)


def _post(c: Calls, e: A.Call, wanted: bool) -> Value:
    """What its value was; -2: that would be too many."""
    place, count = c.target(c.arg(e, 0)), c.integer(c.arg(e, 1))
    before = c.new_temporary(32)

    def fits(m: R.Fields) -> Term:
        return T.ule(count, T.sub(m("most").term, m("value").term))

    def give(m: R.Fields) -> O.Op:
        v = m("value")
        updates = (setting(v, T.add(v.term, count)), O.Update(before, (), v.term))
        return O.Step(T.and_(equals(m("kind"), SEMAPHORE), fits(m)), updates, role=O.Role.SEM_POST, lock=v)

    def full(m: R.Fields) -> O.Op:
        return O.Step(T.and_(equals(m("kind"), SEMAPHORE), T.not_(fits(m))))

    code = c.sync([(place, "kernel")], [(give, 0), (full, -2), *_other(SEMAPHORE)], e, True)
    assert isinstance(code, Term)
    return T.ite(T.eq(code, c.result(e, 0)), T.resize(T.var(before), code.width, False), code)


def _set_event(c: Calls, e: A.Call, wanted: bool) -> Value:
    place, value = c.target(c.arg(e, 0)), c.integer(c.arg(e, 1))

    def change(m: R.Fields) -> O.Op:
        is_event = T.ule(number(m("kind"), MANUAL_EVENT), m("kind").term)
        return O.Step(is_event, (setting(m("value"), value),), role=O.Role.SEM_POST, lock=m("value"))

    none: list[Alternative] = [
        (make, 0 if isinstance(code, int) else code) for make, code in _other(MANUAL_EVENT, AUTO_EVENT)
    ]
    return c.sync([(place, "kernel")], [(change, 1), *none], e, True)


def _disturb(c: Calls, e: A.Call, wanted: bool) -> Value:
    if "GetLastError" in c.program.unit.functions:
        c.call_library("SetLastError", [c.nondet(Int(32, False, "unsigned"))])
    return None


# ---------------------------------------------------------------- threads


def _exit_code(c: Calls, e: A.Call, wanted: bool) -> Value:
    """As C11 has it, a number is kept as the offset of a pointer to nothing."""
    place = c.target(c.arg(e, 0))
    thread = c.new_temporary(R.OBJECT_WIDTH)

    def look(m: R.Fields) -> O.Op:
        return O.Step(equals(m("kind"), THREAD), (O.Update(thread, (), m("thread").term),))

    code = c.sync([(place, "kernel")], [(look, 0), *_other(THREAD)], e, True)
    assert isinstance(code, Term)
    held = c.hold(code, e.type)
    assert isinstance(held, Term)
    if c.at is None:
        return held
    is_thread = T.eq(held, c.result(e, 0))
    who = (T.var(thread),)
    out = c.new_temporary(held.width)
    results: dict[str, tuple[Term, Term]] = {
        "none": (T.not_(is_thread), held),
        "runs": (T.and_(is_thread, T.not_(_has_ended(c, *who))), c.result(e, STILL_ACTIVE)),
    }
    end, over = c.location(), c.location()
    at = c.at
    for guard, value in results.values():
        c.edge(at, end, O.Step(guard, (O.Update(out, (), value),)))
    c.edge(at, over, O.Step(T.and_(is_thread, _has_ended(c, *who))))
    c.at = over
    obj, off = c.program.result
    c.only_if(T.eq(T.select(obj, who), R.NULL_OBJECT), "result of a thread that is a pointer, as a number")
    value = T.resize(T.extract(T.select(off, who), 32), held.width, False)
    c.emit(O.Step(updates=(O.Update(out, (), value),)), end)
    c.at = end
    return T.var(out)


def _any_id(c: Calls, e: A.Call, wanted: bool) -> Value:
    """From a range of its own for each place. (What a thread itself knows of its number, its creator does not.)"""
    place = c.integer(c.arg(e, 0))
    if "GetCurrentThreadId" in c.program.unit.functions:
        c.unsupported("CreateThread that stores the number of a thread, in a program with GetCurrentThreadId")
    c.program.scope["CreateThread stores any number, but larger ones for later threads"] = None
    c.only_if(T.ult(place, T.const(PLACES, place.width)), f"more than {PLACES} handles")
    if c.at is None:
        return c.dummy(e.type)
    out, end, at = c.new_temporary(32), c.location(), c.at
    for n in range(PLACES):
        c.at = c.location()
        is_it = T.eq if n < PLACES - 1 else T.ule  # (the last is all that is left)
        c.edge(at, c.at, O.Step(is_it(T.const(n, place.width), place)))
        low = (n + 1) << IDS
        c.emit(O.Havoc(out, (), low, low + (1 << IDS) - 1), end)
    c.at = end
    return T.var(out)


def _exit(c: Calls, e: A.Call, wanted: bool) -> Value:
    code = c.integer(e.args[0]) if e.args else T.const(0, 32)
    P.leave(c, R.Ptr(R.NULL_OBJECT, T.resize(code, c.model.pointer_width, True), ()))
    return None


def _exit_process(c: Calls, e: A.Call, wanted: bool) -> Value:
    c.values(e.args)
    if "atexit" in c.program.unit.functions or c.program.unit.destructors:
        c.unsupported("ExitProcess in a program that has functions for its end")
    c.program.calls_exit = True
    c.exit_process("ExitProcess is called", is_normal=True)
    return None


def _start(name: str) -> Handler:
    """Whoever wants neither the handle nor the number of a thread needs no place for it: there may be any number."""

    def handler(c: Calls, e: A.Call, wanted: bool) -> Value:
        has_number = len(e.args) == _WITH_NUMBER and not _is_null(e.args[-1])
        variant = "" if has_number or name == "_beginthread" else "_unnumbered"
        f = c.program.library.function(f"{name}{variant if wanted or has_number else '_alone'}")
        assert f is not None
        return c.call_function(f, e, wanted)

    return handler


def _is_null(x: A.Expr) -> bool:
    x = A.without_casts(x)
    return isinstance(x, A.Const) and x.value == 0


# ---------------------------------------------------------------- Interlocked


def _interlocked(name: str) -> Handler:
    """Written in C, for numbers of the width that they have on Windows."""

    def handler(c: Calls, e: A.Call, wanted: bool) -> Value:
        f = c.program.library.function(name)
        assert f is not None
        if e.args and _width(e.args[0].type) != _width(f.params[0].type):
            c.unsupported(f"{name} on a number that is as wide as none of Windows")
            return c.dummy(e.type)
        return c.call_function(f, e, wanted)

    return handler


def _width(t: object) -> int | None:
    return t.to.width if isinstance(t, Pointer) and isinstance(t.to, Int) else None


HANDLERS: dict[str, Handler] = {
    **{name: _interlocked(name) for name in CONTENTS["interlocked.c"].split()},
    **{name: _start(name) for name in ("CreateThread", "_beginthreadex", "_beginthread")},
    **dict.fromkeys(("ExitThread", "_endthreadex", "_endthread"), _exit),
    "WaitForMultipleObjects": _wait_for_several,
    "ExitProcess": _exit_process,
    "__make": _make,
    "__make_thread": _make_thread,
    "__close": _close,
    "__wait_for_any": _wait(for_all=False),
    "__wait_for_all": _wait(for_all=True),
    "__release_mutex": _release_mutex,
    "__post": _post,
    "__set_event": _set_event,
    "__exit_code": _exit_code,
    "__any_id": _any_id,
    "__disturb": _disturb,
}
