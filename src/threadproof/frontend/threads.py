"""Libraries of threads: which types they have, and which of their functions start threads, wait for them, let them go.

What calls of their functions mean is said by handlers (`apis`), so that reading a text needs none of that. A library of
your own is one more `ThreadApi`, with its handlers, that is registered.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING

from threadproof.frontend import ctypes as ct
from threadproof.patterns import pattern
from threadproof.records import dataclass, field

if TYPE_CHECKING:
    from threadproof.frontend.lower.calls import Calls, Handler
    from threadproof.frontend.lower.context import Value
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
    #: by C name, or the module that has them as HANDLERS
    handlers: Mapping[str, Handler] | str
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
    #: or "module:NAME" of it; None: threads are preemptive
    cooperative: Cooperative | str | None = None
    #: so the names of its functions begin: who calls none of them does not need their module
    prefixes: tuple[str, ...] = ("",)


APIS: dict[str, ThreadApi] = {}


def register(api: ThreadApi) -> ThreadApi:
    assert api.name not in APIS
    APIS[api.name] = api
    ct.THREAD_IDS.update(api.ids)
    return api


def object_type(name: str) -> ObjectType | None:
    return next((api.types[name] for api in APIS.values() if name in api.types), None)


def functions_for(name: str) -> re.Pattern[str] | None:
    """Those of the library that work on values of a type, if programs may have another one of that name."""
    found = object_type(name)
    if found is not None:
        return found.functions
    return next((api.ids[name] for api in APIS.values() if name in api.ids), None)


def creating() -> Iterator[str]:
    for api in APIS.values():
        yield from api.creates


def taking_a_thread() -> Iterator[str]:
    """Functions that wait for a thread, or let it go."""
    for api in APIS.values():
        yield from (*api.joins, *api.detaches)


def detaching() -> Iterator[str]:
    for api in APIS.values():
        yield from (*api.detaches, *api.may_detach)


POSIX = register(
    ThreadApi(
        "pthread",
        "threadproof.frontend.apis.pthread",
        {
            "pthread_mutex_t": ObjectType("mutex", "pthread_mutex_lock"),
            "pthread_cond_t": ObjectType("cond", "pthread_cond_wait"),
            "pthread_rwlock_t": ObjectType("rwlock", "pthread_rwlock_wrlock"),
            "pthread_spinlock_t": ObjectType("spin", "pthread_spin_lock"),
            "pthread_barrier_t": ObjectType("barrier", "pthread_barrier_wait"),
            "pthread_once_t": ObjectType("once", "pthread_once"),
            "pthread_mutexattr_t": ObjectType("mutexattr", "pthread_mutexattr_settype"),
            "pthread_attr_t": ObjectType("attr", "pthread_attr_init"),
            "pthread_condattr_t": ObjectType("attr", "pthread_condattr_init"),
            "pthread_rwlockattr_t": ObjectType("attr", "pthread_rwlockattr_init"),
            "pthread_barrierattr_t": ObjectType("attr", "pthread_barrierattr_init"),
        },
        ids={"pthread_t": pattern(r"\bpthread_(?:create|join|detach|self|equal|kill|cancel)\b")},
        creates=("pthread_create",),
        joins=("pthread_join", "pthread_tryjoin_np"),
        detaches=("pthread_detach",),
        may_detach=("pthread_attr_setdetachstate", "pthread_tryjoin_np", "pthread_timedjoin_np"),
        prefixes=("pthread_", "sched_", "__builtin_ia32_"),
    )
)
SEMAPHORES = register(
    ThreadApi(
        "semaphores",
        "threadproof.frontend.apis.semaphores",
        {
            "sem_t": ObjectType(
                "sem",
                "sem_wait",
                pattern(r"\bsem_(?:init|destroy|(?:try|timed|clock)?wait|post|getvalue|open|close|unlink)\b"),
            ),
        },
        prefixes=("sem_",),
    )
)
C11 = register(
    ThreadApi(
        "C11",
        "threadproof.frontend.apis.c11_threads",
        {
            "mtx_t": ObjectType(
                "mutex",
                "mtx_lock",
                pattern(r"\b(?:mtx_(?:init|destroy|(?:try|timed)?lock|unlock)|cnd_(?:timed)?wait)\b"),
            ),
            "cnd_t": ObjectType(
                "cond", "cnd_wait", pattern(r"\bcnd_(?:init|destroy|(?:timed)?wait|signal|broadcast)\b")
            ),
            "once_flag": ObjectType("once", "call_once", pattern(r"\bcall_once\b")),
        },
        ids={"thrd_t": pattern(r"\bthrd_(?:create|join|detach|current|equal)\b")},
        creates=("thrd_create",),
        joins=("thrd_join",),
        detaches=("thrd_detach",),
        prefixes=("thrd_", "mtx_", "cnd_", "call_once"),
    )
)
FAIR_THREADS = register(
    ThreadApi(
        "FairThreads",
        "threadproof.frontend.apis.fairthreads",
        cooperative="threadproof.frontend.apis.fairthreads:COOPERATIVE",
        prefixes=("ft_",),
    )
)
