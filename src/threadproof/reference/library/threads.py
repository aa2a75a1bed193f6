"""The life of threads: creation, join, exit, keys for values of their own."""

from __future__ import annotations

from typing import TYPE_CHECKING

from threadproof.frontend import ast as A
from threadproof.frontend import ctypes as ct
from threadproof.reference.action import CANCELLED, GO, Action, Doing
from threadproof.reference.library import cancellation
from threadproof.reference.library.sync import EBUSY, EDEADLK, EINVAL, EPERM, ESRCH, ETIMEDOUT, read_time, state
from threadproof.reference.memory import NULL
from threadproof.reference.outcome import NotUnderstood, TakenForGranted, ThreadEnd
from threadproof.reference.synchronisation import Attributes
from threadproof.reference.values import Value, as_pointer, number

if TYPE_CHECKING:
    from threadproof.reference.library import Handler
    from threadproof.reference.threads import Thread

_POINTER = ct.Pointer(ct.VOID)
_ENOTSUP = 95
#: the values that attributes may have, on Linux; of others any
_ACCEPTED = {
    "scope": (0,),
    "inheritsched": (0, 1),
    "schedpolicy": (0, 1, 2),
    "clock": (0, 1),
    "pshared": (0, 1),
    "stacksize": range(16384, 1 << 64),
}


def create(thread: Thread, handle: Value, f: A.FuncDecl, argument: Value, pos: A.Pos) -> Doing[Thread]:
    """The handle is stored before the thread starts."""
    machine = thread.machine
    new = machine.new_thread(f.name)
    new.creator = thread.number
    if machine.ids_are_numbers:
        for each in (thread, new):
            yield from thread.call_library("__number_of_id", [each.number], pos)
    same = sum(t.name.partition("#")[0] == f.name for t in machine.threads)
    new.name = f.name if same == 1 else f"{f.name}#{same}"
    yield from thread.store(as_pointer(handle), new.number, machine.model.ulong, pos)
    yield Action(pos, f"create {new.name}")
    machine.start(new, new.live(f, [argument][: len(f.params)], pos))
    return new


def pthread_create(thread: Thread, args: list[Value], e: A.Call) -> Doing[Value]:
    is_detached = as_pointer(args[1]).address != 0 and state(thread, args[1], Attributes, e.pos).is_detached
    new = yield from create(thread, args[0], thread.called(args[2], e.pos), args[3], e.pos)
    new.is_detached = is_detached
    return 0


def named(thread: Thread, handle: Value, pos: A.Pos) -> Thread:
    """The thread that a handle means."""
    n = number(handle)
    if not 1 <= n <= len(thread.machine.threads):
        raise TakenForGranted("a thread that has not been created is joined or detached", pos)
    return thread.machine.threads[n - 1]


def joined(thread: Thread, handle: Value, pos: A.Pos) -> Doing[Thread | None]:
    """Wait until the thread has ended; None: it would be the thread itself."""
    other = named(thread, handle, pos)
    if other is thread:
        yield from cancellation.here(thread, pos, is_required=False)
        return None
    way = yield Action(
        pos, f"join {other.name}", ways=lambda: ((GO,) if other.has_ended else ()) + cancellation.ways(thread)
    )
    if way == CANCELLED:
        yield from cancellation.act(thread, pos)
    _once(other, pos)
    return other


def _once(other: Thread, pos: A.Pos) -> None:
    if other.is_detached or other.is_joined:
        raise NotUnderstood("join of a thread that is detached, or was joined before", pos)
    other.is_joined = True


def pthread_join(thread: Thread, args: list[Value], e: A.Call) -> Doing[Value]:
    other = yield from joined(thread, args[0], e.pos)
    if other is None:
        return EDEADLK
    yield from _store_result(thread, other, args[1], e.pos)
    return 0


def _store_result(thread: Thread, other: Thread, place: Value, pos: A.Pos) -> Doing[None]:
    if as_pointer(place).address:
        v = thread.machine.missing_value(_POINTER, pos) if other.register is None else other.register
        yield from thread.store(as_pointer(place), as_pointer(v), _POINTER, pos)


def pthread_tryjoin(thread: Thread, args: list[Value], e: A.Call) -> Doing[Value]:
    other = named(thread, args[0], e.pos)
    yield Action(e.pos, f"try to join {other.name}")
    if not other.has_ended:
        return EBUSY
    _once(other, e.pos)
    yield from _store_result(thread, other, args[1], e.pos)
    return 0


def pthread_timedjoin(thread: Thread, args: list[Value], e: A.Call) -> Doing[Value]:
    if not as_pointer(args[-1]).address or not (yield from read_time(thread, args, e)):
        raise NotUnderstood("pthread_timedjoin_np without a time", e.pos)
    other = named(thread, args[0], e.pos)
    if other is thread:
        return EDEADLK
    yield Action(e.pos, f"join {other.name}")
    if not other.has_ended:
        return ETIMEDOUT
    _once(other, e.pos)
    yield from _store_result(thread, other, args[1], e.pos)
    return 0


def detach(thread: Thread, args: list[Value], e: A.Call) -> Doing[Value]:
    yield from ()
    other = named(thread, args[0], e.pos)
    if other.is_detached or other.is_joined:
        raise NotUnderstood("pthread_detach of a thread that was detached or joined before", e.pos)
    other.is_detached = True
    return 0


def pthread_exit(thread: Thread, args: list[Value], e: A.Call) -> Doing[Value]:
    thread.given.append(args[0])
    yield from leave(thread, e.pos)
    raise ThreadEnd(args[0], _POINTER)


def leave(thread: Thread, pos: A.Pos) -> Doing[None]:
    """What is to be done before a thread ends in the middle of something."""
    thread.is_leaving = True
    if any(f.function.has_cleanups for f in thread.frames):
        raise NotUnderstood("pthread_exit in the scope of a cleanup", pos)
    while thread.cleanups:
        yield from _clean_up(thread, pos)


def _clean_up(thread: Thread, pos: A.Pos) -> Doing[Value]:
    f, argument = thread.cleanups.pop()
    thread.given.append(argument)
    result = yield from thread.invoke(thread.called(f, pos), [argument], pos)
    thread.given.pop()
    return result


def cleanup_push(thread: Thread, args: list[Value], e: A.Call) -> Doing[Value]:
    yield from ()
    thread.cleanups.append((as_pointer(args[0]), args[1]))
    return None


def cleanup_pop(thread: Thread, args: list[Value], e: A.Call) -> Doing[Value]:
    if not thread.cleanups:
        raise NotUnderstood("pthread_cleanup_pop without a push", e.pos)
    if number(args[0]):
        yield from _clean_up(thread, e.pos)
    else:
        thread.cleanups.pop()
    return None


def self_(thread: Thread, args: list[Value], e: A.Call) -> Doing[Value]:
    yield from ()
    return thread.number


def id_is_free(thread: Thread, args: list[Value], e: A.Call) -> Doing[Value]:
    yield from ()
    if not number(args[0]):
        return 0
    other = thread.machine.threads[number(args[0]) - 1]
    return int(other.has_ended and (other.is_joined or other.is_detached))


def equal(thread: Thread, args: list[Value], e: A.Call) -> Doing[Value]:
    yield from ()
    a, b = map(number, args)
    thread.check_thread_ids(a, b, e.pos)
    return int(a == b)


def attributes_init(thread: Thread, args: list[Value], e: A.Call) -> Doing[Value]:
    yield from ()
    attributes = state(thread, args[0], Attributes, e.pos)
    attributes.is_detached, attributes.others = False, {}
    return 0


def attributes_destroy(thread: Thread, args: list[Value], e: A.Call) -> Doing[Value]:
    """(What they say stays.)"""
    yield from ()
    state(thread, args[0], Attributes, e.pos)
    return 0


def attributes_setdetachstate(thread: Thread, args: list[Value], e: A.Call) -> Doing[Value]:
    yield from ()
    if number(args[1]) not in (0, 1):
        return EINVAL
    state(thread, args[0], Attributes, e.pos).is_detached = number(args[1]) == 1
    return 0


def attributes_getdetachstate(thread: Thread, args: list[Value], e: A.Call) -> Doing[Value]:
    value = int(state(thread, args[0], Attributes, e.pos).is_detached)
    yield from thread.store(as_pointer(args[1]), value, ct.INT, e.pos)
    return 0


def attributes_other(thread: Thread, args: list[Value], e: A.Call) -> Doing[Value]:
    """Stacks, priorities and their like make no difference, but some values are refused."""
    yield from ()
    assert isinstance(e.callee, A.Name)
    attributes = state(thread, args[0], Attributes, e.pos)
    what, value = e.callee.decl.name.rpartition("_set")[2], number(args[1])
    if what == "inheritsched" and value != 0:
        raise NotUnderstood("thread that is scheduled in its own way", e.pos)
    if what == "scope" and value == 1:
        return _ENOTSUP
    if what == "kind_np" and value not in (0, 1):
        raise NotUnderstood("read-write lock that prefers writers", e.pos)
    if what in _ACCEPTED and value not in _ACCEPTED[what]:
        return EINVAL
    attributes.others = {**attributes.others, what: value}
    return 0


def attributes_get(thread: Thread, args: list[Value], e: A.Call) -> Doing[Value]:
    assert isinstance(e.callee, A.Name)
    attributes = state(thread, args[0], Attributes, e.pos)
    what, t = e.callee.decl.name.rpartition("_get")[2], e.args[1].type
    assert isinstance(t, ct.Pointer)
    value = attributes.others.get(what, 4096 if what == "guardsize" else 0)
    if what == "stacksize" and what not in attributes.others:
        value = thread.machine.input(thread.machine.model.ulong, e.pos, 16384)
    yield from thread.store(as_pointer(args[1]), value, t.to, e.pos)
    return 0


def set_parameters(thread: Thread, args: list[Value], e: A.Call) -> Doing[Value]:
    """Of scheduling: they are read. Whether the system accepts them nobody knows."""
    yield from thread.load(as_pointer(args[-1]), ct.INT, e.pos)
    return thread.machine.pick("parameters of scheduling are refused", 2, e.pos) and EPERM


def _is_unknown(thread: Thread, v: Value, pos: A.Pos) -> Doing[bool]:
    """Of one that has ended, and that nobody has joined yet, the system may know nothing any more."""
    other = named(thread, v, pos)
    yield Action(pos, f"look for {other.name}")
    if other.has_ended and (other.is_joined or other.is_detached):
        raise NotUnderstood("what the system says of a thread that is no more", pos)
    return other.has_ended and thread.machine.flag("it is not known any more", pos)


def get_clock(thread: Thread, args: list[Value], e: A.Call) -> Doing[Value]:
    if (yield from _is_unknown(thread, args[0], e.pos)):
        return ESRCH
    yield from thread.store(as_pointer(args[1]), thread.machine.input(ct.INT, e.pos), ct.INT, e.pos)
    return 0


def get_parameters(thread: Thread, args: list[Value], e: A.Call) -> Doing[Value]:
    if len(args) == 3:
        if (yield from _is_unknown(thread, args[0], e.pos)):
            return ESRCH
        yield from thread.store(as_pointer(args[1]), thread.machine.input(ct.INT, e.pos, 0, 2), ct.INT, e.pos)
    high = 99 if len(args) == 3 else 0
    yield from thread.store(as_pointer(args[-1]), thread.machine.input(ct.INT, e.pos, 0, high), ct.INT, e.pos)
    return 0


def kill(thread: Thread, args: list[Value], e: A.Call) -> Doing[Value]:
    """0 sends nothing."""
    other = named(thread, args[0], e.pos)
    yield Action(e.pos, f"look for {other.name}")
    if other.has_ended and (other.is_joined or other.is_detached):
        raise NotUnderstood("pthread_kill of a thread that is no more", e.pos)
    if 1 <= number(args[1]) <= 64:
        raise NotUnderstood("pthread_kill with a signal", e.pos)
    return EINVAL if number(args[1]) else 0


def set_cancellation(thread: Thread, args: list[Value], e: A.Call) -> Doing[Value]:
    """State or type, of which each has two values."""
    yield from ()
    assert isinstance(e.callee, A.Name)
    name, new = e.callee.decl.name, number(args[0])
    if new not in (0, 1):
        return EINVAL
    if as_pointer(args[1]).address:
        yield from thread.store(as_pointer(args[1]), thread.cancellation.get(name, 0), ct.INT, e.pos)
    thread.cancellation[name] = new
    cancellation.must_be_deferred(thread, e.pos)
    return 0


def cancel(thread: Thread, args: list[Value], e: A.Call) -> Doing[Value]:
    """A request, which the other one may act upon, now or later. To who has ended it means nothing."""
    other = named(thread, args[0], e.pos)
    yield Action(e.pos, f"cancel {other.name}")
    if other.has_ended and (other.is_joined or other.is_detached):
        raise NotUnderstood("pthread_cancel of a thread that is no more", e.pos)
    other.is_cancelled = True
    return 0


# ---------------------------------------------------------------- keys


def key_create(thread: Thread, args: list[Value], e: A.Call) -> Doing[Value]:
    machine = thread.machine
    if len(machine.keys) < machine.next_key:
        raise NotUnderstood("a key that is created after another was deleted, whose number it may have", e.pos)
    destructor = as_pointer(args[1]) if as_pointer(args[1]).address else None
    key = machine.next_key
    machine.next_key += 1
    machine.keys[key] = destructor
    yield from thread.store(as_pointer(args[0]), key, ct.UINT, e.pos)
    return 0


def _is_key(thread: Thread, key: int, e: A.Call) -> bool:
    machine = thread.machine
    if key < machine.next_key and key not in machine.keys:
        raise NotUnderstood("use of a key that was deleted", e.pos)
    return key in machine.keys


def key_delete(thread: Thread, args: list[Value], e: A.Call) -> Doing[Value]:
    yield from ()
    if not _is_key(thread, number(args[0]), e):
        return EINVAL
    del thread.machine.keys[number(args[0])]
    return 0


def get_specific(thread: Thread, args: list[Value], e: A.Call) -> Doing[Value]:
    yield from ()
    if not _is_key(thread, number(args[0]), e):
        return NULL
    return thread.specific.get(number(args[0]), NULL)


def set_specific(thread: Thread, args: list[Value], e: A.Call) -> Doing[Value]:
    yield from ()
    if not _is_key(thread, number(args[0]), e):
        return EINVAL
    thread.specific[number(args[0])] = as_pointer(args[1])
    return 0


HANDLERS: dict[str, Handler] = {
    "pthread_create": pthread_create,
    "pthread_join": pthread_join,
    "pthread_tryjoin_np": pthread_tryjoin,
    **dict.fromkeys(("pthread_timedjoin_np", "pthread_clockjoin_np"), pthread_timedjoin),
    "pthread_kill": kill,
    **dict.fromkeys(("pthread_setschedparam", "pthread_attr_setschedparam"), set_parameters),
    "pthread_getcpuclockid": get_clock,
    **dict.fromkeys(("pthread_getschedparam", "pthread_attr_getschedparam"), get_parameters),
    "pthread_detach": detach,
    "pthread_exit": pthread_exit,
    "pthread_cleanup_push": cleanup_push,
    "pthread_cleanup_pop": cleanup_pop,
    **dict.fromkeys(("pthread_self", "thrd_current"), self_),
    **dict.fromkeys(("pthread_equal", "thrd_equal"), equal),
    **dict.fromkeys(
        ("pthread_attr_init", "pthread_condattr_init", "pthread_rwlockattr_init", "pthread_barrierattr_init"),
        attributes_init,
    ),
    **dict.fromkeys(
        ("pthread_attr_destroy", "pthread_condattr_destroy", "pthread_rwlockattr_destroy",
         "pthread_barrierattr_destroy"),
        attributes_destroy,
    ),
    "pthread_cancel": cancel,
    "__id_is_free": id_is_free,
    "pthread_attr_setdetachstate": attributes_setdetachstate,
    "pthread_attr_getdetachstate": attributes_getdetachstate,
    **dict.fromkeys(
        ("pthread_attr_setstacksize", "pthread_attr_setscope", "pthread_attr_setschedpolicy",
         "pthread_attr_setinheritsched", "pthread_attr_setguardsize", "pthread_condattr_setclock",
         "pthread_condattr_setpshared", "pthread_rwlockattr_setpshared", "pthread_barrierattr_setpshared",
         "pthread_rwlockattr_setkind_np"),
        attributes_other,
    ),
    **dict.fromkeys(
        ("pthread_attr_getstacksize", "pthread_attr_getscope", "pthread_attr_getschedpolicy",
         "pthread_attr_getinheritsched", "pthread_attr_getguardsize", "pthread_condattr_getclock",
         "pthread_condattr_getpshared", "pthread_rwlockattr_getpshared", "pthread_barrierattr_getpshared",
         "pthread_rwlockattr_getkind_np"),
        attributes_get,
    ),
    **dict.fromkeys(("pthread_setcancelstate", "pthread_setcanceltype"), set_cancellation),
    **dict.fromkeys(("pthread_key_create", "tss_create"), key_create),
    "pthread_key_delete": key_delete,
    **dict.fromkeys(("pthread_getspecific", "tss_get"), get_specific),
    **dict.fromkeys(("pthread_setspecific", "tss_set"), set_specific),
}  # fmt: skip
