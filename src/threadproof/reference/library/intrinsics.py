"""Functions of verification tasks, assertions, and the ends of a process."""

from __future__ import annotations

from typing import TYPE_CHECKING

from threadproof.frontend import ast as A
from threadproof.frontend import ctypes as ct
from threadproof.properties import UNREACH_CALL
from threadproof.reference.action import Doing
from threadproof.reference.outcome import Discarded, NotUnderstood, ProcessEnd, SectionImpossible, Violation
from threadproof.reference.values import Value, as_pointer, is_true

if TYPE_CHECKING:
    from threadproof.reference.library import Handler
    from threadproof.reference.threads import Thread


def nondeterministic(thread: Thread, args: list[Value], e: A.Call) -> Doing[Value]:
    yield from ()
    assert isinstance(e.callee, A.Name)
    if isinstance(e.type, ct.Float) and e.type.width in (32, 64):
        return thread.machine.float_input(e.type, e.pos)
    if not isinstance(e.type, ct.Int):
        raise NotUnderstood(f"{e.callee.decl.name} of a type that is not a number", e.pos)
    return thread.machine.input(ct.BOOL if e.callee.decl.name.endswith("bool") else e.type, e.pos)


def assume(thread: Thread, args: list[Value], e: A.Call) -> Doing[Value]:
    yield from ()
    if not is_true(args[0]):
        raise fail(thread, e.pos)
    return None


def fail(thread: Thread, pos: A.Pos) -> Discarded:
    return (SectionImpossible if thread.sections else Discarded)(f"an assumption fails ({pos})")


def assert_(thread: Thread, args: list[Value], e: A.Call) -> Doing[Value]:
    yield from ()
    if not is_true(args[0]):
        if thread.machine.property is UNREACH_CALL:
            raise Violation(UNREACH_CALL.name, "an assertion fails", e.pos)
        raise ProcessEnd("abort")
    return None


def assert_fail(thread: Thread, args: list[Value], e: A.Call) -> Doing[Value]:
    yield from ()
    if thread.machine.property is UNREACH_CALL and thread.machine.assert_is_error:
        raise Violation(UNREACH_CALL.name, "an assertion fails", e.pos)
    raise ProcessEnd("abort")


def abort(thread: Thread, args: list[Value], e: A.Call) -> Doing[Value]:
    yield from ()
    raise ProcessEnd("abort")


def exit_(thread: Thread, args: list[Value], e: A.Call) -> Doing[Value]:
    yield from thread.machine.exit_process(thread, "exit")
    return None


def exit_now(thread: Thread, args: list[Value], e: A.Call) -> Doing[Value]:
    yield from ()
    raise ProcessEnd("exit")


def at_exit(thread: Thread, args: list[Value], e: A.Call) -> Doing[Value]:
    yield from thread.machine.turn(thread, e.pos, "atexit")
    if not as_pointer(args[0]).address:
        raise NotUnderstood("atexit of no function", e.pos)
    thread.machine.at_exit.append(thread.called(as_pointer(args[0]), e.pos))
    return 0


def atomic_begin(thread: Thread, args: list[Value], e: A.Call) -> Doing[Value]:
    yield from thread.begin_section(e.pos)
    return None


def atomic_end(thread: Thread, args: list[Value], e: A.Call) -> Doing[Value]:
    yield from thread.end_section(e.pos)
    return None


def first_argument(thread: Thread, args: list[Value], e: A.Call) -> Doing[Value]:
    yield from ()
    return args[0]


def unreachable(thread: Thread, args: list[Value], e: A.Call) -> Doing[Value]:
    yield from ()
    raise fail(thread, e.pos)


def nothing(thread: Thread, args: list[Value], e: A.Call) -> Doing[Value]:
    yield from ()
    return None if isinstance(e.type, ct.Void) else 0


HANDLERS: dict[str, Handler] = {
    **dict.fromkeys(("__VERIFIER_assume", "__CPROVER_assume", "assume"), assume),
    **dict.fromkeys(("__VERIFIER_assert", "__CPROVER_assert", "assert"), assert_),
    **dict.fromkeys(("__assert_fail", "__assert", "__assert_rtn", "__assert_perror_fail"), assert_fail),
    **dict.fromkeys(("abort", "__builtin_abort", "__builtin_trap", "reach_error", "__VERIFIER_error"), abort),
    "exit": exit_,
    **dict.fromkeys(("_exit", "_Exit", "quick_exit"), exit_now),
    "atexit": at_exit,
    **dict.fromkeys(
        ("__VERIFIER_atomic_begin", "__CPROVER_atomic_begin", "atomic_begin", "__unordered_begin"), atomic_begin
    ),
    **dict.fromkeys(("__VERIFIER_atomic_end", "__CPROVER_atomic_end", "atomic_end", "__unordered_end"), atomic_end),
    **dict.fromkeys(
        ("__builtin_expect", "__builtin_expect_with_probability", "__builtin_assume_aligned"), first_argument
    ),
    "__builtin_unreachable": unreachable,
    **dict.fromkeys(("__builtin_prefetch", "__builtin_ia32_pause", "__sequential_only"), nothing),
}
