"""The scheduler of FairThreads: round robin in instants.

A thread runs until it cooperates, waits or ends. The scheduler goes through the linked threads in their order, again
and again, and gives control to those that can run; when none can, the instant is over. Then events are forgotten,
threads that cooperated can run again, and the orders given during the instant (run, broadcast, stop, resume, suspend)
are obeyed, in this sequence. The order of threads created before the start is any one (`any_order`) or that of their
creation; it never changes. Later threads come last. An order is found out as threads run for the first time: before
that it does not matter.

The order may be remembered within groups of threads only (`Round`), and some threads may be in no group. These may run
whenever they can, so that there are more executions than with the whole order, never fewer: from the thread of a group
that ran last, the scheduler comes to the others of the group in their order, and passes by none that can run; except by
those that a thread of another group has made able to run since then (`late`): it may have been there already.

Main is not linked. It runs alone until it starts the scheduler, then whenever no thread has control; what it may
still do is end, and give orders: the front end sees to that.

Calls, with threads and events as numbers, and the value they return; 0 is OK:

    scheduler, event                            a new number
    create t, start s, end, start_and_end s
    generate e, generate_value e                the position of the value in the array of values
    cooperate n, await e, join t
    select n e..., join_n n t, value e k        wait n instants at most, or FOREVER; for a value, in this instant
    outcome                                     what such a wait returns, and 256 times the set of events present
    place e k                                   the position of a value
    broadcast e, broadcast_value e, stop t, suspend t, resume t
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from typing import TYPE_CHECKING

from threadproof.errors import InternalError, Limit
from threadproof.ir.effects import CHANGES, Cell, Touched
from threadproof.ir.program import MAIN_ID, Program
from threadproof.ir.sched import Name, Narrator
from threadproof.records import NamedTuple
from threadproof.schedulers.fairthreads.codes import BAD_CREATE, BAD_LINK, FOREVER, NEXT, OK, PRESENT, STOPPED, TIMEOUT

if TYPE_CHECKING:
    from threadproof.properties import Property

#: so many values of an event are told apart where it is not known which one is meant
MANY_VALUES = 8

#: what a thread is doing
READY, DONE, SLEEP, AWAIT, JOIN, VALUE = range(6)


class Thread(NamedTuple):
    id: int
    doing: int = READY
    #: the events awaited, the thread to be joined, or event and number of a value
    on: tuple[int, ...] = ()
    #: instants until it gives up
    left: int = FOREVER
    #: `outcome` will be asked for
    asks: bool = False
    #: what its wait has come to
    outcome: int = OK
    suspended: bool = False


class Orders(NamedTuple):
    """What was asked for during the instant."""

    run: tuple[int, ...] = ()
    #: events, and whether with a value
    broadcast: tuple[tuple[int, bool], ...] = ()
    stop: tuple[int, ...] = ()
    resume: tuple[int, ...] = ()
    suspend: tuple[int, ...] = ()

    def about(self, order: str, thread: int) -> Orders:
        if order == "stop":
            return self._replace(stop=tuple(dict.fromkeys([*self.stop, thread])))
        if order == "resume":
            return self._replace(resume=tuple(sorted({*self.resume, thread})))
        return self._replace(suspend=tuple(sorted({*self.suspend, thread})))


NO_ORDERS = Orders()


class Round(NamedTuple):
    """Threads whose order among each other is remembered."""

    #: None: all threads
    members: tuple[int, ...] | None = None
    #: the order, as far as it is known
    order: tuple[int, ...] = ()
    #: threads that have no place in it yet
    unplaced: tuple[int, ...] = ()
    #: the first pass of the first instant, in which threads find their places
    is_placing: bool = False
    #: who ran last in this instant; 0: nobody
    last: int = 0
    #: threads that became able to run since then, by what one of another group did
    late: tuple[int, ...] = ()

    def has(self, id_: int) -> bool:
        return self.members is None or id_ in self.members

    def next(self, ready: Sequence[int]) -> list[int]:
        """Of the threads that can run, those that may be the next."""
        if self.is_placing:
            return [i for i in ready if i in self.unplaced]
        at = self.order.index(self.last) + 1 if self.last else 0
        found = []
        for i in (*self.order[at:], *self.order[:at]):
            if i in ready:
                found.append(i)
                if i not in self.late:
                    break
        return found

    def after(self, id_: int, ready: Sequence[int]) -> Round:
        """A thread gets control."""
        if id_ not in self.unplaced:
            return self._replace(last=id_, late=())
        unplaced = tuple([i for i in self.unplaced if i != id_])
        placed = self._replace(order=(*self.order, id_), unplaced=unplaced, last=id_, late=())
        return placed.maybe_placed(ready)

    def maybe_placed(self, ready: Sequence[int]) -> Round:
        """The first pass is over when all that can run have a place."""
        return self if any(i in ready for i in self.unplaced) else self._replace(is_placing=False)

    def in_next_instant(self, alive: Sequence[int], new: Sequence[int], *, is_placing: bool) -> Round:
        order, unplaced = [tuple([i for i in x if i in alive]) for x in (self.order, self.unplaced)]
        mine = tuple([i for i in new if self.has(i)])
        if is_placing:
            unplaced = mine
        else:
            order += mine
        return Round(self.members, order, unplaced, is_placing)

    def with_all_placed(self, suspended: Sequence[int]) -> list[Round]:
        """Threads that were suspended from the start and can run now get any place in the order."""
        found = [self]
        for i in [i for i in self.unplaced if i not in suspended]:
            found = [
                r._replace(unplaced=tuple([u for u in r.unplaced if u != i]), order=(*r.order[:at], i, *r.order[at:]))
                for r in found
                for at in range(len(r.order) + 1)
            ]
        return found


class FairThreads(NamedTuple):
    any_order: bool = True
    #: groups of threads that have none in common
    rounds: tuple[Round, ...] = (Round(),)
    #: it matters whether events are seen
    watches: bool = False
    #: who has control; 0: the scheduler
    running: int = MAIN_ID
    started: bool = False
    main_ended: bool = False
    schedulers: int = 0
    events: int = 0
    #: linked threads that have not ended, by number
    threads: tuple[Thread, ...] = ()
    #: stopped threads that have to clean up, before anybody else runs
    stopped: tuple[int, ...] = ()
    #: events present in this instant, with the number of their values
    present: tuple[tuple[int, int], ...] = ()
    #: events whose values are at odd positions: those of broadcasts must not overwrite those of the instant before
    odd: tuple[int, ...] = ()
    orders: Orders = NO_ORDERS
    #: events of this instant that nobody has seen yet; and those that nobody saw in theirs
    unseen: tuple[int, ...] = ()
    lost: tuple[int, ...] = ()

    @property
    def name(self) -> str:
        return "FairThreads"

    @property
    def gives_way(self) -> bool:
        """The order has only one place for each thread; one without a place in it may run whenever it can."""
        return all(r.members is None for r in self.rounds) and bool(self.rounds)

    # ------------------------------------------------------------ who runs

    def may_run(self, id_: int) -> bool:
        return id_ == self.running if self.running else id_ == MAIN_ID or id_ in self.candidates()

    def candidates(self) -> tuple[int, ...]:
        """The threads that the scheduler may give control to."""
        if self.stopped:
            return self.stopped[:1]
        ready = self._ready()
        found = [i for i in ready if self.round_of(i) is None]
        for r in self.rounds:
            found += r.next(ready)
        return tuple(found)

    def _ready(self) -> list[int]:
        return [t.id for t in self.threads if t.doing == READY and not t.suspended]

    def round_of(self, id_: int) -> Round | None:
        return next((r for r in self.rounds if r.has(id_)), None)

    def waits_for(self, id_: int, thread: Name, event: Name) -> str:
        return waited_for(self.thread(id_), thread, event)

    def narrator(self, program: Program, thread: Name) -> Narrator:
        from threadproof.schedulers.fairthreads.events import Events
        from threadproof.schedulers.fairthreads.instants import Instants

        return Instants(thread, Events(program).name)

    def sequential(self, program: Program, property_: Property, file: str) -> str:
        from threadproof.schedulers.fairthreads.sequential import to_sequential

        return to_sequential(program, property_, file)

    def with_order_of(self, *groups: Sequence[int]) -> FairThreads:
        """In the beginning: the order is remembered within these groups."""
        return self._replace(rounds=tuple([Round(tuple(sorted(g))) for g in sorted(map(sorted, groups))]))

    def without_order(self) -> FairThreads:
        """What does not depend on which order is remembered."""
        return self._replace(rounds=())

    def remembers_order(self, a: int, b: int) -> bool:
        return any(r.has(a) and r.has(b) for r in self.rounds)

    def resumed(self, id_: int) -> FairThreads:
        if self.running == id_:
            return self
        s = self._replace(running=id_)
        if id_ == MAIN_ID:
            return s
        if self.stopped:
            return s._replace(stopped=self.stopped[1:])._with(Thread(id_, outcome=STOPPED))
        t = s.thread(id_)
        if t.on:
            s = s._having_seen(t.on)._with(Thread(id_, outcome=s._seen(t.on) if t.asks else OK))
        ready = s._ready() if any(r.is_placing for r in s.rounds) else []
        return s._replace(rounds=tuple([r.after(id_, ready) if r.has(id_) else r for r in s.rounds]))

    # ------------------------------------------------------------ what is touched (`ir.effects`)

    def linked(self) -> tuple[int, ...]:
        return tuple([t.id for t in self.threads])

    def effects(self, id_: int, call: str, args: Sequence[int]) -> list[tuple[Cell, int]]:
        from threadproof.schedulers.fairthreads import effects

        return effects.effects(id_, call, args)

    def when_resumed(self, id_: int) -> list[tuple[Cell, int]]:
        from threadproof.schedulers.fairthreads import effects

        return [] if id_ == MAIN_ID else effects.when_resumed(self.thread(id_))

    def may_wake(self, id_: int, touched: Touched) -> bool:
        from threadproof.schedulers.fairthreads import effects

        return effects.may_wake(self.thread(id_), touched)

    def ends_instant(self, id_: int, call: str, args: Sequence[int]) -> bool:
        from threadproof.schedulers.fairthreads import effects

        return effects.ends_instant(id_, call, args)

    def may_go_on(self, id_: int, call: str, args: Sequence[int], touched: Touched) -> bool:
        from threadproof.schedulers.fairthreads import effects

        return effects.may_go_on(self, id_, call, args, touched)

    def minds(self, touched: Touched) -> bool:
        from threadproof.schedulers.fairthreads.effects import ORDERS

        return bool(touched.get(ORDERS, 0) & CHANGES)

    # ------------------------------------------------------------ threads

    def thread(self, id_: int) -> Thread:
        for t in self.threads:
            if t.id == id_:
                return t
        raise InternalError(f"thread {id_} is not linked")

    def _with(self, new: Thread) -> FairThreads:
        return self._replace(threads=tuple([new if t.id == new.id else t for t in self.threads]))

    def is_alive(self, id_: int) -> bool:
        return any(t.id == id_ for t in self.threads) or id_ in self.orders.run

    # ------------------------------------------------------------ waiting

    def count(self, event: int) -> int:
        """How many values an event has in this instant; -1: it is not present."""
        for e, n in self.present:
            if e == event:
                return n
        return -1

    def is_event(self, event: int) -> bool:
        return 0 < event <= self.events

    def _is_over(self, t: Thread) -> bool:
        """Is what the thread waits for the case?"""
        if t.doing == AWAIT:
            return any(self.count(e) >= 0 for e in t.on)
        if t.doing == JOIN:
            return not self.is_alive(t.on[0])
        return t.doing == VALUE and self.count(t.on[0]) > t.on[1]

    def _seen(self, events: tuple[int, ...]) -> int:
        return PRESENT * sum([1 << n for n, e in enumerate(events) if self.count(e) >= 0])

    def _woken(self) -> FairThreads:
        """Threads whose wait is over can run."""
        over = [t.id for t in self.threads if t.doing >= AWAIT and not t.suspended and self._is_over(t)]
        if not over:
            return self
        got = [t.on[0] for t in self.threads if t.doing == VALUE and t.id in over]
        return self._having_seen(tuple(got))._replace(
            rounds=tuple([self._with_late(r, over) for r in self.rounds]) if self.running else self.rounds,
            threads=tuple(
                [
                    Thread(t.id, on=t.on if t.doing == AWAIT else (), asks=t.asks) if t.id in over else t
                    for t in self.threads
                ]
            ),
        )

    def _with_late(self, r: Round, woken: list[int]) -> Round:
        new = [] if r.has(self.running) else [i for i in woken if r.has(i)]
        return r._replace(late=tuple(sorted({*r.late, *new}))) if new else r

    def _generated(self, event: int, *, value: bool) -> FairThreads:
        n = self.count(event)
        if n >= 0 and not value:
            return self
        others = [p for p in self.present if p[0] != event]
        s = self._replace(present=tuple(sorted([*others, (event, max(n, 0) + value)])))
        if n < 0 and self.watches:
            s = s._replace(unseen=tuple(sorted({*s.unseen, event})))
        return s._woken()

    def _having_seen(self, events: tuple[int, ...]) -> FairThreads:
        return self._replace(unseen=tuple([e for e in self.unseen if e not in events])) if self.unseen else self

    def _position(self, event: int, number: int) -> int:
        return 2 * number + (event in self.odd)

    # ------------------------------------------------------------ instants

    def _settled(self) -> tuple[FairThreads, ...]:
        """Nobody has control: instants end until a thread can run, or none ever will. Main may act in between."""
        found: dict[FairThreads, None] = {}
        todo = [self]
        while todo:
            s = todo.pop()
            stuck = s.started and not s.candidates()
            over = stuck and s._has_future()
            if stuck and not over and s.unseen:
                s = s._replace(unseen=(), lost=tuple(sorted({*s.lost, *s.unseen})))
            if not over or not s.main_ended:
                found[s] = None
            if over:
                todo += s._next_instant()
        return tuple(found)

    def _has_future(self) -> bool:
        return self.orders != NO_ORDERS or any(t.doing in (DONE, VALUE) or t.left != FOREVER for t in self.threads)

    def _next_instant(self, *, first: bool = False) -> tuple[FairThreads, ...]:
        """Events are forgotten, time goes on, orders are carried out."""
        run, broadcast, stop, resume, suspend = self.orders
        threads = [_one_instant_later(t) for t in self.threads]
        alive = [t.id for t in threads] + list(run)
        stop = tuple([i for i in stop if i in alive])
        is_placing = first and self.any_order
        s = self._replace(
            threads=tuple(sorted([_ordered(t, resume, suspend, stop) for t in (*threads, *map(Thread, run))])),
            rounds=tuple([r.in_next_instant(alive, run, is_placing=is_placing) for r in self.rounds]),
            stopped=stop,
            present=(),
            unseen=(),
            lost=tuple(sorted({*self.lost, *self.unseen})),
            odd=tuple(sorted({e for e, value in broadcast if value} ^ set(self.odd))),
            orders=NO_ORDERS,
        )
        for e, value in broadcast:
            s = s._generated(e, value=value)
        s = s._woken()
        if first:
            ready = s._ready()
            return (s._replace(rounds=tuple([r.maybe_placed(ready) for r in s.rounds])),)
        suspended = [t.id for t in s.threads if t.suspended]
        ways = product(*[r.with_all_placed(suspended) for r in s.rounds])
        return tuple([s._replace(rounds=rounds) for rounds in ways])

    # ------------------------------------------------------------ calls

    def distinguished(self, call: str, position: int) -> tuple[tuple[int, ...], int | None]:
        events = tuple(range(1, self.events + 1))
        match call, position:
            case (("value" | "place" | "generate" | "generate_value" | "broadcast" | "broadcast_value"), 0):
                return events, 0
            case ("await", 0) | ("select", 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8):
                return events, 0
            case ("join_n", 1) | ("join" | "stop" | "suspend" | "resume", 0):
                return (0, *sorted([*[t.id for t in self.threads], *self.orders.run])), MAIN_ID
            case (("start" | "start_and_end"), 0):
                return tuple(range(1, self.schedulers + 1)), 0
            case (("value" | "place"), 1):
                return tuple(range(MANY_VALUES)), None
        return (), None

    def execute(self, id_: int, call: str, args: tuple[int, ...]) -> tuple[tuple[int, FairThreads], ...]:
        if id_ == MAIN_ID:
            return self._by_main(call, args)
        match call, args:
            case "cooperate", (n,):
                if n == 0:
                    return ((OK, self),)
                return self._waiting(Thread(id_, DONE) if n == 1 else Thread(id_, SLEEP, left=n))
            case "await", (event,):
                return self._wait_for(Thread(id_, AWAIT, (event,)), good=self.is_event(event))
            case "select", (n, *events):
                good = all(self.is_event(e) for e in events)
                return self._wait_for(Thread(id_, AWAIT, tuple(events), n, asks=True), good=good)
            case "join", (thread,):
                return self._wait_for(Thread(id_, JOIN, (thread,)), good=thread > 0)
            case "join_n", (n, thread):
                return self._wait_for(Thread(id_, JOIN, (thread,), n, asks=True), good=thread > 0)
            case "value", (event, number):
                return self._wait_for(Thread(id_, VALUE, (event, number), asks=True), good=self.is_event(event))
            case "outcome", ():
                t = self.thread(id_)
                return ((t.outcome, self._with(t._replace(outcome=OK))),)
            case "place", (event, number):
                return ((self._position(event, number), self),)
            case "generate", (event,):
                return ((OK, self._generated(event, value=False)) if self.is_event(event) else (BAD_CREATE, self),)
            case "generate_value", (event,):
                at = self._position(event, max(self.count(event), 0))
                return ((at, self._generated(event, value=True) if self.is_event(event) else self),)
            case "end", ():
                s = self._replace(threads=tuple([t for t in self.threads if t.id != id_]))._woken()
                return _all(OK, s._replace(running=0)._settled())
        return (self._order(call, args),)

    def _by_main(self, call: str, args: tuple[int, ...]) -> tuple[tuple[int, FairThreads], ...]:
        match call, args:
            case (("cooperate" | "await" | "select" | "join" | "join_n" | "value" | "outcome" | "generate"), _):
                return ((BAD_LINK, self),)
            case (("generate_value" | "place"), _):
                return ((0, self),)
            case "start_and_end", _:
                return tuple([end for _, s in self._by_main("start", args) for end in s._by_main("end", ())])
            case "start", (scheduler,):
                if not 0 < scheduler <= self.schedulers:
                    return ((BAD_CREATE, self),)
                if self.started:
                    raise Limit("preemptive part of FairThreads", "two schedulers run side by side")
                found = self._replace(started=True, running=0)._next_instant(first=True)
                return _all(OK, tuple([x for s in found for x in s._settled()]))
            case "end", ():
                return _all(OK, self._replace(main_ended=True, running=0)._settled())
        value, s = self._order(call, args)
        if not self.started:
            return ((value, s),)
        # between two orders of main anything may happen
        return _all(value, s._replace(running=0)._settled())

    def _order(self, call: str, args: tuple[int, ...]) -> tuple[int, FairThreads]:
        o = self.orders
        match call, args:
            case "scheduler", ():
                if self.schedulers:
                    raise Limit("preemptive part of FairThreads", "two schedulers")
                return self.schedulers + 1, self._replace(schedulers=self.schedulers + 1)
            case "event", ():
                return self.events + 1, self._replace(events=self.events + 1)
            case "create", (thread,):
                return OK, self._replace(orders=o._replace(run=(*o.run, thread)))
            case "broadcast", (event,):
                if not self.is_event(event):
                    return BAD_CREATE, self
                known = any(e == event for e, _ in o.broadcast)
                return OK, self if known else self._replace(orders=o._replace(broadcast=(*o.broadcast, (event, False))))
            case "broadcast_value", (event,):
                number = sum([e == event and value for e, value in o.broadcast])
                at = 2 * number + (event not in self.odd)
                if not self.is_event(event):
                    return at, self
                return at, self._replace(orders=o._replace(broadcast=(*o.broadcast, (event, True))))
            case (("stop" | "suspend" | "resume"), (thread,)):
                return (
                    (OK, self._replace(orders=o.about(call, thread))) if self.is_alive(thread) else (BAD_CREATE, self)
                )
            case "start", _:
                raise Limit("preemptive part of FairThreads", "a thread starts a scheduler")
        raise InternalError(f"FairThreads has no call {call} {args}")

    def _wait_for(self, t: Thread, *, good: bool) -> tuple[tuple[int, FairThreads], ...]:
        """Wait, unless it is over already, or what is waited for does not exist."""
        s = self
        if not good:
            known = BAD_CREATE
        elif t.left == 0:
            known = TIMEOUT
        elif self._is_over(t):
            known = self._seen(t.on) if t.doing == AWAIT and t.asks else OK
            if t.doing != JOIN:
                s = self._having_seen(t.on[:1] if t.doing == VALUE else t.on)
        else:
            return self._waiting(t)
        return ((OK, s._with(Thread(t.id, outcome=known))) if t.asks else (known, s),)

    def _waiting(self, t: Thread) -> tuple[tuple[int, FairThreads], ...]:
        return _all(OK, self._with(t)._replace(running=0)._settled())


def _all(value: int, states: tuple[FairThreads, ...]) -> tuple[tuple[int, FairThreads], ...]:
    return tuple([(value, s) for s in states])


def waited_for(t: Thread, thread: Name, event: Name) -> str:
    """Why a thread does not run."""
    if t.suspended:
        return "being resumed"
    if t.doing == AWAIT:
        return " or ".join(map(event, t.on))
    if t.doing == JOIN:
        return f"the end of {thread(t.on[0])}"
    return f"value {t.on[1]} of {event(t.on[0])}" if t.doing == VALUE else "its turn"


def _one_instant_later(t: Thread) -> Thread:
    if t.doing == DONE:
        return Thread(t.id, suspended=t.suspended)
    if t.doing == VALUE:
        return Thread(t.id, outcome=NEXT, suspended=t.suspended)
    if t.left == FOREVER:
        return t
    if t.left > 1:
        return t._replace(left=t.left - 1)
    return Thread(t.id, outcome=OK if t.doing == SLEEP else TIMEOUT, suspended=t.suspended)


def _ordered(t: Thread, resume: tuple[int, ...], suspend: tuple[int, ...], stop: tuple[int, ...]) -> Thread:
    """Obeys orders; a stopped thread has nothing to do any more, until it is its turn to clean up."""
    if t.id in stop:
        return Thread(t.id, DONE)
    return t._replace(suspended=t.id in suspend or (t.suspended and t.id not in resume))
