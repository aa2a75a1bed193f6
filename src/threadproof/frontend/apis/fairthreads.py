"""FairThreads: cooperative threads, schedulers, events. Calls become `Primitive`s of `schedulers.fairthreads`.

A call that may lose control is two, unless its result is plain: the wait, and `outcome`, which says what came of it
when the thread has control again. How many instants to wait is part of the scheduler's state where it is constant;
otherwise the program counts them one by one. Values of events are data: an array over event and position holds them.

A thread that was stopped finds out from `outcome`, runs its cleanup function and ends. Threads that leave their
scheduler run preemptively, which is not supported; nor are two schedulers side by side.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from threadproof.analysis.points_to import From
from threadproof.frontend import ast as A
from threadproof.frontend import raw as R
from threadproof.frontend.ctypes import INT, Pointer, Void
from threadproof.frontend.lower.whole import Value
from threadproof.frontend.threads import Cooperative, ThreadApi, register
from threadproof.ir import op as O
from threadproof.logic import term as T
from threadproof.logic.term import Term
from threadproof.schedulers.fairthreads.codes import FOREVER, OK, PRESENT, STOPPED, TIMEOUT

if TYPE_CHECKING:
    from threadproof.frontend.lower.calls import Calls, Handler
    from threadproof.frontend.lower.whole import ProgramContext
    from threadproof.ir.sched import Scheduler

#: events that one select may wait for
MAX_EVENTS = 8
_PREEMPTIVE = "preemptive part of FairThreads"


def _call(c: Calls, name: str, *args: Term, note: str = "") -> Term:
    result = c.new_temporary(32)
    c.emit(O.Primitive(name, args, result), note=note)
    return T.var(result)


def _number(n: int) -> Term:
    return T.const(n, 32)


def _held(c: Calls, e: A.Call, i: int) -> Term:
    """An argument that is a number."""
    found = c.hold(c.integer(c.arg(e, i)), c.model.ulong)
    assert isinstance(found, Term)
    return found


# ---------------------------------------------------------------- creation


def _scheduler_create(c: Calls, e: A.Call, wanted: bool) -> Value:
    return T.resize(_call(c, "scheduler"), c.model.ulong.width, False)


def _only_with_scheduler(c: Calls, e: A.Call) -> None:
    """The first argument must be the scheduler: there is one."""
    go_on, wrong = c.location(), c.location()
    c.branch(T.eq(_held(c, e, 0), T.const(1, c.model.ulong.width)), go_on, wrong)
    c.at = wrong
    c.emit(O.Unsupported("thread or event of a scheduler that has not been created"))
    c.at = go_on


def _event_create(c: Calls, e: A.Call, wanted: bool) -> Value:
    _only_with_scheduler(c, e)
    return T.resize(_call(c, "event"), c.model.ulong.width, False)


def _thread_create(c: Calls, e: A.Call, wanted: bool) -> Value:
    _only_with_scheduler(c, e)
    start = c.pointer(c.arg(e, 1))
    cleanup = c.pointer(c.arg(e, 2))
    argument = c.pointer(c.arg(e, 3))
    candidates = [c.program.unit.functions[s.function] for s in c.program.function_sites.values()
                  if s.number == start.obj.value]  # fmt: skip
    if not candidates or any(f.body is None for f in candidates):
        c.unsupported("thread whose start function is not known")
        return T.const(0, c.model.ulong.width)
    f = candidates[0]
    handle = c.new_thread(c.program.template_for(f))
    if _uses_stop(c.program):
        if cleanup.obj.value not in {0, *(s.number for s in c.program.function_sites.values())}:
            c.unsupported("thread whose cleanup function is not known")
        c.emit(O.Step(updates=(O.Update(c.program.cleanup, (handle,), cleanup.obj),)))
        c.flow("cleanup", cleanup)
    c.create(f, handle, [argument], is_linked=True)
    c.emit(O.Primitive("create", (handle,)))
    return T.resize(handle, c.model.ulong.width, False)


# ---------------------------------------------------------------- orders, and what does not wait


def _simple(name: str) -> Handler:
    def handler(c: Calls, e: A.Call, wanted: bool) -> Value:
        return _call(c, name, *[_held(c, e, i) for i in range(len(e.args))])

    return handler


def _with_value(name: str) -> Handler:
    """The event is generated, or will be, and has one more value."""

    def handler(c: Calls, e: A.Call, wanted: bool) -> Value:
        event = _held(c, e, 0)
        value = c.pointer(c.arg(e, 1))
        if c.raw.name == "main":  # it would have to be one step: between two orders of main, others run
            c.unsupported("event with a value that main generates")
        result = _call(c, name, event)
        position = _call(c, f"{name}_value", event)
        c.flow("value", value)
        index = (event, position)
        obj, off = c.program.event_values
        c.emit(O.Step(updates=(O.Update(obj, index, value.obj), O.Update(off, index, value.off))))
        return result

    return handler


def _self(c: Calls, e: A.Call, wanted: bool) -> Value:
    id_ = T.const(0, 32) if c.raw.name == "main" else c.self_id
    return T.resize(id_, c.model.ulong.width, False)


def _own_scheduler(c: Calls, e: A.Call, wanted: bool) -> Value:
    return T.const(0 if c.raw.name == "main" else 1, c.model.ulong.width)


def _exit(c: Calls, e: A.Call, wanted: bool) -> Value:
    c.end_thread(None)
    return None


def _refused(what: str) -> Handler:
    def handler(c: Calls, e: A.Call, wanted: bool) -> Value:
        c.values(e.args)
        c.unsupported(f"{what} ({_PREEMPTIVE})")
        return c.result(e, 0)

    return handler


# ---------------------------------------------------------------- waiting


def _outcome(c: Calls) -> Term:
    """What the wait has come to; a thread that was stopped goes to its end."""
    found = _call(c, "outcome")
    _leave_if_stopped(c, found)
    return found


def _leave_if_stopped(c: Calls, outcome: Term) -> None:
    if _uses_stop(c.program) and c.at is not None and c.raw.name != "main":
        go_on, leave = c.location(), c.location()
        c.branch(T.eq(outcome, _number(STOPPED)), leave, go_on)
        c.at = leave
        c.leave_thread()
        c.jump(c.stopped)
        c.at = go_on


def _code(outcome: Term) -> Term:
    return T.bvand(outcome, _number(PRESENT - 1))


def _wait(c: Calls, name: str, instants: Term | None, *args: Term) -> Term:
    """Wait, so many instants at most; the outcome."""
    if instants is None:
        _call(c, name, _number(FOREVER), *args)
        return _outcome(c)
    if instants.value is not None:
        _call(c, name, _number(instants.value if instants.value < 1 << 31 else 0), *args)
        return _outcome(c)
    if "ft_scheduler_suspend" in c.program.unit.functions:
        c.unsupported("a number of instants that is not constant, in a program that suspends threads")
    if c.raw.name == "main":
        c.unsupported("a number of instants that is not constant, in main")
    left, found = c.new_temporary(32), c.new_temporary(32)
    head, wait, again, none, over, end = [c.location() for _ in range(6)]
    start = c.location()
    c.emit(O.Step(updates=(O.Update(left, (), instants),)), start)
    c.at = start
    c.branch(T.slt(_number(0), T.var(left)), head, none)
    c.at = none
    _call(c, name, _number(0), *args)
    c.emit(O.Step(updates=(O.Update(found, (), _outcome(c)),)), end)
    c.at = head
    c.branch(T.slt(_number(0), T.var(left)), wait, over)
    c.at = wait
    _call(c, name, _number(1), *args)
    outcome = _outcome(c)
    c.emit(O.Step(updates=(O.Update(found, (), outcome),)))
    is_over = name == "cooperate"
    c.branch(T.TRUE if is_over else T.eq(_code(T.var(found)), _number(TIMEOUT)), again, end)
    c.at = again
    c.emit(O.Step(updates=(O.Update(left, (), T.sub(T.var(left), _number(1))),)), head)
    c.at = over
    c.emit(O.Step(updates=(O.Update(found, (), _number(OK if is_over else TIMEOUT)),)), end)
    c.at = end
    return T.var(found)


def _instants(c: Calls, e: A.Call, i: int) -> Term:
    return T.resize(_held(c, e, i), 32, True)


def _cooperate(c: Calls, e: A.Call, wanted: bool) -> Value:
    if e.args:
        instants = _instants(c, e, 0)
        if instants.value is None:
            return _code(_wait(c, "cooperate", instants))
        result = _call(c, "cooperate", _number(instants.value if instants.value < 1 << 31 else 0))
    else:
        result = _call(c, "cooperate", _number(1))
    if _uses_stop(c.program) and c.raw.name != "main":
        _outcome(c)
    return result


def _waiting(name: str, *, timed: bool = False) -> Handler:
    def handler(c: Calls, e: A.Call, wanted: bool) -> Value:
        what = _held(c, e, 0)
        if not timed and not _uses_stop(c.program):
            return _call(c, name, what)
        asking = {"await": "select", "join": "join_n"}[name]
        return _code(_wait(c, asking, _instants(c, e, 1) if timed else None, what))

    return handler


def _select(*, timed: bool = False) -> Handler:
    def handler(c: Calls, e: A.Call, wanted: bool) -> Value:
        length = c.integer(c.arg(e, 0)).value
        array = c.pointer(c.arg(e, 1))
        mask = c.pointer(c.arg(e, 2))
        if length is None or length > MAX_EVENTS:
            c.unsupported(f"select whose number of events is not a constant up to {MAX_EVENTS}")
            return c.result(e, 0)
        first = c.deref(array, c.model.ulong, "events")
        events: list[Term] = []
        for i in range(length):
            at = first.field(i * c.model.ulong.width // 8, f"events[{i}]")
            event = c.load(at, c.model.ulong)
            assert isinstance(event, Term)
            events.append(event)
        outcome = _wait(c, "select", _instants(c, e, 3) if timed else None, *events)
        if not mask.is_null:
            masks = c.deref(mask, INT, "mask")
            for i in range(length):
                bit = T.bvand(T.lshr(outcome, _number(8 + i)), _number(1))
                c.store(masks.field(4 * i, f"mask[{i}]"), INT, bit)
        return _code(outcome)

    return handler


def _get_value(c: Calls, e: A.Call, wanted: bool) -> Value:
    event, number = _held(c, e, 0), T.resize(_held(c, e, 1), 32, False)
    where = c.pointer(c.arg(e, 2))
    _call(c, "value", event, number)
    result = _code(_outcome(c))
    there, end = c.location(), c.location()
    c.branch(T.eq(result, _number(OK)), there, end)
    c.at = there
    position = _call(c, "place", event, number)
    out = c.new_local("value", Pointer(Void()))
    updates = tuple(
        O.Update(v, (), T.select(x, (event, position))) for v, x in zip(out.vars, c.program.event_values, strict=True)
    )
    c.emit(O.Step(updates=updates))
    c.flow(out.vars[0], R.Ptr(T.var(out.vars[0]), T.var(out.vars[1]), (From("value"),)))
    c.store(c.deref(where, Pointer(Void())), Pointer(Void()), c.value_of(out))
    c.jump(end)
    c.at = end
    return result


# ---------------------------------------------------------------- threads that are stopped


def _uses_stop(program: ProgramContext) -> bool:
    return "ft_scheduler_stop" in program.unit.functions


def begin_thread(c: Calls) -> None:
    """A thread may be stopped before it has run."""
    if _uses_stop(c.program):
        _leave_if_stopped(c, _call(c, "outcome"))


def end_stopped(c: Calls, argument: Value) -> None:
    """The end of threads that were stopped."""
    if not _uses_stop(c.program):
        return
    end = c.location()
    which = T.select(c.program.cleanup, (c.self_id,))
    pointer = R.Ptr(which, T.const(0, c.model.pointer_width), (From("cleanup"),))
    clean = c.location()
    c.at = c.stopped
    c.branch(T.eq(which, R.NULL_OBJECT), end, clean)
    c.at = clean

    def run(f: A.FuncDecl) -> None:
        c.run_function(f, [argument] if f.params else [])

    c.choose_function(pointer, c.cannot_start, run, is_checked=True)
    c.jump(end)
    c.at = end
    c.end_thread(None)


def _scheduler(any_order: bool, watches: bool) -> Scheduler:
    from threadproof.schedulers.fairthreads.state import FairThreads

    return FairThreads(any_order=any_order, watches=watches)


COOPERATIVE = Cooperative(_scheduler, begin_thread, end_stopped)
HANDLERS: dict[str, Handler] = {
    "ft_scheduler_create": _scheduler_create,
    "ft_event_create": _event_create,
    "ft_thread_create": _thread_create,
    "ft_scheduler_start": _simple("start"),
    "ft_scheduler_stop": _simple("stop"),
    "ft_scheduler_suspend": _simple("suspend"),
    "ft_scheduler_resume": _simple("resume"),
    "ft_scheduler_broadcast": _simple("broadcast"),
    "ft_scheduler_broadcast_value": _with_value("broadcast"),
    "ft_thread_generate": _simple("generate"),
    "ft_thread_generate_value": _with_value("generate"),
    "ft_thread_cooperate": _cooperate,
    "ft_thread_cooperate_n": _cooperate,
    "ft_thread_await": _waiting("await"),
    "ft_thread_await_n": _waiting("await", timed=True),
    "ft_thread_join": _waiting("join"),
    "ft_thread_join_n": _waiting("join", timed=True),
    "ft_thread_select": _select(),
    "ft_thread_select_n": _select(timed=True),
    "ft_thread_get_value": _get_value,
    "ft_thread_self": _self,
    "ft_thread_scheduler": _own_scheduler,
    "ft_exit": _exit,
    "ft_thread_link": _refused("ft_thread_link"),
    "ft_thread_unlink": _refused("ft_thread_unlink"),
    "ft_thread_mutex_lock": _refused("ft_thread_mutex_lock"),
    "ft_thread_mutex_unlock": _refused("ft_thread_mutex_unlock"),
    "ft_pthread": _refused("ft_pthread"),
}

register(
    ThreadApi(
        "FairThreads",
        HANDLERS,
        cooperative=COOPERATIVE,
    )
)
