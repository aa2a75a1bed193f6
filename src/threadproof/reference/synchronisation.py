"""States of synchronisation objects. They are kept beside the bytes of the object they are in, by offset."""

from __future__ import annotations

import copy
from typing import TypeVar

from threadproof.frontend import ctypes as ct
from threadproof.frontend.ast import Pos
from threadproof.records import dataclass, field
from threadproof.reference.memory import Object
from threadproof.reference.outcome import NotUnderstood

NORMAL, RECURSIVE, ERROR_CHECK = 0, 1, 2


@dataclass(eq=False, slots=True)
class Mutex:
    kind: int = NORMAL
    #: number of the thread that holds it; 0: nobody
    owner: int = 0
    count: int = 0
    is_robust: bool = False
    #: of a robust one: its owner had ended, and nobody has made it consistent; so it was unlocked
    is_inconsistent: bool = False
    is_lost: bool = False


@dataclass(eq=False, slots=True)
class Condition:
    waiting: list[int] = field(default_factory=list)


@dataclass(eq=False, slots=True)
class ReadWriteLock:
    readers: list[int] = field(default_factory=list)
    writer: int = 0


@dataclass(eq=False, slots=True)
class SpinLock:
    owner: int = 0


@dataclass(eq=False, slots=True)
class Barrier:
    needed: int = 0
    arrived: int = 0
    #: how often all have arrived
    round: int = 0


@dataclass(eq=False, slots=True)
class Once:
    #: 0 not yet, 1 somebody is doing it, 2 done
    state: int = 0


@dataclass(eq=False, slots=True)
class Semaphore:
    value: int = 0


@dataclass(eq=False, slots=True)
class SlimLock:
    """Of WIN32: how many have it, or who has it alone, and how many wait for that."""

    writer: int = 0
    readers: int = 0
    wanted: int = 0


@dataclass(eq=False, slots=True)
class KernelObject:
    """What a handle of WIN32 means: `library/win32.c` numbers the kinds."""

    kind: int = 0
    value: int = 0
    most: int = 0
    owner: int = 0
    thread: int = 0


@dataclass(eq=False, slots=True)
class MutexAttributes:
    kind: int = NORMAL
    is_robust: bool = False
    is_shared: bool = False


@dataclass(eq=False, slots=True)
class Attributes:
    is_detached: bool = False
    #: all others that were set, by name
    others: dict[str, int] = field(default_factory=dict)


S = TypeVar("S")
_KINDS: dict[str, type] = {
    "mutex": Mutex,
    "cond": Condition,
    "rwlock": ReadWriteLock,
    "spin": SpinLock,
    "barrier": Barrier,
    "once": Once,
    "sem": Semaphore,
    "srw": SlimLock,
    "kernel": KernelObject,
    "mutexattr": MutexAttributes,
    "attr": Attributes,
}


def begin(o: Object, offset: int, t: ct.Sync, kind: int, pos: Pos) -> None:
    """A synchronisation object gets its state from an initialiser."""
    state = _KINDS[t.kind]()
    if isinstance(state, Mutex):
        state.kind = kind
    elif kind:
        raise NotUnderstood(f"initialiser of a {ct.show(t)}", pos)
    o.sync[offset] = state


def state_at(o: Object, offset: int, kind: type[S], pos: Pos) -> S:
    """The state of the object there; one that was never initialised is free."""
    found = o.sync.get(offset)
    if found is None:
        found = o.sync[offset] = kind()
    if not isinstance(found, kind):
        raise NotUnderstood(f"a {type(found).__name__} used as a {kind.__name__}", pos)
    return found


def is_idle(state: object) -> bool:
    """Nobody holds it or waits for it."""
    match state:
        case Mutex() | SpinLock():
            return state.owner == 0
        case Condition():
            return not state.waiting
        case ReadWriteLock() | SlimLock():
            return not state.readers and not state.writer
        case Barrier():
            return state.arrived == 0
        case Once():
            return state.state != 1
    return True


def copied(state: object) -> object:
    return copy.copy(state) if not isinstance(state, Condition) else Condition()
