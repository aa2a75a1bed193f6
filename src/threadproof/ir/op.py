"""The closed set of operations on the edges of a thread template, with what each reads, writes and waits for.

An operation is one atomic step of one thread. Nearly everything is a `Step`: a guard and parallel assignments.
Locks, condition variables, barriers, semaphores, joins are Steps on abstract cells (`kind` sync or system), with a
`role` for the analyses that care; so an engine that understands Steps understands them all:

    mutex        owner := self            when owner == 0           (waits)
    wait         waiting |= 1 << self, owner := 0;  then  owner := self  when bit self of waiting is clear
                 and owner == 0 (waits);  a spurious wake-up clears the bit
    broadcast    waiting := 0
    signal       `Signal`: one set bit of `waiting`, any, is cleared; nothing happens if none is set
    join         when ended[thread] (waits)

A guard that is false either makes the thread wait (`waits`) or, like a failed assume, discards the execution.
Operations that need more than a guard and assignments are the other classes below.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum

from threadproof.logic import term as T
from threadproof.logic.interning import empties
from threadproof.logic.term import Term, Var
from threadproof.records import dataclass


@dataclass(frozen=True, slots=True)
class Cell:
    """A place: a scalar variable (no index), or an element of an array variable."""

    var: Var
    index: tuple[Term, ...] = ()

    @property
    def term(self) -> Term:
        return T.select(self.var, self.index)


@dataclass(frozen=True, slots=True)
class Update:
    var: Var
    index: tuple[Term, ...]
    value: Term


class Role(Enum):
    """What a step is for, where an analysis or a trace wants to know; what it does is in its guard and updates."""

    ACQUIRE = "acquire"
    RELEASE = "release"
    REACQUIRE = "reacquire"
    READ_ACQUIRE = "read-acquire"
    READ_RELEASE = "read-release"
    TRY_ACQUIRE = "try-acquire"
    WAIT = "wait"
    WAKE = "wake"
    SPURIOUS = "spurious"
    TIMEOUT = "timeout"
    BROADCAST = "broadcast"
    BARRIER = "barrier"
    FENCE = "fence"
    JOIN = "join"
    INIT = "init"
    LIFE = "life"
    END = "end"
    ALLOC = "alloc"
    FREE = "free"
    BLOCKED = "blocked"
    SEM_WAIT = "sem-wait"
    SEM_POST = "sem-post"


class Order(Enum):
    """How C orders an access to memory with others of its thread. All but the first two are atomic operations.

    Those behind SEQ_CST are of fences that C does not have, and say what is kept in order.
    """

    PLAIN = "plain"
    VOLATILE = "volatile"
    RELAXED = "relaxed"
    CONSUME = "consume"
    ACQUIRE = "acquire"
    RELEASE = "release"
    ACQ_REL = "acq_rel"
    SEQ_CST = "seq_cst"

    #: loads before, and loads behind
    LOADS = "loads"
    #: loads before, and everything behind
    LOADS_FIRST = "loads_first"
    #: everything before, and stores behind
    STORES_LAST = "stores_last"
    #: stores before, and stores behind
    STORES = "stores"
    #: everything, but stores before and loads behind
    LIGHT = "light"
    #: loads before a branch that depends on them, and everything behind
    BRANCHED = "branched"
    #: everything before, if the exchange behind it succeeds
    BEFORE_SUCCESS = "before_success"
    #: everything, if an exchange stands behind it, before it, or a lock is taken before it
    BEFORE_EXCHANGE = "before_exchange"
    AFTER_EXCHANGE = "after_exchange"
    AFTER_LOCK = "after_lock"
    #: what giving back a lock and taking one do together everywhere but on Power
    AFTER_UNLOCK_LOCK = "after_unlock_lock"


_NOT_ATOMIC = frozenset({Order.PLAIN, Order.VOLATILE})
#: of fences that C does not have
NOT_OF_C = frozenset([o for o in Order if list(Order).index(o) > list(Order).index(Order.SEQ_CST)])

#: what nobody in the program does: such steps happen at any time, are no progress, and nobody may rely on them
ENVIRONMENT = frozenset({Role.SPURIOUS})


@dataclass(frozen=True, slots=True)
class Step:
    """If `guard` holds, all `updates` at once, evaluated in the state before."""

    guard: Term = T.TRUE
    updates: tuple[Update, ...] = ()
    #: of its accesses to memory, or of a fence (which has none)
    order: Order = Order.PLAIN
    #: a false guard means waiting; otherwise it discards the execution
    waits: bool = False
    role: Role | None = None
    #: the synchronisation object concerned, where there is one
    lock: Cell | None = None

    @property
    def atomic(self) -> bool:
        """The access is an atomic operation of C: no data race with another atomic one."""
        return self.order not in _NOT_ATOMIC


def is_environment(op: object) -> bool:
    return isinstance(op, Step) and op.role in ENVIRONMENT


@dataclass(frozen=True, slots=True)
class Havoc:
    """An arbitrary value in [low, high] (unsigned).

    No index on an array variable: every cell becomes arbitrary, or `low` if that is `high` too.
    """

    var: Var
    index: tuple[Term, ...]
    low: int
    high: int


@dataclass(frozen=True, slots=True)
class Fresh:
    """target := base + (n << shift), n the number of a new instance of `site`: a thread or a heap object.

    The number is a function of (site, self, how often this thread was here), never of the schedule.
    """

    target: Var
    site: int
    counter: Var | None
    base: int
    shift: int


@dataclass(frozen=True, slots=True)
class Signal:
    """Wake one of the threads in the bit set `waiting`, any of them; nothing if it is empty."""

    waiting: Cell


@dataclass(frozen=True, slots=True)
class Create:
    """Start an instance of `template` with id `handle`; its parameters get `args`."""

    template: str
    handle: Term
    args: tuple[Term, ...]


@dataclass(frozen=True, slots=True)
class Exit:
    """The process ends. `is_normal`: by the return of main, `exit`, or the end of the last thread; leaks count then."""

    reason: str
    is_normal: bool = False


@dataclass(frozen=True, slots=True)
class AtomicBegin:
    """No other thread moves until the matching AtomicEnd; the section is one relation (see docs/soundness)."""

    #: while the front end is at work: not written by the user
    implicit: bool = False
    #: it is one access to something large, of this order (plain: nobody orders anything by it); None: nothing passes it
    order: Order | None = None


@dataclass(frozen=True, slots=True)
class AtomicEnd:
    implicit: bool = False


@dataclass(frozen=True, slots=True)
class Primitive:
    """A call of the cooperative scheduler (see `sched`): what it returns goes to `result`.

    The thread may lose control by it. Threads and events are numbers.
    """

    call: str
    args: tuple[Term, ...] = ()
    result: Var | None = None


@dataclass(frozen=True, slots=True)
class Unsupported:
    """Reaching this makes the verdict Unknown."""

    what: str

    @property
    def is_of_a_value(self) -> bool:
        """Not understood is one value of a local computation; nothing else in the program depends on it."""
        return self.what == POINTS_NOWHERE


#: what may be not understood about a value
POINTS_NOWHERE = "number of a pointer that points nowhere"


Op = Step | Havoc | Fresh | Signal | Create | Exit | AtomicBegin | AtomicEnd | Primitive | Unsupported


@dataclass(frozen=True, slots=True)
class Access:
    var: Var
    index: tuple[Term, ...]
    write: bool
    atomic: bool


def reads(op: Op) -> tuple[Term, ...]:
    """The terms an operation evaluates, guard first."""
    match op:
        case Step():
            parts = [op.guard] if op.guard is not T.TRUE else []
            for u in op.updates:
                parts.extend(u.index)
                parts.append(u.value)
            return tuple(parts)
        case Havoc():
            return op.index
        case Signal():
            return (op.waiting.term,)
        case Create():
            return (op.handle, *op.args)
        case Primitive():
            return op.args
        case Fresh():
            return () if op.counter is None else (T.var(op.counter),)
        case Exit() | AtomicBegin() | AtomicEnd() | Unsupported():
            return ()


def writes(op: Op) -> tuple[Cell, ...]:
    match op:
        case Step():
            return tuple(Cell(u.var, u.index) for u in op.updates)
        case Havoc():
            return (Cell(op.var, op.index),)
        case Signal():
            return (op.waiting,)
        case Fresh():
            return (Cell(op.target),) if op.counter is None else (Cell(op.target), Cell(op.counter))
        case Primitive():
            return () if op.result is None else (Cell(op.result),)
        case Create() | Exit() | AtomicBegin() | AtomicEnd() | Unsupported():
            return ()


def footprint(op: Op) -> tuple[Access, ...]:
    """Every shared cell the operation may touch; guards are reads."""
    done = _footprints.get(op)
    if done is None:
        atomic = isinstance(op, Step) and op.atomic
        found: dict[Access, None] = {}
        for c in writes(op):
            if c.var.shared:
                found[Access(c.var, c.index, True, atomic)] = None
        for t in reads(op):
            if any(v.shared for v in t.vars):
                for u in T.subterms(t):
                    if u.var is not None and u.var.shared:
                        found[Access(u.var, u.args, False, atomic)] = None
        done = _footprints[op] = tuple(found)
    return done


_footprints: dict[Op, tuple[Access, ...]] = {}
empties(_footprints.clear)


def evaluated(t: Term, when: Term = T.TRUE) -> Iterator[tuple[Term, Term]]:
    """The shared variables and elements that evaluation looks at, each with the condition under which it does: `and`,
    `or` and `ite` stop where they are decided."""
    if not any(v.shared for v in t.vars):
        return
    if t.op in ("var", "select"):
        yield t, when
        for i in t.args:
            yield from evaluated(i, when)
    elif t.op == "ite":
        yield from evaluated(t.args[0], when)
        yield from evaluated(t.args[1], T.and_(when, t.args[0]))
        yield from evaluated(t.args[2], T.and_(when, T.not_(t.args[0])))
    elif t.op in ("and", "or"):
        for a in t.args:
            yield from evaluated(a, when)
            when = T.and_(when, a if t.op == "and" else T.not_(a))
    else:
        for a in t.args:
            yield from evaluated(a, when)


def is_visible(op: Op) -> bool:
    """May another thread notice this step, or may it fail to be possible now and be possible later?"""
    return bool(footprint(op)) or not isinstance(op, Step | Havoc | Fresh)
