"""Memory that is allocated: malloc never fails, realloc copies to another object, piece by piece, and then frees."""

from __future__ import annotations

from typing import TYPE_CHECKING

from threadproof.frontend import ast as A
from threadproof.frontend import ctypes as ct
from threadproof.properties import FREE
from threadproof.reference.action import Access, Action, Doing
from threadproof.reference.library.strings import pieces, read_piece
from threadproof.reference.library.sync import EINVAL
from threadproof.reference.memory import NULL, Object, Pointer, write_cells
from threadproof.reference.outcome import BadMemory, NotUnderstood
from threadproof.reference.values import Value, as_pointer, number

if TYPE_CHECKING:
    from threadproof.reference.library import Handler
    from threadproof.reference.threads import Thread

_ENOMEM = 12


def malloc(thread: Thread, args: list[Value], e: A.Call) -> Doing[Value]:
    yield from ()
    return thread.allocated(number(args[0]), e.pos)


def calloc(thread: Thread, args: list[Value], e: A.Call) -> Doing[Value]:
    size = number(args[0]) * number(args[1])
    if size >= 1 << thread.machine.model.pointer_width:
        yield from thread.set_errno(_ENOMEM, e.pos)
        return NULL
    return thread.allocated(size, e.pos, zero=True)


def _is_power_of_two(n: int) -> bool:
    return n > 0 and n & (n - 1) == 0


def aligned(thread: Thread, args: list[Value], e: A.Call) -> Doing[Value]:
    """What is no power of two is rounded up; newer versions of GNU refuse it (not for memalign)."""
    assert isinstance(e.callee, A.Name)
    alignment = number(args[0])
    is_refused = alignment > 1 << thread.machine.model.pointer_width - 1
    if not _is_power_of_two(alignment) and e.callee.decl.name.endswith("aligned_alloc"):
        is_refused = bool(thread.machine.input(ct.BOOL, e.pos)) or is_refused
    if is_refused:
        yield from thread.set_errno(EINVAL, e.pos)
        return NULL
    return thread.allocated(number(args[1]), e.pos, align=1 << max(alignment - 1, 0).bit_length())


def posix_memalign(thread: Thread, args: list[Value], e: A.Call) -> Doing[Value]:
    if not _is_power_of_two(number(args[1])) or number(args[1]) % thread.machine.memory.pointer_size:
        return EINVAL
    p = thread.allocated(number(args[2]), e.pos, align=number(args[1]))
    yield from thread.store(as_pointer(args[0]), p, ct.Pointer(ct.VOID), e.pos)
    return 0


def release(thread: Thread, p: Pointer, pos: A.Pos) -> Doing[Object]:
    """End the life of an allocated object, which is an access to all of it."""
    memory = thread.machine.memory
    o = memory.resolve(p)
    access = Access(p, o.size if o is not None else 0, write=True, atomic=False)
    if thread.sections:
        thread.machine.note_in_section(thread.number, access, pos)
    elif not thread.machine.is_alone():
        yield Action(pos, "free", access)
    o = _allocated(thread, p, pos)
    memory.end(o, "freed")
    if thread.machine.story is not None:
        thread.machine.story.freed(thread, o, pos)
    return o


def _allocated(thread: Thread, p: Pointer, pos: A.Pos) -> Object:
    o = thread.machine.memory.resolve(p)
    if o is None or o.kind != "heap" or p.address != o.address:
        raise BadMemory("free of something that was not allocated", pos, FREE)
    if o.life != "alive":
        raise BadMemory("free of memory that was freed before", pos, FREE)
    return o


def free(thread: Thread, args: list[Value], e: A.Call) -> Doing[Value]:
    p = as_pointer(args[0])
    if p.address:
        yield from release(thread, p, e.pos)
    return None


def realloc(thread: Thread, args: list[Value], e: A.Call) -> Doing[Value]:
    return (yield from _resize(thread, as_pointer(args[0]), number(args[1]), e))


def realloc_array(thread: Thread, args: list[Value], e: A.Call) -> Doing[Value]:
    size = number(args[1]) * number(args[2])
    if size >= 1 << thread.machine.model.pointer_width:
        yield from thread.set_errno(_ENOMEM, e.pos)
        return NULL
    return (yield from _resize(thread, as_pointer(args[0]), size, e))


def _resize(thread: Thread, p: Pointer, size: int, e: A.Call) -> Doing[Value]:
    pos = e.pos
    if size == 0:
        raise NotUnderstood("realloc to no bytes", pos)
    if not p.address:
        return thread.allocated(size, pos)
    old = _allocated(thread, p, pos)
    new = thread.allocated(size, pos)
    assert new.target is not None
    for at, length in pieces(thread, e.args[0], min(size, old.size)):
        write_cells(new.target, at, (yield from read_piece(thread, thread.moved(p, at), length, pos)))
    yield from release(thread, p, pos)
    return new


def alloca(thread: Thread, args: list[Value], e: A.Call) -> Doing[Value]:
    """Memory on the stack: it ends when the function returns."""
    yield from ()
    o = thread.machine.memory.allocate(
        f"memory of alloca in line {e.pos.line}", number(args[0]), "alloca", owner=thread.number
    )
    thread.frames[-1].scopes[0].append(o)
    return Pointer(o, o.address)


HANDLERS: dict[str, Handler] = {
    "malloc": malloc,
    "calloc": calloc,
    "realloc": realloc,
    "reallocarray": realloc_array,
    "free": free,
    "cfree": free,
    "alloca": alloca,
    "aligned_alloc": aligned,
    "memalign": aligned,
    "posix_memalign": posix_memalign,
}
