"""POSIX threads: creation, joining, mutexes, condition variables, rwlocks, spin locks, barriers, once, keys.

The fields of the abstract objects (see `memory.SYNC_FIELDS`) and what each call does to them is all said here.
Functions never fail for lack of resources. Unlocking a normal mutex that the thread does not hold frees it, as glibc
does. A timed operation may time out whenever it would have to wait.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from threadproof.analysis.points_to import From
from threadproof.frontend import ast as A
from threadproof.frontend import raw as R
from threadproof.frontend.ctypes import Int, Pointer, Void
from threadproof.frontend.lower.context import Value
from threadproof.ir import op as O
from threadproof.logic import term as T
from threadproof.logic.term import Term, Var

if TYPE_CHECKING:
    from threadproof.frontend.lower.calls import Calls, Handler

EPERM, EBUSY, EDEADLK, ETIMEDOUT = 1, 16, 35, 110
SERIAL = -1
NORMAL, RECURSIVE, ERRORCHECK = 0, 1, 2
#: thread-specific data: more keys than this are refused
MAX_KEYS = 16

Alternative = tuple[Callable[..., O.Op], int]


def _set(cell: O.Cell, value: Term) -> O.Update:
    return O.Update(cell.var, cell.index, value)


def _number(cell: O.Cell, value: int) -> Term:
    return T.const(value, cell.var.width)


def _is(cell: O.Cell, value: int) -> Term:
    return T.eq(cell.term, _number(cell, value))


# ---------------------------------------------------------------- threads


def _create(c: Calls, e: A.Call, wanted: bool) -> Value:
    handle_place = c.target(c.arg(e, 0))
    c.value(c.arg(e, 1))
    start = c.pointer(c.arg(e, 2))
    argument = c.pointer(c.arg(e, 3))
    handle_type = handle_place.root if isinstance(handle_place.root, Int) else c.model.ulong
    c.start_thread(start, handle_place, handle_type, argument)
    return c.result(e, 0)


def _join(c: Calls, e: A.Call, wanted: bool) -> Value:
    handle = T.resize(c.integer(c.arg(e, 0)), R.OBJECT_WIDTH, False)
    held = c.hold(handle, c.model.ulong)
    assert isinstance(held, Term)
    where = c.pointer(c.arg(e, 1)) if len(e.args) > 1 else c.program.null()
    ended = T.eq(T.select(c.program.ended, (held,)), T.const(1, 8))
    c.emit(O.Step(guard=ended, waits=True, role="join"))
    if not where.is_null:
        yes, end = c.location(), c.location()
        c.branch(c.truth(where), yes, end)
        c.at = yes
        out = c.new_local("joined", Pointer(Void()))
        updates = tuple(O.Update(v, (), T.select(r, (held,))) for v, r in zip(out.vars, c.program.result, strict=True))
        c.emit(O.Step(updates=updates))
        c.flow(out.vars[0], R.Ptr(T.var(out.vars[0]), T.var(out.vars[1]), (From("result"),)))
        c.store(c.deref(where, Pointer(Void())), Pointer(Void()), c.value_of(out))
        c.jump(end)
        c.at = end
    return c.result(e, 0)


def _exit(c: Calls, e: A.Call, wanted: bool) -> Value:
    c.end_thread(c.value(c.arg(e, 0)))
    return None


def _self(c: Calls, e: A.Call, wanted: bool) -> Value:
    return T.resize(c.self_id, e.type.width if isinstance(e.type, Int) else 32, False)


def _equal(c: Calls, e: A.Call, wanted: bool) -> Value:
    a, b = c.values(e.args)
    assert isinstance(a, Term) and isinstance(b, Term)
    return T.from_bool(T.eq(a, T.resize(b, a.width, False)), 32)


def _nothing(c: Calls, e: A.Call, wanted: bool) -> Value:
    c.values(e.args)
    return c.result(e, 0)


# ---------------------------------------------------------------- mutexes


def acquire_mutex(c: Calls, place: R.Place, kind: str, e: A.Call, wanted: bool, timed: bool = False) -> Value:
    self_id = c.self_id

    def free(m: R.Fields) -> O.Op:
        owner = m("owner")
        updates = [_set(owner, self_id)]
        if kinds:
            updates.append(_set(m("count"), _number(m("count"), 1)))
        return O.Step(_is(owner, 0), tuple(updates), waits=not timed, role="acquire", lock=owner)

    def again(m: R.Fields) -> O.Op:
        owner, count = m("owner"), m("count")
        guard = T.and_(T.eq(owner.term, self_id), _is(m("kind"), RECURSIVE))
        more = T.add(count.term, _number(count, 1))
        return O.Step(guard, (_set(count, more),), waits=not timed, role="reacquire", lock=owner)

    def refused(m: R.Fields) -> O.Op:
        guard = T.and_(T.eq(m("owner").term, self_id), _is(m("kind"), ERRORCHECK))
        return O.Step(guard, waits=not timed)

    def late(m: R.Fields) -> O.Op:
        return O.Step(T.not_(_is(m("owner"), 0)))

    kinds = kind == "mutex" and c.program.uses_mutex_kinds
    alternatives: list[Alternative] = [(free, 0)]
    if kinds:
        alternatives += [(again, 0), (refused, EDEADLK)]
    if timed:
        alternatives.append((late, ETIMEDOUT))
    return c.sync([(place, kind)], alternatives, e, wanted)


def try_mutex(c: Calls, place: R.Place, kind: str, e: A.Call, wanted: bool, busy_value: int = EBUSY) -> Value:
    self_id = c.self_id
    kinds = kind == "mutex" and c.program.uses_mutex_kinds

    def free(m: R.Fields) -> O.Op:
        updates = [_set(m("owner"), self_id)]
        if kinds:
            updates.append(_set(m("count"), _number(m("count"), 1)))
        return O.Step(_is(m("owner"), 0), tuple(updates), role="try-acquire", lock=m("owner"))

    def again(m: R.Fields) -> O.Op:
        guard = T.and_(T.eq(m("owner").term, self_id), _is(m("kind"), RECURSIVE))
        more = T.add(m("count").term, _number(m("count"), 1))
        return O.Step(guard, (_set(m("count"), more),), role="reacquire", lock=m("owner"))

    def busy(m: R.Fields) -> O.Op:
        guard = T.not_(_is(m("owner"), 0))
        if kinds:
            guard = T.and_(guard, T.not_(T.and_(T.eq(m("owner").term, self_id), _is(m("kind"), RECURSIVE))))
        return O.Step(guard)

    alternatives: list[Alternative] = [(free, 0), (busy, busy_value)]
    if kinds:
        alternatives.append((again, 0))
    return c.sync([(place, kind)], alternatives, e, wanted)


def release_mutex(c: Calls, place: R.Place, kind: str, e: A.Call, wanted: bool) -> Value:
    self_id = c.self_id

    def plain(m: R.Fields) -> O.Op:
        guard = _is(m("kind"), NORMAL) if kinds else T.TRUE
        return O.Step(guard, (_set(m("owner"), _number(m("owner"), 0)),), role="release", lock=m("owner"))

    def last(m: R.Fields) -> O.Op:
        guard = T.and_(T.not_(_is(m("kind"), NORMAL)), T.eq(m("owner").term, self_id), _is(m("count"), 1))
        updates = (_set(m("owner"), _number(m("owner"), 0)), _set(m("count"), _number(m("count"), 0)))
        return O.Step(guard, updates, role="release", lock=m("owner"))

    def inner(m: R.Fields) -> O.Op:
        count = m("count")
        guard = T.and_(T.not_(_is(m("kind"), NORMAL)), T.eq(m("owner").term, self_id), T.not_(_is(count, 1)))
        return O.Step(guard, (_set(count, T.sub(count.term, _number(count, 1))),))

    def refused(m: R.Fields) -> O.Op:
        return O.Step(T.and_(T.not_(_is(m("kind"), NORMAL)), T.ne(m("owner").term, self_id)))

    kinds = kind == "mutex" and c.program.uses_mutex_kinds
    alternatives: list[Alternative] = [(plain, 0)]
    if kinds:
        alternatives += [(last, 0), (inner, 0), (refused, EPERM)]
    return c.sync([(place, kind)], alternatives, e, wanted)


def _lock(kind: str, timed: bool = False) -> Handler:
    def handler(c: Calls, e: A.Call, wanted: bool) -> Value:
        place = c.target(c.arg(e, 0))
        if timed:
            c.value(c.arg(e, 1))
        return acquire_mutex(c, place, kind, e, wanted, timed)

    return handler


def _trylock(kind: str) -> Handler:
    return lambda c, e, wanted: try_mutex(c, c.target(c.arg(e, 0)), kind, e, wanted)


def _unlock(kind: str) -> Handler:
    return lambda c, e, wanted: release_mutex(c, c.target(c.arg(e, 0)), kind, e, wanted)


def init_mutex(c: Calls, place: R.Place, kind: str, mutex_kind: Term | None, e: A.Call) -> Value:
    def init(m: R.Fields) -> O.Op:
        updates = [_set(m("owner"), _number(m("owner"), 0))]
        if kind == "mutex" and c.program.uses_mutex_kinds:
            updates.append(_set(m("kind"), mutex_kind if mutex_kind is not None else _number(m("kind"), 0)))
            updates.append(_set(m("count"), _number(m("count"), 0)))
        return O.Step(updates=tuple(updates), role="init", lock=m("owner"))

    return c.sync([(place, kind)], [(init, 0)], e, False)


def _mutex_init(c: Calls, e: A.Call, wanted: bool) -> Value:
    place = c.target(c.arg(e, 0))
    if not c.program.uses_mutex_kinds:
        c.value(c.arg(e, 1))
        return init_mutex(c, place, "mutex", None, e)
    attributes = c.pointer(c.arg(e, 1))
    kind = c.new_temporary(8)
    if attributes.is_null:
        c.emit(O.Step(updates=(O.Update(kind, (), T.const(0, 8)),)))
    else:
        yes, no, end = c.location(), c.location(), c.location()
        c.branch(c.truth(attributes), yes, no)
        c.at = no
        c.emit(O.Step(updates=(O.Update(kind, (), T.const(0, 8)),)))
        c.jump(end)
        c.at = yes
        c.sync(
            [(c.target(c.arg(e, 1)), "mutexattr")],
            [(lambda a: O.Step(updates=(O.Update(kind, (), a("kind").term),)), 0)],
            e, False,
        )  # fmt: skip
        c.jump(end)
        c.at = end
    return init_mutex(c, place, "mutex", T.var(kind), e)


def _attr_settype(c: Calls, e: A.Call, wanted: bool) -> Value:
    place = c.target(c.arg(e, 0))
    kind = T.extract(c.integer(c.arg(e, 1)), 8)
    # adaptive mutexes behave like normal ones
    kind = T.ite(T.eq(kind, T.const(3, 8)), T.const(0, 8), kind)
    return c.sync([(place, "mutexattr")], [(lambda a: O.Step(updates=(_set(a("kind"), kind),)), 0)], e, False)


def _attr_init(c: Calls, e: A.Call, wanted: bool) -> Value:
    place = c.target(c.arg(e, 0))
    zero = T.const(0, 8)
    return c.sync([(place, "mutexattr")], [(lambda a: O.Step(updates=(_set(a("kind"), zero),)), 0)], e, False)


# ---------------------------------------------------------------- condition variables


def _cond_init(c: Calls, e: A.Call, wanted: bool) -> Value:
    place = c.target(c.arg(e, 0))
    for x in e.args[1:]:
        c.value(x)
    return broadcast(c, place, e)


def broadcast(c: Calls, place: R.Place, e: A.Call) -> Value:
    def all_(v: R.Fields) -> O.Op:
        return O.Step(updates=(_set(v("waiting"), _number(v("waiting"), 0)),), role="broadcast", lock=v("waiting"))

    return c.sync([(place, "cond")], [(all_, 0)], e, False)


def signal(c: Calls, place: R.Place, e: A.Call) -> Value:
    return c.sync([(place, "cond")], [(lambda v: O.Signal(v("waiting")), 0)], e, False)


def wait(c: Calls, cond: R.Place, mutex: R.Place, e: A.Call, wanted: bool, timed: bool, late: int = ETIMEDOUT) -> Value:
    c.check_waiter()
    self_id, bit = c.self_id, c.bit()
    kinds = c.program.uses_mutex_kinds

    def enqueue(v: R.Fields, m: R.Fields) -> O.Op:
        updates = [
            _set(v("waiting"), T.bvor(v("waiting").term, bit)),
            _set(m("owner"), _number(m("owner"), 0)),
        ]
        if kinds:
            updates.append(_set(m("count"), _number(m("count"), 0)))
        return O.Step(updates=tuple(updates), role="wait", lock=m("owner"))

    def take(m: R.Fields) -> tuple[O.Update, ...]:
        updates = [_set(m("owner"), self_id)]
        if kinds:
            updates.append(_set(m("count"), _number(m("count"), 1)))
        return tuple(updates)

    def woken(v: R.Fields, m: R.Fields) -> O.Op:
        guard = T.and_(T.not_(c.is_waiting(v("waiting").term)), _is(m("owner"), 0))
        return O.Step(guard, take(m), waits=True, role="wake", lock=m("owner"))

    def leave(role: str) -> Callable[[R.Fields, R.Fields], O.Op]:
        def op(v: R.Fields, m: R.Fields) -> O.Op:
            gone = T.bvand(v("waiting").term, T.bvnot(bit))
            return O.Step(c.is_waiting(v("waiting").term), (_set(v("waiting"), gone),), waits=True, role=role)

        return op

    objects = [(cond, "cond"), (mutex, "mutex")]
    c.sync(objects, [(enqueue, 0)], e, False)
    if c.at is None:
        return c.result(e, 0)
    waiting, done, timeout = c.at, c.location(), c.location()
    alternatives: list[tuple[Callable[..., O.Op], int]] = [(woken, done), (leave("spurious"), waiting)]
    if timed:
        alternatives.append((leave("timeout"), timeout))
    c.edge(waiting, -1, R.SyncAccess(tuple(objects), tuple(alternatives)))
    if not timed:
        c.at = done
        return c.result(e, 0)
    c.at = timeout
    acquire_mutex(c, mutex, "mutex", e, False)
    assert c.at is not None
    return c.merge({0: done, late: c.at}, e)


def _wait(timed: bool) -> Handler:
    def handler(c: Calls, e: A.Call, wanted: bool) -> Value:
        cond = c.target(c.arg(e, 0))
        mutex = c.target(c.arg(e, 1))
        if timed:
            c.value(c.arg(e, 2))
        return wait(c, cond, mutex, e, wanted, timed)

    return handler


# ---------------------------------------------------------------- rwlocks


def _rwlock(write: bool, trying: bool = False, timed: bool = False) -> Handler:
    def handler(c: Calls, e: A.Call, wanted: bool) -> Value:
        place = c.target(c.arg(e, 0))
        self_id = c.self_id

        def available(m: R.Fields) -> Term:
            return T.and_(_is(m("writer"), 0), _is(m("readers"), 0)) if write else _is(m("writer"), 0)

        def take(m: R.Fields) -> O.Op:
            readers = m("readers")
            update = _set(m("writer"), self_id) if write else _set(readers, T.add(readers.term, _number(readers, 1)))
            role = "acquire" if write else "read-acquire"
            waits = not trying and not timed
            return O.Step(available(m), (update,), waits=waits, role=role, lock=m("writer"))

        def busy(m: R.Fields) -> O.Op:
            return O.Step(T.not_(available(m)))

        alternatives: list[Alternative] = [(take, 0)]
        if trying or timed:
            alternatives.append((busy, EBUSY if trying else ETIMEDOUT))
        return c.sync([(place, "rwlock")], alternatives, e, wanted)

    return handler


def _rw_unlock(c: Calls, e: A.Call, wanted: bool) -> Value:
    place = c.target(c.arg(e, 0))
    self_id = c.self_id

    def writer(m: R.Fields) -> O.Op:
        zero = _number(m("writer"), 0)
        return O.Step(T.eq(m("writer").term, self_id), (_set(m("writer"), zero),), role="release", lock=m("writer"))

    def reader(m: R.Fields) -> O.Op:
        readers = m("readers")
        guard = T.and_(T.ne(m("writer").term, self_id), T.not_(_is(readers, 0)))
        less = T.sub(readers.term, _number(readers, 1))
        return O.Step(guard, (_set(readers, less),), role="read-release", lock=m("writer"))

    return c.sync([(place, "rwlock")], [(writer, 0), (reader, 0)], e, False)


def _rw_init(c: Calls, e: A.Call, wanted: bool) -> Value:
    place = c.target(c.arg(e, 0))

    def init(m: R.Fields) -> O.Op:
        return O.Step(updates=tuple(_set(m(f), _number(m(f), 0)) for f in ("writer", "readers")), role="init")

    return c.sync([(place, "rwlock")], [(init, 0)], e, False)


# ---------------------------------------------------------------- barriers, once


def _barrier_init(c: Calls, e: A.Call, wanted: bool) -> Value:
    place = c.target(c.arg(e, 0))
    need = T.resize(c.integer(c.arg(e, 2)), 32, False)

    def init(b: R.Fields) -> O.Op:
        zero = [_set(b(f), _number(b(f), 0)) for f in ("arrived", "waiting")]
        return O.Step(updates=(_set(b("need"), need), *zero), role="init")

    return c.sync([(place, "barrier")], [(init, 0)], e, False)


def _barrier_wait(c: Calls, e: A.Call, wanted: bool) -> Value:
    place = c.target(c.arg(e, 0))
    c.check_waiter()
    bit = c.bit()
    if c.at is None:
        return c.result(e, 0)

    def last_one(b: R.Fields) -> Term:
        return T.ule(b("need").term, T.add(b("arrived").term, T.const(1, 32)))

    def arrive(b: R.Fields) -> O.Op:
        more = T.add(b("arrived").term, T.const(1, 32))
        updates = (_set(b("arrived"), more), _set(b("waiting"), T.bvor(b("waiting").term, bit)))
        return O.Step(T.not_(last_one(b)), updates, role="barrier", lock=b("waiting"))

    def release(b: R.Fields) -> O.Op:
        updates = (_set(b("arrived"), T.const(0, 32)), _set(b("waiting"), _number(b("waiting"), 0)))
        return O.Step(last_one(b), updates, role="broadcast", lock=b("waiting"))

    def leave(b: R.Fields) -> O.Op:
        return O.Step(T.not_(c.is_waiting(b("waiting").term)), waits=True, role="wake", lock=b("waiting"))

    waiting, serial, done = c.location(), c.location(), c.location()
    objects = ((place, "barrier"),)
    c.edge(c.at, -1, R.SyncAccess(objects, ((arrive, waiting), (release, serial))))
    c.edge(waiting, -1, R.SyncAccess(objects, ((leave, done),)))
    return c.merge({0: done, SERIAL: serial}, e)


def once(c: Calls, place: R.Place, function: R.Ptr, e: A.Call) -> Value:
    if c.at is None:
        return c.result(e, 0)
    running, done = c.location(), c.location()

    def first(o: R.Fields) -> O.Op:
        return O.Step(_is(o("state"), 0), (_set(o("state"), _number(o("state"), 1)),), waits=True, lock=o("state"))

    def over(o: R.Fields) -> O.Op:
        return O.Step(_is(o("state"), 2), waits=True, lock=o("state"))

    def finish(o: R.Fields) -> O.Op:
        return O.Step(updates=(_set(o("state"), _number(o("state"), 2)),), lock=o("state"))

    c.edge(c.at, -1, R.SyncAccess(((place, "once"),), ((first, running), (over, done))))
    c.at = running
    c.call_through(function, [], [], Void(), e.pos, wanted=False)
    c.sync([(place, "once")], [(finish, 0)], e, False)
    c.jump(done)
    c.at = done
    return c.result(e, 0)


def _once(c: Calls, e: A.Call, wanted: bool) -> Value:
    place = c.target(c.arg(e, 0))
    return once(c, place, c.pointer(c.arg(e, 1)), e)


# ---------------------------------------------------------------- thread-specific data


def _specific(c: Calls) -> tuple[Var, Var]:
    """Two arrays over the keys, local to the thread."""
    for v in c.raw.locals:
        if v.name == f"{c.raw.name}::specific.obj":
            return v, next(w for w in c.raw.locals if w.name == f"{c.raw.name}::specific.off")
    obj = Var(f"{c.raw.name}::specific.obj", R.OBJECT_WIDTH, False, dims=1, length=MAX_KEYS)
    off = Var(f"{c.raw.name}::specific.off", c.model.pointer_width, False, dims=1, length=MAX_KEYS, group=obj.name)
    c.raw.locals += [obj, off]
    return obj, off


def _key_create(c: Calls, e: A.Call, wanted: bool) -> Value:
    place = c.target(c.arg(e, 0))
    destructor = c.pointer(c.arg(e, 1)) if len(e.args) > 1 else c.program.null()
    if c.at is not None:
        sites = {s.number: s.function for s in c.program.function_sites.values()}
        key = len(c.program.keys)
        if key >= MAX_KEYS or (destructor.obj.value is None):
            c.unsupported("pthread_key_create with many keys or a computed destructor")
            return c.result(e, 0)
        name = sites.get(destructor.obj.value or 0)
        c.program.keys.append(c.program.unit.functions[name] if name else None)
        root = place.root if isinstance(place.root, Int) else Int(32, False, "unsigned int")
        c.store(place, root, T.const(key, root.width))
    return c.result(e, 0)


def _set_specific(c: Calls, e: A.Call, wanted: bool) -> Value:
    key = c.hold(c.integer(c.arg(e, 0)), c.model.ulong)
    value = c.pointer(c.arg(e, 1))
    obj, off = _specific(c)
    assert isinstance(key, Term)
    c.flow(f"specific {c.raw.name}", value)
    c.emit(O.Step(updates=(O.Update(obj, (key,), value.obj), O.Update(off, (key,), value.off))))
    return c.result(e, 0)


def _get_specific(c: Calls, e: A.Call, wanted: bool) -> Value:
    key = c.hold(c.integer(c.arg(e, 0)), c.model.ulong)
    assert isinstance(key, Term)
    obj, off = _specific(c)
    return c.hold(R.Ptr(T.select(obj, (key,)), T.select(off, (key,)), (From(f"specific {c.raw.name}"),)), e.type)


def run_destructors(c: Calls) -> None:
    """At the end of a thread: each key's destructor on its value, if that is not null."""
    if any(k is not None for k in c.program.keys):
        obj, off = _specific(c)
        for n, f in enumerate(c.program.keys):
            if f is None or f.body is None:
                continue
            key = T.const(n, 32)
            value = R.Ptr(T.select(obj, (key,)), T.select(off, (key,)), (From(f"specific {c.raw.name}"),))
            run, skip = c.location(), c.location()
            c.branch(c.truth(value), run, skip)
            c.at = run
            held = c.hold(value, Pointer(Void()))
            zero = (O.Update(obj, (key,), R.NULL_OBJECT), O.Update(off, (key,), T.const(0, off.width)))
            c.emit(O.Step(updates=zero))
            c.inline(f, [held])
            c.jump(skip)
            c.at = skip


def _unsupported(what: str) -> Handler:
    def handler(c: Calls, e: A.Call, wanted: bool) -> Value:
        c.unsupported(what)
        return c.dummy(e.type)

    return handler


_IGNORED = (
    "pthread_detach pthread_attr_init pthread_attr_destroy pthread_attr_setdetachstate pthread_attr_getdetachstate "
    "pthread_attr_setstacksize pthread_attr_setschedpolicy pthread_attr_setschedparam pthread_attr_setscope "
    "pthread_attr_setinheritsched pthread_setschedparam pthread_setname_np pthread_setconcurrency "
    "pthread_mutex_destroy pthread_mutexattr_destroy pthread_mutexattr_setpshared pthread_mutexattr_setprotocol "
    "pthread_mutexattr_setrobust pthread_cond_destroy pthread_condattr_init pthread_condattr_destroy "
    "pthread_condattr_setclock pthread_condattr_setpshared pthread_rwlock_destroy pthread_rwlockattr_init "
    "pthread_rwlockattr_destroy pthread_rwlockattr_setkind_np pthread_rwlockattr_setpshared pthread_spin_destroy "
    "pthread_barrier_destroy pthread_barrierattr_init pthread_barrierattr_destroy pthread_barrierattr_setpshared "
    "pthread_setcancelstate pthread_setcanceltype pthread_testcancel pthread_key_delete pthread_setaffinity_np "
    "pthread_yield sched_yield"
)

HANDLERS: dict[str, Handler] = {
    **dict.fromkeys(_IGNORED.split(), _nothing),
    "pthread_create": _create,
    "pthread_join": _join,
    "pthread_exit": _exit,
    "pthread_self": _self,
    "pthread_equal": _equal,
    "pthread_cancel": _unsupported("pthread_cancel"),
    "pthread_mutex_init": _mutex_init,
    "pthread_mutex_lock": _lock("mutex"),
    "pthread_mutex_timedlock": _lock("mutex", timed=True),
    "pthread_mutex_trylock": _trylock("mutex"),
    "pthread_mutex_unlock": _unlock("mutex"),
    "pthread_mutexattr_init": _attr_init,
    "pthread_mutexattr_settype": _attr_settype,
    "pthread_spin_init": lambda c, e, w: init_mutex(c, c.target(c.arg(e, 0)), "spin", None, e),
    "pthread_spin_lock": _lock("spin"),
    "pthread_spin_trylock": _trylock("spin"),
    "pthread_spin_unlock": _unlock("spin"),
    "pthread_cond_init": _cond_init,
    "pthread_cond_wait": _wait(timed=False),
    "pthread_cond_timedwait": _wait(timed=True),
    "pthread_cond_signal": lambda c, e, w: signal(c, c.target(c.arg(e, 0)), e),
    "pthread_cond_broadcast": lambda c, e, w: broadcast(c, c.target(c.arg(e, 0)), e),
    "pthread_rwlock_init": _rw_init,
    "pthread_rwlock_rdlock": _rwlock(write=False),
    "pthread_rwlock_wrlock": _rwlock(write=True),
    "pthread_rwlock_tryrdlock": _rwlock(write=False, trying=True),
    "pthread_rwlock_trywrlock": _rwlock(write=True, trying=True),
    "pthread_rwlock_timedrdlock": _rwlock(write=False, timed=True),
    "pthread_rwlock_timedwrlock": _rwlock(write=True, timed=True),
    "pthread_rwlock_unlock": _rw_unlock,
    "pthread_barrier_init": _barrier_init,
    "pthread_barrier_wait": _barrier_wait,
    "pthread_once": _once,
    "pthread_key_create": _key_create,
    "pthread_setspecific": _set_specific,
    "pthread_getspecific": _get_specific,
}
