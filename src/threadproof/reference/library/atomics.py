"""Atomic operations of C11 and of GCC: each is one action, sequentially consistent whatever order it names."""

from __future__ import annotations

import re
import struct
from collections.abc import Callable
from typing import TYPE_CHECKING

from threadproof.frontend import ast as A
from threadproof.frontend import ctypes as ct
from threadproof.records import replace
from threadproof.reference.action import Doing
from threadproof.reference.expressions import Place
from threadproof.reference.memory import Indeterminate, determined
from threadproof.reference.outcome import NotUnderstood
from threadproof.reference.values import Bytes, Value, as_pointer, byte_of, calculate, integer, number, wrap

if TYPE_CHECKING:
    from threadproof.reference.library import Handler
    from threadproof.reference.threads import Thread

_OPERATIONS = {"add": "+", "sub": "-", "or": "|", "and": "&", "xor": "^"}


def _place(args: list[Value], e: A.Call) -> Place:
    """What the first argument points to, as a place with atomic accesses."""
    t = e.args[0].type
    if not isinstance(t, ct.Pointer) or not (ct.is_scalar(t.to) or isinstance(t.to, ct.Struct)):
        raise NotUnderstood("atomic operation on something that is no scalar and no structure", e.pos)
    return Place(as_pointer(args[0]), ct.unqualified(t.to))


def _same(a: Value, b: Value, t: ct.CType, model: ct.DataModel, pos: A.Pos) -> bool:
    """Byte by byte, as compare-exchange compares. Those of no member that were never written may be any: 0."""
    if not isinstance(a, Bytes) or not isinstance(b, Bytes):
        if isinstance(a, float) and isinstance(b, float):  # as bits, so the two zeros differ
            return struct.pack("<d", a) == struct.pack("<d", b)
        return number(a) == number(b)
    named = _bytes_of_members(t, model, 0)
    for cells in (a.cells, b.cells):
        for at, cell in enumerate(cells):
            if isinstance(cell, Indeterminate) and cell.value is None and at not in named:
                cell.value = 0
    pairs = [(determined(x), determined(y)) for x, y in zip(a.cells, b.cells, strict=True)]
    if any(x is None or y is None for x, y in pairs):
        raise NotUnderstood("comparison of bytes that were never written", pos)
    return all(byte_of(x) == byte_of(y) for x, y in pairs if x is not None and y is not None)


def _bytes_of_members(t: ct.CType, model: ct.DataModel, start: int) -> set[int]:
    if isinstance(t, ct.Array):
        size = model.size_of(t.of)
        return {at for i in range(t.size or 0) for at in _bytes_of_members(t.of, model, start + i * size)}
    if not isinstance(t, ct.Struct):
        return set(range(start, start + model.size_of(t)))
    found: set[int] = set()
    for f, (byte, bit) in zip(t.fields or (), model.layout(t).offsets, strict=True):
        if f.bits is None:
            found |= _bytes_of_members(f.type, model, start + byte)
        else:
            found |= set(range(start + byte, start + byte + (bit + f.bits + 7) // 8))
    return found


def _fails(thread: Thread, place: Place, expected: Value, pos: A.Pos) -> Callable[[], bool]:
    """Would a compare-exchange fail? Then it is a read."""

    def fails() -> bool:
        found = thread.peek(place.pointer, place.type)
        return found is not None and not _same(found, expected, place.type, thread.machine.model, pos)

    return fails


def load(thread: Thread, args: list[Value], e: A.Call) -> Doing[Value]:
    place = _place(args, e)
    size = thread.machine.model.size_of(place.type)
    o, offset = yield from thread.touch(place.pointer, size, e.pos, write=False, atomic=True)
    return thread.value_at(o, offset, place.type, e.pos)


def store(thread: Thread, args: list[Value], e: A.Call) -> Doing[Value]:
    place = _place(args, e)
    size = thread.machine.model.size_of(place.type)
    o, offset = yield from thread.touch(place.pointer, size, e.pos, write=True, atomic=True)
    thread.put(o, offset, args[1], place.type, e.pos)
    return None


def init(thread: Thread, args: list[Value], e: A.Call) -> Doing[Value]:
    """(No access is atomic before the initialisation.)"""
    place = _place(args, e)
    yield from thread.store(place.pointer, args[1], replace(place.type, atomic=False), e.pos)
    return None


def exchange(thread: Thread, args: list[Value], e: A.Call) -> Doing[Value]:
    before, _ = yield from thread.modify(_place(args, e), lambda old: args[1], e.pos)
    return before


def modify(thread: Thread, args: list[Value], e: A.Call) -> Doing[Value]:
    """fetch_op and op_fetch. They wrap around, and never overflow."""
    assert isinstance(e.callee, A.Name)
    name = e.callee.decl.name
    found = re.search(r"(fetch_(?:and_)?)?(add|sub|or|and|xor|nand)(?:_(?:and_)?fetch)?(?:_explicit)?$", name)
    assert found is not None
    operation = found.group(2)
    place = _place(args, e)
    t = place.type

    def change(old: Value) -> Value:
        if isinstance(t, ct.Pointer):
            # GCC's own operations count bytes, those of C11 count elements
            size = 1 if name.startswith("__") else thread.machine.model.size_of(t.to)
            distance = number(args[1]) * size
            return thread.moved(as_pointer(old), distance if operation == "add" else -distance)
        if not isinstance(t, ct.Int) or t.is_bool:
            raise NotUnderstood(f"{name} of this type", e.pos)
        if operation == "nand":
            return wrap(~(integer(old, t) & integer(args[1], t)), t)
        return calculate(_OPERATIONS[operation], old, args[1], t, t)[0]

    before, after = yield from thread.modify(place, change, e.pos)
    return before if found.group(1) else after


def test_and_set(thread: Thread, args: list[Value], e: A.Call) -> Doing[Value]:
    before, _ = yield from thread.modify(Place(as_pointer(args[0]), ct.BOOL), lambda old: 1, e.pos)
    return int(number(before) != 0)


def clear(thread: Thread, args: list[Value], e: A.Call) -> Doing[Value]:
    o, offset = yield from thread.touch(as_pointer(args[0]), 1, e.pos, write=True, atomic=True)
    thread.put(o, offset, 0, ct.BOOL, e.pos)
    return None


def sync_swap(thread: Thread, args: list[Value], e: A.Call) -> Doing[Value]:
    """__sync_..._compare_and_swap(place, old, new)."""
    assert isinstance(e.callee, A.Name)
    is_bool = "bool" in e.callee.decl.name

    def changed(old: Value) -> Value:
        thread.notice_chance(old, args[1])
        return args[2] if number(old) == number(args[1]) else old

    place = _place(args, e)
    before, _ = yield from thread.modify(place, changed, e.pos, _fails(thread, place, args[1], e.pos))
    return int(number(before) == number(args[1])) if is_bool else before


def compare_exchange(thread: Thread, args: list[Value], e: A.Call) -> Doing[Value]:
    """(place, &expected, new): on failure the value found is stored to expected. A weak one may fail without reason."""
    assert isinstance(e.callee, A.Name)
    name = e.callee.decl.name
    is_weak = "_weak" in name or (name.startswith("__atomic") and len(args) > 3 and number(args[3]) != 0)
    place = _place(args, e)
    t = place.type
    expected = as_pointer(args[1])
    new = (yield from thread.load(as_pointer(args[2]), t, e.pos)) if name == "__atomic_compare_exchange" else args[2]
    wanted = yield from thread.load(expected, t, e.pos)
    size = thread.machine.model.size_of(t)
    fails = _fails(thread, place, wanted, e.pos)
    o, offset = yield from thread.touch(place.pointer, size, e.pos, write=True, atomic=True, only_reads=fails)
    found = thread.value_at(o, offset, t, e.pos)
    thread.notice_chance(found, wanted)
    is_same = _same(found, wanted, t, thread.machine.model, e.pos)
    if is_same and not (is_weak and thread.machine.flag("weak failure", e.pos)):
        thread.put(o, offset, new, t, e.pos)
        return 1
    yield from thread.store(expected, found, t, e.pos)
    return 0


def sync_release(thread: Thread, args: list[Value], e: A.Call) -> Doing[Value]:
    yield from store(thread, [args[0], 0], e)
    return None


def fence(thread: Thread, args: list[Value], e: A.Call) -> Doing[Value]:
    yield from ()
    return None


def _through_pointers(thread: Thread, args: list[Value], e: A.Call) -> Doing[Value]:
    """__atomic_load(place, &result), __atomic_store(place, &value), __atomic_exchange(place, &value, &result)."""
    assert isinstance(e.callee, A.Name)
    name, place = e.callee.decl.name, _place(args, e)
    t = place.type
    if name == "__atomic_load":
        v = yield from load(thread, args, e)
        yield from thread.store(as_pointer(args[1]), v, t, e.pos)
        return None
    v = yield from thread.load(as_pointer(args[1]), t, e.pos)
    if name == "__atomic_store":
        yield from store(thread, [args[0], v], e)
        return None
    before, _ = yield from thread.modify(place, lambda old: v, e.pos)
    yield from thread.store(as_pointer(args[2]), before, t, e.pos)
    return None


def _explicit(*names: str) -> tuple[str, ...]:
    return (*names, *(f"{name}_explicit" for name in names))


#: that C does not have
_FENCES = (
    "loads loads_first stores_last stores light branched before_success before_exchange after_exchange after_lock"
    " after_unlock_lock"
).split()
HANDLERS: dict[str, Handler] = {
    **dict.fromkeys((*_explicit("atomic_load"), "__atomic_load_n"), load),
    **dict.fromkeys((*_explicit("atomic_store"), "__atomic_store_n"), store),
    "atomic_init": init,
    **dict.fromkeys(
        (*_explicit("atomic_exchange"), "__atomic_exchange_n", "__sync_lock_test_and_set"), exchange
    ),
    **{name: modify for op in (*_OPERATIONS, "nand") for name in (
        f"__sync_fetch_and_{op}", f"__sync_{op}_and_fetch", f"__atomic_fetch_{op}", f"__atomic_{op}_fetch",
        *_explicit(f"atomic_fetch_{op}"))},
    **dict.fromkeys((*_explicit("atomic_flag_test_and_set"), "__atomic_test_and_set"), test_and_set),
    **dict.fromkeys((*_explicit("atomic_flag_clear"), "__atomic_clear"), clear),
    **dict.fromkeys(("__sync_bool_compare_and_swap", "__sync_val_compare_and_swap"), sync_swap),
    **dict.fromkeys(
        (*_explicit("atomic_compare_exchange_strong", "atomic_compare_exchange_weak"), "__atomic_compare_exchange_n",
         "__atomic_compare_exchange"),
        compare_exchange,
    ),
    "__sync_lock_release": sync_release,
    **dict.fromkeys(("__atomic_load", "__atomic_store", "__atomic_exchange"), _through_pointers),
    **dict.fromkeys(
        ("__sync_synchronize", "__atomic_thread_fence", "__atomic_signal_fence", "atomic_thread_fence",
         "atomic_signal_fence", *(f"__tp_fence_{what}" for what in _FENCES),
         *(f"__builtin_ia32_{x}fence" for x in "mls")),
        fence,
    ),
}  # fmt: skip
