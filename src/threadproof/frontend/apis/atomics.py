"""C11 atomics, GCC's __atomic_* and __sync_* builtins: each is one atomic step, sequentially consistent.

A memory order weaker than seq_cst is read as seq_cst and noted in the verdict's scope. A weak compare-exchange may
fail without a reason, as C allows.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from threadproof.analysis.points_to import LoadFrom
from threadproof.frontend import ast as A
from threadproof.frontend import raw as R
from threadproof.frontend.ctypes import BOOL, CType, Int, Pointer, Struct, unqualified
from threadproof.frontend.lower.context import LocalVar, Value
from threadproof.logic import term as T
from threadproof.logic.term import Term

if TYPE_CHECKING:
    from threadproof.frontend.lower.calls import Calls, Handler

_OPERATIONS: dict[str, Callable[[Term, Term], Term]] = {
    "add": T.add,
    "sub": T.sub,
    "and": T.bvand,
    "or": T.bvor,
    "xor": T.bvxor,
    "nand": lambda a, b: T.bvnot(T.bvand(a, b)),
}


def _atomic_place(c: Calls, e: A.Call) -> tuple[R.Place, CType]:
    x = c.arg(e, 0)
    t = x.type.to if isinstance(x.type, Pointer) else Int(32, True, "int")
    place = c.target(x)
    if isinstance(t, Struct) and t.fields and len(t.fields) == 1:  # atomic_flag and the like
        t = t.fields[0].type
    if not isinstance(t, Int | Pointer):
        c.unsupported("atomic operation on something that is not an integer or a pointer")
        t = Int(32, True, "int")
    return place, unqualified(t)


def _operand(c: Calls, e: A.Expr, t: CType) -> Value:
    return c.convert(c.value(e), e.type, t)


def _load(c: Calls, e: A.Call, wanted: bool) -> Value:
    place, t = _atomic_place(c, e)
    c.note_order(e.args[1:])
    old = c.new_local("t", t)
    c.temporaries.update(old.vars)
    c.emit(R.MemAccess(place, t, old=old.vars, atomic=True))
    if isinstance(t, Pointer):
        c.program.constraints.append(LoadFrom(old.vars[0], place.values))
    return c.value_of(old)


def _load_into(c: Calls, e: A.Call, wanted: bool) -> Value:
    """__atomic_load(p, ret, order)"""
    _, t = _atomic_place(c, e)
    out = c.target(c.arg(e, 1))
    c.note_order(e.args[2:])
    v = _load(c, A.Call(e.callee, e.args[:1], t, e.pos), True)
    c.store(out, t, v)
    return None


def _store(c: Calls, e: A.Call, wanted: bool) -> Value:
    place, t = _atomic_place(c, e)
    v = _operand(c, c.arg(e, 1), t)
    c.note_order(e.args[2:])
    c.store(place, t, v, atomic=True)
    return None


def _store_from(c: Calls, e: A.Call, wanted: bool) -> Value:
    """__atomic_store(p, value pointer, order)"""
    place, t = _atomic_place(c, e)
    v = c.load(c.target(c.arg(e, 1)), t)
    c.note_order(e.args[2:])
    c.store(place, t, v, atomic=True)
    return None


def _exchange(c: Calls, e: A.Call, wanted: bool) -> Value:
    place, t = _atomic_place(c, e)
    v = _operand(c, c.arg(e, 1), t)
    c.note_order(e.args[2:])
    old = _old(c, t)
    c.update(place, t, v, old)
    return c.value_of(old)


def _old(c: Calls, t: CType) -> LocalVar:
    old = c.new_local("old", t)
    c.temporaries.update(old.vars)
    return old


def _fetch(name: str, new_value: bool) -> Handler:
    """fetch_and_op gives the old value, op_and_fetch the new one."""

    def handler(c: Calls, e: A.Call, wanted: bool) -> Value:
        place, t = _atomic_place(c, e)
        operand = c.value(c.arg(e, 1))
        c.note_order([] if _is_sync(e) else e.args[2:])
        old = _old(c, t)
        before = c.value_of(old)
        if isinstance(before, R.Ptr):
            if name not in ("add", "sub") or not isinstance(operand, Term):
                c.unsupported(f"atomic {name} on a pointer")
                return c.dummy(e.type)
            # C11 counts elements, the GCC builtins count bytes
            name_called = e.callee.decl.name if isinstance(e.callee, A.Name) else ""
            unit = t if name_called.startswith("atomic_") else Pointer(Int(8, True, "char"))
            after: Value = c.moved(before, operand, True, unit, name == "sub")
        else:
            number = c.convert(operand, c.arg(e, 1).type, t)
            assert isinstance(number, Term)
            after = _OPERATIONS[name](before, number)
        c.update(place, t, after, old)
        return after if new_value else before

    return handler


def _is_sync(e: A.Call) -> bool:
    return isinstance(e.callee, A.Name) and e.callee.decl.name.startswith("__sync")


def _same(a: Value, b: Value) -> Term:
    if isinstance(a, R.Ptr) and isinstance(b, R.Ptr):
        return T.and_(T.eq(a.obj, b.obj), T.eq(a.off, b.off))
    assert isinstance(a, Term) and isinstance(b, Term)
    return T.eq(a, b)


def _choose(cond: Term, a: Value, b: Value) -> Value:
    if isinstance(a, R.Ptr) and isinstance(b, R.Ptr):
        return R.Ptr(T.ite(cond, a.obj, b.obj), T.ite(cond, a.off, b.off), a.values + b.values)
    assert isinstance(a, Term) and isinstance(b, Term)
    return T.ite(cond, a, b)


def _swap(c: Calls, place: R.Place, t: CType, expected: Value, desired: Value, weak: bool) -> tuple[Term, LocalVar]:
    """One step: if *place == expected, *place := desired. Gives (success, old value)."""
    old = _old(c, t)
    before = c.value_of(old)
    success = _same(before, expected)
    if weak:
        success = T.and_(T.ne(c.nondet(BOOL), T.const(0, 8)), success)
    c.update(place, t, _choose(success, desired, before), old)
    held = c.hold(T.from_bool(success, 8), BOOL)
    assert isinstance(held, Term)
    return held, old


def _compare_exchange(weak: bool | None, through_pointer: bool = False) -> Handler:
    """C11 and __atomic_compare_exchange[_n]; `weak` None: it is an argument."""

    def handler(c: Calls, e: A.Call, wanted: bool) -> Value:
        place, t = _atomic_place(c, e)
        expected_place = c.target(c.arg(e, 1))
        desired = c.load(c.target(c.arg(e, 2)), t) if through_pointer else _operand(c, c.arg(e, 2), t)
        is_weak = weak
        orders = e.args[3:]
        if is_weak is None:
            flag = c.arg(e, 3)
            while isinstance(flag, A.Cast):
                flag = flag.operand
            is_weak = not (isinstance(flag, A.Const) and flag.value == 0)
            orders = e.args[4:]
        c.note_order(orders)
        expected = c.load(expected_place, t)
        success, old = _swap(c, place, t, expected, desired, is_weak)
        done, failed = c.location(), c.location()
        c.branch(T.is_nonzero(success), done, failed)
        c.at = failed
        c.store(expected_place, t, c.value_of(old))
        c.jump(done)
        c.at = done
        return T.resize(success, e.type.width if isinstance(e.type, Int) else 8, False)

    return handler


def _sync_swap(give_old: bool) -> Handler:
    def handler(c: Calls, e: A.Call, wanted: bool) -> Value:
        place, t = _atomic_place(c, e)
        expected = _operand(c, c.arg(e, 1), t)
        desired = _operand(c, c.arg(e, 2), t)
        success, old = _swap(c, place, t, expected, desired, weak=False)
        if give_old:
            return c.value_of(old)
        return T.resize(success, e.type.width if isinstance(e.type, Int) else 8, False)

    return handler


def _set_to(value: int, give_old: bool) -> Handler:
    """test_and_set, clear, __sync_lock_release."""

    def handler(c: Calls, e: A.Call, wanted: bool) -> Value:
        place, t = _atomic_place(c, e)
        c.note_order([] if _is_sync(e) else e.args[1:])
        if isinstance(t, Pointer):
            c.store(place, t, c.program.null(), atomic=True)
            return None
        assert isinstance(t, Int)
        number = T.const(value, t.width)
        if not give_old:
            c.store(place, t, number, atomic=True)
            return None
        old = _old(c, t)
        c.update(place, t, number, old)
        return T.from_bool(T.is_nonzero(T.var(old.vars[0])), e.type.width if isinstance(e.type, Int) else 8)

    return handler


def _fence(c: Calls, e: A.Call, wanted: bool) -> Value:
    c.note_order([] if _is_sync(e) else e.args)
    return None


def _is_lock_free(c: Calls, e: A.Call, wanted: bool) -> Value:
    c.values(e.args)
    return c.result(e, 1)


def _init(c: Calls, e: A.Call, wanted: bool) -> Value:
    place, t = _atomic_place(c, e)
    c.store(place, t, _operand(c, c.arg(e, 1), t))
    return None


HANDLERS: dict[str, Handler] = {
    "atomic_init": _init,
    "__atomic_load_n": _load,
    "__atomic_load": _load_into,
    "__atomic_store_n": _store,
    "__atomic_store": _store_from,
    "__atomic_exchange_n": _exchange,
    "__atomic_compare_exchange_n": _compare_exchange(None),
    "__atomic_compare_exchange": _compare_exchange(None, through_pointer=True),
    "__atomic_test_and_set": _set_to(1, give_old=True),
    "__atomic_clear": _set_to(0, give_old=False),
    "__atomic_thread_fence": _fence,
    "__atomic_signal_fence": _fence,
    "__atomic_always_lock_free": _is_lock_free,
    "__atomic_is_lock_free": _is_lock_free,
    "__sync_synchronize": _fence,
    "__sync_bool_compare_and_swap": _sync_swap(give_old=False),
    "__sync_val_compare_and_swap": _sync_swap(give_old=True),
    "__sync_lock_test_and_set": _exchange,
    "__sync_lock_release": _set_to(0, give_old=False),
    "atomic_thread_fence": _fence,
    "atomic_signal_fence": _fence,
    "atomic_is_lock_free": _is_lock_free,
    "atomic_flag_test_and_set": _set_to(1, give_old=True),
    "atomic_flag_test_and_set_explicit": _set_to(1, give_old=True),
    "atomic_flag_clear": _set_to(0, give_old=False),
    "atomic_flag_clear_explicit": _set_to(0, give_old=False),
}
for _suffix in ("", "_explicit"):
    HANDLERS["atomic_load" + _suffix] = _load
    HANDLERS["atomic_store" + _suffix] = _store
    HANDLERS["atomic_exchange" + _suffix] = _exchange
    HANDLERS["atomic_compare_exchange_strong" + _suffix] = _compare_exchange(False)
    HANDLERS["atomic_compare_exchange_weak" + _suffix] = _compare_exchange(True)
for _name in _OPERATIONS:
    HANDLERS[f"__sync_fetch_and_{_name}"] = _fetch(_name, False)
    HANDLERS[f"__sync_{_name}_and_fetch"] = _fetch(_name, True)
    HANDLERS[f"__atomic_fetch_{_name}"] = _fetch(_name, False)
    HANDLERS[f"__atomic_{_name}_fetch"] = _fetch(_name, True)
    if _name != "nand":
        HANDLERS[f"atomic_fetch_{_name}"] = _fetch(_name, False)
        HANDLERS[f"atomic_fetch_{_name}_explicit"] = _fetch(_name, False)
