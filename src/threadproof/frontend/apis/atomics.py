"""C11 atomics, GCC's __atomic_* and __sync_* builtins: each is one atomic step, with its memory order.

What orders mean is up to the memory model. One that is not constant is the weakest. A weak compare-exchange may fail
without a reason, as C allows. Arithmetic wraps around. A structure is read, compared and written at
once, in a section.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from threadproof.frontend import ast as A
from threadproof.frontend import raw as R
from threadproof.frontend.ctypes import (
    BOOL,
    CHAR,
    INT,
    CType,
    Float,
    Int,
    Pointer,
    Struct,
    has_values,
    is_thread_id,
    show,
)
from threadproof.frontend.lower.carried import ADDRESS, target_of
from threadproof.frontend.lower.expressions import has_effects
from threadproof.frontend.lower.whole import FINITELY_OFTEN, LocalVar, StructValue, Value
from threadproof.frontend.read.conversions import unqualified
from threadproof.ir import op as O
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


#: as <stdatomic.h> numbers them
_ORDERS = (
    O.Order.RELAXED, O.Order.CONSUME, O.Order.ACQUIRE, O.Order.RELEASE, O.Order.ACQ_REL, O.Order.SEQ_CST,
)  # fmt: skip


#: of verdicts about programs in which bytes are compared that no member has
PADDING = "compare-exchange of structures may fail because of the bytes between their members"
#: sizes in bytes (an i686 exchanges 8)
_LOCK_FREE = (1, 2, 4, 8)


def _atomic_place(c: Calls, e: A.Call, *, is_kept: bool = True) -> tuple[R.Place, CType]:
    """What the first argument points to: an integer, a pointer, or a structure with other members than one of these.

    `is_kept`: numbers that are addresses are pointers.
    """
    x = c.arg(e, 0)
    t = x.type.to if isinstance(x.type, Pointer) else INT
    place = c.target(x)
    if isinstance(t, Struct) and not t.atomic and t.fields and len(t.fields) == 1 and not c.model.is_padded(t):
        t = t.fields[0].type  # atomic_flag
    if not has_values(t) and not isinstance(t, Struct):
        c.unsupported("atomic operation on something that is not a number, a pointer or a structure")
        t = INT
    if isinstance(t, Int) and is_kept and c.program.flows.carries(t, target_of(x)):
        t = ADDRESS
    if isinstance(t, Struct) and not t.atomic and not _is_one_access(c, t):
        c.program.scope[f"atomic operations on {c.size_of(t)} bytes are one step"] = None
    return place, unqualified(t)


def _is_one_access(c: Calls, t: Struct) -> bool:
    """The machine does it by itself; otherwise a lock is taken, of which accesses to members do not know."""
    size = c.size_of(t)
    return size in (1, 2, 4, 8, 2 * c.model.pointer_width // 8) and c.model.align_of(t) % size == 0


def _scalar_place(c: Calls, e: A.Call, *, is_kept: bool = True) -> tuple[R.Place, Int | Float | Pointer]:
    place, t = _atomic_place(c, e, is_kept=is_kept)
    if has_values(t):
        return place, t
    c.unsupported(f"{_called(e)} on a structure")
    return place, INT


def _called(e: A.Call) -> str:
    return e.callee.decl.name if isinstance(e.callee, A.Name) else "atomic operation"


def _operand(c: Calls, e: A.Expr, t: CType) -> Value:
    if isinstance(t, Pointer) and isinstance(e.type, Int):
        return c.address(e)
    return c.convert(c.value(e), e.type, t)


def _order(c: Calls, orders: list[A.Expr]) -> O.Order:
    """Of one access; none are named: the strongest. The second one is of an exchange that fails."""
    for o in orders:
        if has_effects(o):
            c.discard(o)
    named = [_named(o) for o in orders]
    if c.program.is_weak and None in named:
        c.unsupported("a memory order that is no constant", always=False)
    if named[:1] == [O.Order.SEQ_CST] and not c.program.is_weak:
        # (what is weaker than it seems is said in the scope)
        named.reverse()
    return (named[0] or O.Order.RELAXED) if named else O.Order.SEQ_CST


def _named(e: A.Expr) -> O.Order | None:
    e = A.without_casts(e)
    known = isinstance(e, A.Const) and 0 <= e.value < len(_ORDERS)
    return _ORDERS[e.value] if known and isinstance(e, A.Const) else None


def _whole(t: CType) -> CType:
    """A structure is accessed as a whole if it is _Atomic."""
    return t.as_atomic() if isinstance(t, Struct) else t


def _replace(c: Calls, place: R.Place, t: CType, v: Value, order: O.Order) -> Value:
    """One step: the old value out, the new one in."""
    if isinstance(t, Struct):
        c.atomic_begin(order)
        before = c.load(place, _whole(t), order)
        c.store(place, _whole(t), v, order)
        c.atomic_end()
        return before
    old = _old(c, t)
    c.update(place, t, v, old, order)
    return c.value_of(old)


def _load(c: Calls, e: A.Call, wanted: bool) -> Value:
    place, t = _atomic_place(c, e)
    return c.load(place, _whole(t), _order(c, e.args[1:]))


def _load_into(c: Calls, e: A.Call, wanted: bool) -> Value:
    """__atomic_load(p, ret, order)"""
    place, t = _atomic_place(c, e)
    out = c.target(c.arg(e, 1))
    c.store(out, t, c.load(place, _whole(t), _order(c, e.args[2:])), O.Order.PLAIN)
    return None


def _store(c: Calls, e: A.Call, wanted: bool) -> Value:
    place, t = _atomic_place(c, e)
    v = _operand(c, c.arg(e, 1), t)
    c.store(place, _whole(t), v, _order(c, e.args[2:]))
    return None


def _store_from(c: Calls, e: A.Call, wanted: bool) -> Value:
    """__atomic_store(p, value pointer, order)"""
    place, t = _atomic_place(c, e)
    v = c.load(c.target(c.arg(e, 1)), t, O.Order.PLAIN)
    c.store(place, _whole(t), v, _order(c, e.args[2:]))
    return None


def _exchange(c: Calls, e: A.Call, wanted: bool) -> Value:
    place, t = _atomic_place(c, e)
    v = _operand(c, c.arg(e, 1), t)
    order = O.Order.ACQUIRE if _is_sync(e) else _order(c, e.args[2:])  # (__sync_lock_test_and_set)
    return _replace(c, place, t, v, order)


def _exchange_through(c: Calls, e: A.Call, wanted: bool) -> Value:
    """__atomic_exchange(p, value pointer, result pointer, order)"""
    place, t = _atomic_place(c, e)
    source, out = c.target(c.arg(e, 1)), c.target(c.arg(e, 2))
    order = _order(c, e.args[3:])
    c.store(out, t, _replace(c, place, t, c.load(source, t, O.Order.PLAIN), order), O.Order.PLAIN)
    return None


def _old(c: Calls, t: CType) -> LocalVar:
    old = c.new_local("old", t)
    c.temporaries.update(old.vars)
    return old


def _fetch(name: str, new_value: bool) -> Handler:
    """fetch_and_op gives the old value, op_and_fetch the new one."""

    def handler(c: Calls, e: A.Call, wanted: bool) -> Value:
        place, t = _scalar_place(c, e, is_kept=name in ("add", "sub"))
        operand = c.value(c.arg(e, 1))
        order = _order(c, [] if _is_sync(e) else e.args[2:])
        old = _old(c, t)
        before = c.value_of(old)
        if isinstance(t, Float) or (isinstance(t, Int) and t.is_bool):
            c.unsupported(f"{_called(e)} on a {show(t)}")  # compilers refuse it
            return c.dummy(e.type)
        if isinstance(before, R.Ptr):
            if name not in ("add", "sub") or not isinstance(operand, Term):
                c.unsupported(f"atomic {name} on a pointer")
                return c.dummy(e.type)
            assert isinstance(t, Pointer)
            if _called(e).startswith("atomic_") and c.size_of(t.to) != 1:
                c.unsupported(f"{_called(e)} on a pointer: compilers disagree whether it counts elements or bytes")
                return c.dummy(e.type)
            # the GCC builtins count bytes
            after: Value = c.moved(before, operand, True, Pointer(CHAR), name == "sub")
        else:
            number = c.convert(operand, c.arg(e, 1).type, t)
            assert isinstance(number, Term)
            after = _OPERATIONS[name](before, number)
        if _is_sync(e):
            _full_barrier(c)
        c.update(place, t, after, old, order)
        if _is_sync(e):
            _full_barrier(c)
        return after if new_value else before

    return handler


def _full_barrier(c: Calls) -> None:
    """What `__sync` functions are, and seq_cst operations are not everywhere."""
    if c.program.is_weak:
        c.emit(O.Step(order=O.Order.SEQ_CST, role=O.Role.FENCE))


def _is_sync(e: A.Call) -> bool:
    return isinstance(e.callee, A.Name) and e.callee.decl.name.startswith("__sync")


def _same(c: Calls, a: Value, b: Value) -> R.SamePtr | Term:
    if isinstance(a, R.Ptr) and isinstance(b, R.Ptr):
        return c.test_of_same(a, b)
    assert isinstance(a, Term) and isinstance(b, Term)
    return T.eq(a, b)


def _choose(cond: Term, a: Value, b: Value) -> Value:
    if isinstance(a, R.Ptr) and isinstance(b, R.Ptr):
        return R.Ptr(T.ite(cond, a.obj, b.obj), T.ite(cond, a.off, b.off), a.values + b.values)
    assert isinstance(a, Term) and isinstance(b, Term)
    return T.ite(cond, a, b)


def _swap(
    c: Calls,
    place: R.Place,
    t: CType,
    expected: Value,
    desired: Value,
    weak: Term,
    order: O.Order = O.Order.SEQ_CST,
    orders: tuple[O.Order, O.Order] | None = None,
) -> tuple[Term, LocalVar]:
    """One step: if *place == expected, *place := desired, else it is only read. Gives (success, old value)."""
    old = _old(c, t)
    before = c.value_of(old)
    test = _same(c, before, expected)
    if is_thread_id(t):  # (that one of them has ended can be asked of two ids at hand only)
        c.emit(R.ThreadAsNumber())
    success = test if isinstance(test, Term) else T.is_nonzero(T.var(test.target))
    if weak is not T.FALSE:
        success = T.and_(T.not_(T.and_(weak, c.for_no_reason())), success)
    pointers = None if isinstance(test, Term) else test
    c.update(place, t, _choose(success, desired, before), old, order, pointers, stores_if=success, orders=orders)
    held = c.hold(T.from_bool(success, 8), BOOL)
    assert isinstance(held, Term)
    return held, old


def _weak_swap(
    c: Calls, place: R.Place, t: CType, expected: Value, desired: Value, order: O.Order
) -> tuple[Term, LocalVar]:
    """Where it matters what goes on for ever: a way of its own on which it fails for no reason, only finitely often."""
    assert c.at is not None
    c.program.scope[FINITELY_OFTEN] = None
    fails, end = c.location(), c.location()
    c.edge(c.at, fails, O.Step(role=O.Role.SPURIOUS), "fails for no reason")
    held, old = _swap(c, place, t, expected, desired, T.FALSE, order)
    result = c.new_local("success", BOOL)
    c.temporaries.update(result.vars)
    c.assign_local(result, held)
    c.jump(end)
    c.at = fails
    c.emit(R.MemAccess(place, t, old.vars, (), order))
    c.assign_local(result, T.const(0, 8))
    c.jump(end)
    c.at = end
    success = c.value_of(result)
    assert isinstance(success, Term)
    return success, old


def _swap_structures(
    c: Calls, place: R.Place, t: Struct, expected: StructValue, desired: StructValue, weak: Term, order: O.Order
) -> tuple[Term, Value]:
    """All members in one step, numbers before pointers, as it makes no difference. Gives (success, old value).

    Bytes are compared, those between members too, and nobody knows these: where there are any it may fail. (So a
    violation counts only if the second reading comes to it.)
    """
    result = c.new_local("success", BOOL)
    c.temporaries.update(result.vars)
    if any(not has_values(part) for _, part, _ in expected.parts):
        c.unsupported("compare-exchange of structures with something else than numbers and pointers")
    if c.model.is_padded(t):
        c.program.scope[PADDING] = None
        weak = T.ne(c.nondet(BOOL), T.const(0, 8))
    elif weak is not T.FALSE:
        weak = T.and_(weak, c.for_no_reason())
    c.atomic_begin(order)
    before = c.load(place, unqualified(t), order)
    done, failed = c.location(), c.location()
    if isinstance(before, StructValue) and c.at is not None:
        pairs = [(a, b, part) for (_, part, a), (_, _, b) in zip(before.parts, expected.parts, strict=True)]
        for a, b, part in sorted(pairs, key=lambda pair: isinstance(pair[0], R.Ptr)):
            if is_thread_id(part):
                c.emit(R.ThreadAsNumber())
            same = c.same(a, b) if isinstance(a, R.Ptr) and isinstance(b, R.Ptr) else _same(c, a, b)
            assert isinstance(same, Term)
            equal = c.location()
            c.branch(same, equal, failed)
            c.at = equal
        succeeds = c.location()
        c.branch(weak, failed, succeeds)
        c.at = succeeds
        c.store(place, unqualified(t), desired, order)
        c.assign_local(result, T.const(1, 8))
        c.jump(done)
    c.at = failed
    c.assign_local(result, T.const(0, 8))
    c.jump(done)
    c.at = done
    c.atomic_end()
    success = c.value_of(result)
    assert isinstance(success, Term)
    return success, before


def _compare_exchange(weak: bool | None, through_pointer: bool = False) -> Handler:
    """C11 and __atomic_compare_exchange[_n]; `weak` None: it is an argument."""

    def handler(c: Calls, e: A.Call, wanted: bool) -> Value:
        place, t = _atomic_place(c, e)
        expected_place = c.target(c.arg(e, 1))
        given = c.arg(e, 2)
        desired = c.load(c.target(given), t, O.Order.PLAIN) if through_pointer else _operand(c, given, t)
        if weak is None:
            may_fail = c.truth(c.value(c.arg(e, 3)))
            given_orders = e.args[4:]
        else:
            may_fail = T.boolean(weak)
            given_orders = e.args[3:]
        order = _order(c, given_orders)
        named = [_named(o) or O.Order.RELAXED for o in given_orders]
        orders = (named[0], named[1]) if len(named) > 1 else None
        expected = c.load(expected_place, t)
        if c.at is None:
            return c.dummy(e.type)
        found: Value
        if isinstance(t, Struct):
            assert isinstance(expected, StructValue) and isinstance(desired, StructValue)
            success, found = _swap_structures(c, place, t, expected, desired, may_fail, order)
        else:
            if may_fail is T.TRUE and c.program.is_about_ends and c.at is not None:
                success, old = _weak_swap(c, place, t, expected, desired, order)
            else:
                success, old = _swap(c, place, t, expected, desired, may_fail, order, orders)
            found = c.value_of(old)
        done, failed = c.location(), c.location()
        c.branch(T.is_nonzero(success), done, failed)
        c.at = failed
        c.store(expected_place, t, found)
        c.jump(done)
        c.at = done
        return T.resize(success, e.type.width if isinstance(e.type, Int) else 8, False)

    return handler


def _sync_swap(give_old: bool) -> Handler:
    def handler(c: Calls, e: A.Call, wanted: bool) -> Value:
        place, t = _scalar_place(c, e)
        given = [c.arg(e, 1), c.arg(e, 2)]
        expected = c.held(_operand(c, given[0], t), t, given[1:])
        desired = _operand(c, given[1], t)
        if c.program.is_weak:
            c.emit(O.Step(order=O.Order.BEFORE_SUCCESS, role=O.Role.FENCE))
        success, old = _swap(c, place, t, expected, desired, T.FALSE)
        # (if it fails, nothing keeps its load behind what was before)
        _full_barrier(c)
        if give_old:
            return c.value_of(old)
        return T.resize(success, e.type.width if isinstance(e.type, Int) else 8, False)

    return handler


def _test_and_set(c: Calls, e: A.Call, wanted: bool) -> Value:
    """The old byte is taken for a `_Bool`."""
    place, _, order = _flag_place(c, e)
    old = _old(c, BOOL)
    c.update(place, BOOL, T.const(1, 8), old, order)
    return T.from_bool(T.is_nonzero(T.var(old.vars[0])), e.type.width if isinstance(e.type, Int) else 8)


def _clear(c: Calls, e: A.Call, wanted: bool) -> Value:
    place, t, order = _flag_place(c, e)
    c.store(place, t, T.const(0, 8), order)
    return None


def _flag_place(c: Calls, e: A.Call) -> tuple[R.Place, CType, O.Order]:
    place, t = _scalar_place(c, e)
    order = _order(c, e.args[1:])
    if not (isinstance(t, Int) and t.width == 8):
        c.unsupported(f"{_called(e)} on something larger than a byte")  # of which it changes the first byte
        t = BOOL
    return place, t, order


def _sync_release(c: Calls, e: A.Call, wanted: bool) -> Value:
    place, t = _scalar_place(c, e)
    c.store(place, t, c.program.null() if isinstance(t, Pointer) else T.const(0, t.width), O.Order.RELEASE)
    return None


def _fence(c: Calls, e: A.Call, wanted: bool) -> Value:
    c.emit(O.Step(order=_order(c, [] if _is_sync(e) else e.args), role=O.Role.FENCE))
    return None


def _fence_of(order: O.Order) -> Handler:
    """One that C does not have."""

    def handler(c: Calls, e: A.Call, wanted: bool) -> Value:
        c.emit(O.Step(order=order, role=O.Role.FENCE))
        return None

    return handler


def _signal_fence(c: Calls, e: A.Call, wanted: bool) -> Value:
    """It is for compilers only."""
    _order(c, e.args)
    return None


def _is_lock_free(c: Calls, e: A.Call, wanted: bool) -> Value:
    """Up to 8 bytes always, if they are aligned as `_Atomic` objects are; what is larger is the machine's affair."""
    name, x = _called(e), c.arg(e, 0)
    where = A.without_casts(x if name == "atomic_is_lock_free" else c.arg(e, 1))
    t = where.type.to if isinstance(where.type, Pointer) else None
    c.values(e.args)
    size = (
        x.value if isinstance(x, A.Const) else c.size_of(t) if t is not None and where is A.without_casts(x) else None
    )
    if size is not None and "always" in name and size not in _LOCK_FREE:
        return c.result(e, 0)
    is_none = isinstance(where, A.Const) and where.value == 0
    is_aligned = size == 1 or is_none or (t is not None and t.atomic and c.size_of(t) == size)
    if size is None or not is_aligned:
        c.unsupported("lock-freedom of an object whose alignment is not known")
        return c.dummy(e.type)
    return c.result(e, 1) if size in _LOCK_FREE else c.nondet(BOOL)


def _init(c: Calls, e: A.Call, wanted: bool) -> Value:
    place, t = _atomic_place(c, e)
    c.store(place, t, _operand(c, c.arg(e, 1), t), O.Order.PLAIN)
    return None


HANDLERS: dict[str, Handler] = {
    "atomic_init": _init,
    "__atomic_load_n": _load,
    "__atomic_load": _load_into,
    "__atomic_store_n": _store,
    "__atomic_store": _store_from,
    "__atomic_exchange_n": _exchange,
    "__atomic_exchange": _exchange_through,
    "__atomic_compare_exchange_n": _compare_exchange(None),
    "__atomic_compare_exchange": _compare_exchange(None, through_pointer=True),
    "__atomic_test_and_set": _test_and_set,
    "__atomic_clear": _clear,
    "__atomic_thread_fence": _fence,
    "__atomic_signal_fence": _signal_fence,
    "__builtin_ia32_mfence": _fence_of(O.Order.SEQ_CST),
    "__builtin_ia32_lfence": _fence_of(O.Order.LOADS_FIRST),
    "__builtin_ia32_sfence": _fence_of(O.Order.STORES),
    **{f"__tp_fence_{o.value}": _fence_of(o) for o in O.NOT_OF_C},
    "__atomic_always_lock_free": _is_lock_free,
    "__atomic_is_lock_free": _is_lock_free,
    "__sync_synchronize": _fence,
    "__sync_bool_compare_and_swap": _sync_swap(give_old=False),
    "__sync_val_compare_and_swap": _sync_swap(give_old=True),
    "__sync_lock_test_and_set": _exchange,
    "__sync_lock_release": _sync_release,
    "atomic_thread_fence": _fence,
    "atomic_signal_fence": _signal_fence,
    "atomic_is_lock_free": _is_lock_free,
    "atomic_flag_test_and_set": _test_and_set,
    "atomic_flag_test_and_set_explicit": _test_and_set,
    "atomic_flag_clear": _clear,
    "atomic_flag_clear_explicit": _clear,
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
