"""SV-COMP intrinsics, the CPROVER dialect, assert, abort, exit, and GCC's control-flow builtins."""

from __future__ import annotations

from typing import TYPE_CHECKING

from threadproof.frontend import ast as A
from threadproof.frontend.ctypes import BOOL, Float, Int, Pointer
from threadproof.frontend.library import LIBRARY
from threadproof.frontend.lower.whole import Value
from threadproof.ir import op as O
from threadproof.logic import term as T
from threadproof.logic.floats import PRECISION

if TYPE_CHECKING:
    from threadproof.frontend.lower.calls import Calls, Handler


def nondeterministic(c: Calls, e: A.Call, wanted: bool) -> Value:
    c.values(e.args)
    name = e.callee.decl.name if isinstance(e.callee, A.Name) else ""
    if any(isinstance(x.type, Pointer) for x in e.args):
        c.unsupported(f"{name}, which may write through its arguments")
    if name.endswith("bool") and isinstance(e.type, Int):
        return T.resize(c.nondet(BOOL), e.type.width, False)
    if isinstance(e.type, Int):
        return c.nondet(e.type)
    if isinstance(e.type, Float) and e.type.width in PRECISION:
        return c.anything(e.type.width)
    c.unsupported(f"{name or 'nondeterministic value'} of a type that is not a number")
    return c.dummy(e.type)


def _square_root(c: Calls, e: A.Call, wanted: bool) -> Value:
    """For `library/math.c`."""
    x = c.value(c.arg(e, 0))
    return T.fconvert("fsqrt", x, x.width) if isinstance(x, T.Term) else c.dummy(e.type)


def _assume(c: Calls, e: A.Call, wanted: bool) -> Value:
    ok, bad = c.location(), c.location()
    c.condition(c.arg(e, 0), ok, bad)
    c.at = bad
    c.assume(T.FALSE, "an assumption does not hold")
    c.at = ok
    return None


def _error(c: Calls, e: A.Call, wanted: bool) -> Value:
    name = e.callee.decl.name if isinstance(e.callee, A.Name) else "the error function"
    c.violation(f"{name}() is called")
    return None


def _assert(c: Calls, e: A.Call, wanted: bool) -> Value:
    ok, bad = c.location(), c.location()
    c.condition(c.arg(e, 0), ok, bad)
    c.at = bad
    c.violation("an assertion fails")
    c.at = ok
    return None


def _assert_fail(c: Calls, e: A.Call, wanted: bool) -> Value:
    if c.program.assert_is_error:
        text = e.args[0] if e.args else None
        while isinstance(text, A.Cast | A.Decay):
            text = text.operand if isinstance(text, A.Cast) else text.place
        words = text.data.rstrip(b"\0").decode(errors="replace") if isinstance(text, A.Str) else ""
        c.violation(f"the assertion fails: {words}" if words else "an assertion fails")
    else:
        c.exit_process("abort")
    return None


def _exit(c: Calls, e: A.Call, wanted: bool) -> Value:
    c.values(e.args)
    c.program.calls_exit = True
    c.end_process("exit")
    return None


def _exit_at_once(c: Calls, e: A.Call, wanted: bool) -> Value:
    c.values(e.args)
    c.exit_process("exit")
    return None


def _abort(c: Calls, e: A.Call, wanted: bool) -> Value:
    c.exit_process("abort")
    return None


def _atomic_begin(c: Calls, e: A.Call, wanted: bool) -> Value:
    # (what the library does in one step takes a lock and gives it back)
    is_lock = c.program.is_weak and e.pos.file == LIBRARY
    c.atomic_begin(O.Order.ACQ_REL if is_lock else None, implicit=False)
    return None


def _unordered_begin(c: Calls, e: A.Call, wanted: bool) -> Value:
    """What the library knows is looked up: no processor orders anything by that."""
    c.atomic_begin(O.Order.PLAIN, implicit=False)
    return None


def _atomic_end(c: Calls, e: A.Call, wanted: bool) -> Value:
    c.atomic_end(implicit=False)
    return None


def _nothing(c: Calls, e: A.Call, wanted: bool) -> Value:
    return c.dummy(e.type)


def _expect(c: Calls, e: A.Call, wanted: bool) -> Value:
    value, *_ = c.values([c.arg(e, 0), *e.args[1:2]])
    return c.convert(value, c.arg(e, 0).type, e.type)


def _assume_aligned(c: Calls, e: A.Call, wanted: bool) -> Value:
    c.program.scope["what '__builtin_assume_aligned' promises holds"] = None
    return c.values(e.args)[0]


def _unreachable(c: Calls, e: A.Call, wanted: bool) -> Value:
    c.program.scope["what '__builtin_unreachable' promises holds"] = None
    c.assume(T.FALSE, "said to be unreachable")
    return None


def _pause(c: Calls, e: A.Call, wanted: bool) -> Value:
    """The verification dialect's pause(x) has no effect; the POSIX one, without arguments, waits for a signal."""
    c.values(e.args)
    if not e.args:
        c.unsupported("pause (signals)")
    return c.dummy(e.type)


HANDLERS: dict[str, Handler] = {
    **dict.fromkeys(A.ERROR_FUNCTIONS, _error),
    "__VERIFIER_assume": _assume,
    "__CPROVER_assume": _assume,
    "assume": _assume,
    "__VERIFIER_assert": _assert,
    "__CPROVER_assert": _assert,
    "assert": _assert,
    "__assert_fail": _assert_fail,
    "__assert": _assert_fail,
    "__assert_rtn": _assert_fail,
    "__assert_perror_fail": _assert_fail,
    "abort": _abort,
    "__builtin_abort": _abort,
    "__builtin_trap": _abort,
    "exit": _exit,
    "_exit": _exit_at_once,
    "_Exit": _exit_at_once,
    "quick_exit": _exit_at_once,
    "__VERIFIER_atomic_begin": _atomic_begin,
    "__VERIFIER_atomic_end": _atomic_end,
    "__unordered_begin": _unordered_begin,
    "__unordered_end": _atomic_end,
    "__CPROVER_atomic_begin": _atomic_begin,
    "__CPROVER_atomic_end": _atomic_end,
    "atomic_begin": _atomic_begin,
    "atomic_end": _atomic_end,
    "__CPROVER_predicate": _nothing,
    "__CPROVER_parameter_predicates": _nothing,
    "__CPROVER_return_predicates": _nothing,
    "__builtin_expect": _expect,
    "__builtin_expect_with_probability": _expect,
    "__builtin_assume_aligned": _assume_aligned,
    "__builtin_unreachable": _unreachable,
    "pause": _pause,
    "__sqrt": _square_root,
    "__sqrtf": _square_root,
}
