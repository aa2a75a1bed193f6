"""Functions that have no handler here but are written in C: their text, and what it needs from outside.

Entry point: `function`. What such a text does has the position of the call (`Thread.called_at`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from threadproof.frontend import ast as A
from threadproof.frontend import ctypes as ct
from threadproof.frontend.library import Library
from threadproof.reference.access import MAPPED, PAGE
from threadproof.reference.action import Doing
from threadproof.reference.library.strings import must_be_apart, read_string
from threadproof.reference.memory import NULL, Pointer
from threadproof.reference.outcome import NotUnderstood, TakenForGranted
from threadproof.reference.values import Value, as_pointer, number

if TYPE_CHECKING:
    from threadproof.reference.library import Handler
    from threadproof.reference.machine import Machine
    from threadproof.reference.threads import Thread

#: by data model, and macros that say how structures are laid out
_LIBRARIES: dict[tuple[str, tuple[str, ...]], Library] = {}


def function(name: str, machine: Machine) -> A.FuncDecl | None:
    """(What is read once is the same for all programs: nothing in it belongs to one of them.)"""
    key = machine.model.name, machine.unit.macros_of_layouts
    if key not in _LIBRARIES:
        _LIBRARIES[key] = Library(machine.model, machine.unit.macros_of_layouts)
    return _LIBRARIES[key].function(name)


def between(thread: Thread, args: list[Value], e: A.Call) -> Doing[Value]:
    yield from ()
    return thread.machine.input(ct.INT, e.pos, number(args[0]), number(args[1]))


def set_errno(thread: Thread, args: list[Value], e: A.Call) -> Doing[Value]:
    yield from thread.set_errno(number(args[0]), e.pos)
    return None


def _disturbing(*, failed: bool) -> Handler:
    def disturb(thread: Thread, args: list[Value], e: A.Call) -> Doing[Value]:
        yield from thread.disturb_errno(e.pos, failed)
        return None

    return disturb


def apart(thread: Thread, args: list[Value], e: A.Call) -> Doing[Value]:
    yield from ()
    must_be_apart(args[0], number(args[1]), args[2], number(args[3]), e.pos)
    return None


def not_understood(thread: Thread, args: list[Value], e: A.Call) -> Doing[Value]:
    yield from ()
    text = A.without_casts(e.args[0])
    assert isinstance(text, A.Decay)
    assert isinstance(text.place, A.Str)
    raise NotUnderstood(text.place.data.rstrip(b"\0").decode(), thread.called_at or e.pos)


def getenv(thread: Thread, args: list[Value], e: A.Call) -> Doing[Value]:
    name = yield from read_string(thread, args[0], e.pos)
    if not name:
        return NULL
    names = thread.machine.names_of_variables
    f = function("__environment_variable", thread.machine)
    assert f is not None
    return (yield from thread.read_library(f, [names.setdefault(name, len(names))], e))


def _memory_of_the_system(name: str, *, zero: bool = False, align: int = 1) -> Handler:
    def allocate(thread: Thread, args: list[Value], e: A.Call) -> Doing[Value]:
        yield from ()
        o = thread.machine.memory.allocate(name, number(args[0]), "alloca", zero=zero, align=align)
        return Pointer(o, o.address)

    return allocate


def give_back(thread: Thread, args: list[Value], e: A.Call) -> Doing[Value]:
    """Pages: as a whole."""
    yield from ()
    o = thread.machine.memory.resolve(as_pointer(args[0]))
    pos = thread.called_at or e.pos
    if o is None or o.name != MAPPED or o.life != "alive" or as_pointer(args[0]).address != o.address:
        raise TakenForGranted("something is unmapped that was not mapped", pos)
    if -(-o.size // PAGE) != -(-number(args[1]) // PAGE):
        raise TakenForGranted("a part of what was mapped is unmapped", pos)
    thread.machine.memory.end(o, "freed")
    return None


def approximately(thread: Thread, args: list[Value], e: A.Call) -> Doing[Value]:
    yield from ()
    raise NotUnderstood("a function of which only the form of its results is known", thread.called_at or e.pos)


def strerror_r(thread: Thread, args: list[Value], e: A.Call) -> Doing[Value]:
    name = "__strerror_r_gnu" if isinstance(e.type, ct.Pointer) else "__strerror_r_posix"
    f = function(name, thread.machine)
    assert f is not None
    return (yield from thread.read_library(f, args, e))


def is_error_pointer(thread: Thread, args: list[Value], e: A.Call) -> Doing[Value]:
    yield from ()
    return int(as_pointer(args[0]).address > (1 << thread.machine.model.pointer_width) - 4096)


def error_of_pointer(thread: Thread, args: list[Value], e: A.Call) -> Doing[Value]:
    yield from ()
    p = as_pointer(args[0])
    if p.target is not None:
        raise NotUnderstood("PTR_ERR of the address of an object", e.pos)
    width = thread.machine.model.pointer_width
    return p.address - (p.address >> (width - 1) << width)


def is_standard(thread: Thread, args: list[Value], e: A.Call) -> Doing[Value]:
    """(What a pointer to one of the streams that are always there leads to has its name.)"""
    yield from ()
    o = thread.machine.memory.resolve(as_pointer(args[0]))
    return int(o is not None and o.kind == "opaque" and o.name == ("stdin", "stdout", "stderr")[number(args[1])])


def never(thread: Thread, args: list[Value], e: A.Call) -> Doing[Value]:
    """Arguments of the program are strings like others here."""
    yield from ()
    return 0


HANDLERS: dict[str, Handler] = {
    "__is_in_argument": never,
    "__is_argument": never,
    "__are_any_arguments": never,
    "__between": between,
    "__is_standard": is_standard,
    "__is_error_pointer": is_error_pointer,
    "__error_of_pointer": error_of_pointer,
    "__set_errno": set_errno,
    "__disturb_errno": _disturbing(failed=False),
    "__fail": _disturbing(failed=True),
    "__apart": apart,
    "strerror_r": strerror_r,
    "getenv": getenv,
    "__memory_of_the_system": _memory_of_the_system("a text of the system"),
    "__pages_of_the_system": _memory_of_the_system(MAPPED, align=PAGE),
    "__zero_pages_of_the_system": _memory_of_the_system(MAPPED, zero=True, align=PAGE),
    "__give_back": give_back,
    "__approximately": approximately,
    "__not_understood": not_understood,
}
