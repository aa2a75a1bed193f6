"""Libraries of threads: which types they have, which of their functions start threads, wait for them, let them go, and
what calls of their functions mean.

Each is one `ThreadApi`, in a module of its own that registers it: those in `apis`, and yours.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Collection, Iterator, Mapping
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING

from threadproof.errors import UsageError
from threadproof.frontend import ctypes as ct
from threadproof.records import dataclass, field

if TYPE_CHECKING:
    from threadproof.frontend.lower.calls import Calls, Handler
    from threadproof.frontend.lower.whole import Value
    from threadproof.ir.sched import Scheduler


@dataclass(frozen=True, slots=True)
class ObjectType:
    """A type of objects that only functions of the library work on."""

    #: one that `memory.layout` knows, or of the library's own `fields`
    kind: str
    #: one of these functions: a program which defines that has its own such type
    function: str
    #: all of them, if programs also give that name to types of their own
    functions: re.Pattern[str] | None = None


@dataclass(frozen=True, slots=True)
class Cooperative:
    """Threads that have control until they give it back: their scheduler, and what happens around their functions."""

    #: its first state: `any_order` of threads at the start, or that of their creation; `watches`: for lost events
    scheduler: Callable[[bool, bool], Scheduler]
    #: before the function of a thread, and after its end
    begin: Callable[[Calls], None] = lambda c: None
    end: Callable[[Calls, Value], None] = lambda c, argument: None


@dataclass(frozen=True, slots=True)
class ThreadApi:
    name: str
    #: by C name
    handlers: Mapping[str, Handler]
    types: Mapping[str, ObjectType] = field(default_factory=dict)
    #: integer types whose values are threads, with the functions that take them
    ids: Mapping[str, re.Pattern[str]] = field(default_factory=dict)
    #: the first argument points to where the new thread's id is put
    creates: tuple[str, ...] = ()
    #: the first argument is the thread
    joins: tuple[str, ...] = ()
    detaches: tuple[str, ...] = ()
    #: after these, too, nobody need wait for a thread
    may_detach: tuple[str, ...] = ()
    #: the state of objects of its own kinds: kind -> field -> bits
    fields: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    #: None: threads are preemptive
    cooperative: Cooperative | None = None
    #: of functions that are written in C: these start threads
    starts: tuple[str, ...] = ()


_APIS: dict[str, ThreadApi] = {}


def register(api: ThreadApi) -> ThreadApi:
    if api.name in _APIS:
        raise UsageError(f"there is a library of threads {api.name} already")
    _APIS[api.name] = api
    ct.THREAD_IDS.update(api.ids)
    return api


def thread_apis() -> Collection[ThreadApi]:
    load()
    return _APIS.values()


@cache
def load() -> None:
    """Ours register themselves."""
    from threadproof.frontend import apis

    # (pkgutil would import inspect, which takes long)
    for name in sorted(os.listdir(next(iter(apis.__path__)))):
        if name.endswith(".py") and name[0] != "_":
            import_module(f"{apis.__name__}.{name[:-3]}")


def object_type(name: str) -> ObjectType | None:
    return next((api.types[name] for api in thread_apis() if name in api.types), None)


def functions_for(name: str) -> re.Pattern[str] | None:
    """Those of the library that work on values of a type, if programs may have another one of that name."""
    found = object_type(name)
    if found is not None:
        return found.functions
    return next((api.ids[name] for api in thread_apis() if name in api.ids), None)


def creating() -> Iterator[str]:
    for api in thread_apis():
        yield from api.creates


def starting() -> Iterator[str]:
    """Where none of these is called, there is only main."""
    for api in thread_apis():
        yield from (*api.creates, *api.starts)


def taking_a_thread() -> Iterator[str]:
    """Functions that wait for a thread, or let it go."""
    for api in thread_apis():
        yield from (*api.joins, *api.detaches)


def detaching() -> Iterator[str]:
    for api in thread_apis():
        yield from (*api.detaches, *api.may_detach)
