"""Functions without a body, of which something is assumed (`frontend.unknown`): bytes that others determine later."""

from __future__ import annotations

from typing import TYPE_CHECKING

from threadproof.frontend import ast as A
from threadproof.frontend import ctypes as ct
from threadproof.reference.action import Doing
from threadproof.reference.memory import Fragment, Indeterminate, Object, Pointer, determined, read_cells
from threadproof.reference.outcome import NotUnderstood
from threadproof.reference.values import Bytes, Value

if TYPE_CHECKING:
    from threadproof.reference.threads import Thread

#: so many times is everything changed, where other threads may look at it meanwhile
_ROUNDS = 3
_SIMPLIFIED = "a function without a body may change memory more often"


def assumed(thread: Thread, f: A.FuncDecl, args: list[Value], e: A.Call) -> Doing[Value]:
    yield from ()
    machine = thread.machine
    if any(ct.is_argument_list(x.type) for x in e.args):
        raise NotUnderstood(f"arguments of a function for {f.name}, which has no body", e.pos)
    first: list[tuple[Pointer, bool]] = []
    for n, (v, x) in enumerate(zip(args, e.args, strict=True)):
        t = f.type.params[n] if n < len(f.type.params) else None
        if isinstance(x.type, ct.Int):
            continue  # (an address perhaps, but no pointer)
        first += [(p, isinstance(t, ct.Pointer) and bool(t.qualifiers & ct.CONST)) for p in _pointers(v)]
    for turn in range(_ROUNDS):
        objects = _led_to(thread, f, first, e.pos)
        if not objects or (turn and (machine.is_alone() or not machine.flag("again", e.pos))):
            break
        machine.simplify(_SIMPLIFIED)
        for o, is_only_read in objects:
            yield from thread.touch(Pointer(o, o.address), o.size, e.pos, write=not is_only_read)
            if not is_only_read and o.life == "alive":
                _change(thread, o, e.pos)
    return _anything(thread, f, ct.unqualified(e.type), e.pos)


def _pointers(v: Value) -> list[Pointer]:
    if isinstance(v, Pointer):
        return [v] if v.address else []
    if isinstance(v, Bytes):
        found = [x.pointer for x in map(determined, v.cells) if isinstance(x, Fragment) and x.place == 0]
        return [p for p in found if p.address]
    return []


def _led_to(thread: Thread, f: A.FuncDecl, first: list[tuple[Pointer, bool]], pos: A.Pos) -> list[tuple[Object, bool]]:
    """The objects that live, and whether each is only read: nothing but pointers to const points to it."""
    memory = thread.machine.memory
    found: dict[Object, bool] = {}
    todo = list(first)
    while todo:
        p, is_const = todo.pop()
        o = memory.resolve(p)
        if p.target is None and o is not None:
            raise NotUnderstood("pointer made of a number for a function without a body", pos)
        if o is None or o.life != "alive":
            continue
        if o.kind in ("function", "opaque"):
            raise NotUnderstood(f"{o.name} for {f.name}, which has no body", pos)
        is_const = is_const or o.kind in ("string", "constant")
        if o not in found:
            inside = [x.pointer for x in map(determined, o.data.values()) if isinstance(x, Fragment) and x.place == 0]
            todo += [(x, False) for x in inside]
        found[o] = found.get(o, True) and is_const
    return list(found.items())


def _change(thread: Thread, o: Object, pos: A.Pos) -> None:
    """All bytes, for who looks at them as numbers."""
    cells = read_cells(o, 0, o.size)
    if cells and all(isinstance(determined(c), Fragment) for c in cells):
        raise NotUnderstood("pointer that a function without a body may set", pos)
    for at, cell in enumerate(cells):
        if not isinstance(determined(cell), Fragment):
            before = cell.before if isinstance(cell, Indeterminate) and cell.before is not None else cell
            o.data[at] = Indeterminate(before=before)
    thread.told(o, 0, o.size, None, pos)


def _anything(thread: Thread, f: A.FuncDecl, t: ct.CType, pos: A.Pos) -> Value:
    machine = thread.machine
    if isinstance(t, ct.Void):
        return None
    if isinstance(t, ct.Int) and not ct.is_thread_id(t):
        return machine.input(t, pos)
    if isinstance(t, ct.Float) and t.width in (32, 64):
        return machine.float_input(t, pos)
    raise NotUnderstood(f"{ct.show(t)} that {f.name} returns, which has no body", pos)
