"""What a cooperative scheduler does in a trace, in words: who is woken, who waits, when instants begin, what is missed.

The scheduler does not count instants, or there would be no end of states. So each call is made once more, by one that
lets no instant end (`_Unsettled`); from there instants are ended one by one until the scheduler is as it was left.
"""

from __future__ import annotations

from collections.abc import Iterable

from threadproof.errors import InternalError
from threadproof.ir.sched import Name, Scheduler
from threadproof.schedulers.fairthreads.codes import BAD_CREATE, BAD_LINK, FOREVER, NEXT, OK, PRESENT, STOPPED, TIMEOUT
from threadproof.schedulers.fairthreads.state import (
    AWAIT,
    DONE,
    JOIN,
    READY,
    SLEEP,
    VALUE,
    FairThreads,
    Thread,
    waited_for,
)

#: calls that are obeyed in the next instant
ORDERS = ("broadcast", "stop", "suspend", "resume")


class _Unsettled(FairThreads):
    """Does what it is asked for, but no instant ends."""

    def _settled(self) -> tuple[FairThreads, ...]:
        return (self,)


class Instants:
    """Is told every call of the scheduler, in the order of the trace. `thread`, `event`: names for numbers."""

    def __init__(self, thread: Name, event: Name) -> None:
        self.thread = thread
        self._event = event
        self.number = 0
        #: the instant in which an event was there last; the one in which a thread saw it
        self.there: dict[int, int] = {}
        self.seen: dict[tuple[int, int], int] = {}
        #: the wait whose outcome a thread will ask for
        self.asked: dict[int, tuple[str, tuple[int, ...]]] = {}

    def event(self, number: int) -> str:
        return self._event(number)

    def note(
        self, id_: int, call: str, args: tuple[int, ...], before: Scheduler | None, after: Scheduler | None
    ) -> str:
        if not isinstance(before, FairThreads) or not isinstance(after, FairThreads) or not after.started:
            return ""
        value, called, later = _replayed(before, id_, call, args, after)
        if not before.started:
            return "; ".join(filter(None, self._instants(None, [called, *later])))
        said = [self._says(id_, call, args, value, before, called), self._woken(before, called)]
        self._remember(called)
        said += self._instants(called, later)
        if not later:
            said.append(self._lost(called, after))
        return "; ".join(filter(None, said))

    # ------------------------------------------------------------ the call

    def _says(
        self, id_: int, call: str, args: tuple[int, ...], value: int, before: FairThreads, called: FairThreads
    ) -> str:
        """What the call does at once."""
        if value == BAD_LINK:
            return "main is no thread of the scheduler: this does nothing"
        if call in ("generate", *ORDERS) and value == BAD_CREATE:
            what = "such event" if call in ("generate", "broadcast") else "such thread any more"
            return f"there is no {what}: this does nothing"
        if call in (*ORDERS, "create"):
            return "in the next instant"
        if call == "generate":
            return self._generated(args[0], before, called)
        if call == "generate_value":
            return f"value {called.count(args[0]) - 1}" if called.is_event(args[0]) else ""
        if call == "outcome":
            return self._outcome(id_, value)
        if call in ("select", "join_n", "value"):
            self.asked[id_] = call, args
        if call == "await" and called.running:
            return self._present(id_, args) or "there is no such event"
        if call == "join" and called.running:
            return f"{self.thread(args[0])} has ended" if value == OK else "there is no such thread"
        mine = next((t for t in called.threads if t.id == id_), None)
        return "" if called.running or mine is None else self._waits(mine)

    def _generated(self, event: int, before: FairThreads, called: FairThreads) -> str:
        if before.count(event) >= 0:
            return "it is there already"
        waiting = [e for t in called.threads for e in _awaited(t)]
        return "" if event in waiting or self._woken(before, called) else "nobody waits for it"

    def _waits(self, t: Thread) -> str:
        if t.doing == DONE:
            return "until the next instant"
        if t.doing == SLEEP:
            return f"for {t.left} instants"
        what = f"waits for {waited_for(t, self.thread, self.event)}"
        limit = "" if t.left == FOREVER else f", {t.left} {'instant' if t.left == 1 else 'instants'} at most"
        missed = [e for e in t.on if t.doing == AWAIT and self.there.get(e, 0) > self.seen.get((t.id, e), 0)]
        said = [f"missed: {self.event(e)} was there in instant {self.there[e]}" for e in missed]
        return "; ".join([what + limit, *said])

    def _outcome(self, id_: int, value: int) -> str:
        call, args = self.asked.pop(id_, ("", ()))
        code = value % PRESENT
        if code == STOPPED:
            return "is stopped here"
        if code == TIMEOUT:
            return "time-out"
        if code == NEXT:
            return "the instant is over: no such value"
        if code == BAD_CREATE:
            return f"there is no such {'thread' if call == 'join_n' else 'event'}"
        if call == "select" and code == OK:
            return self._present(id_, [e for n, e in enumerate(args[1:]) if value // PRESENT >> n & 1])
        if call == "join_n" and code == OK:
            return f"{self.thread(args[1])} has ended"
        if call == "value" and code == OK:
            return f"value {args[1]} of {self.event(args[0])} is there"
        return ""

    def _present(self, id_: int, events: Iterable[int]) -> str:
        """Events that a thread finds there."""
        found = [e for e in dict.fromkeys(events) if self.there.get(e) == self.number]
        self.seen.update({(id_, e): self.number for e in found})
        names = " and ".join(map(self.event, found))
        return f"{names} {'are' if len(found) > 1 else 'is'} there" if found else ""

    # ------------------------------------------------------------ instants

    def _instants(self, before: FairThreads | None, later: list[FairThreads]) -> list[str]:
        """The instants that begin, one after the other; those in which nothing happens in one phrase."""
        said = []
        idle = self.number + 1
        for s in later:
            self.number += 1
            lost, happens = ("", []) if before is None else (self._lost(before, s), self._happens(before, s))
            self._remember(s)
            if lost or happens or s.candidates():
                said += [self._idle(idle, self.number - 1, before), lost]
                idle = self.number
            if happens or s.candidates():
                happens += [] if s.candidates() else ["nobody can run"]
                said.append(f"instant {self.number} begins" + (": " + ", ".join(happens) if happens else ""))
                idle = self.number + 1
            before = s
        return [*said, self._idle(idle, self.number, before)]

    def _idle(self, first: int, last: int, s: FairThreads | None) -> str:
        if s is None or first > last:
            return ""
        which = f"instant {first}" if first == last else f"instants {first} to {last}"
        return f"{which}: nobody can run" if s.threads else f"{which}: no thread is left"

    def _happens(self, before: FairThreads, s: FairThreads) -> list[str]:
        old = {t.id: t for t in before.threads}
        late = [t.id for t in s.threads if t.id in old and old[t.id].doing in (AWAIT, JOIN) and t.outcome == TIMEOUT]
        happens = [
            (before.orders.run, "{} can run"),
            (s.stopped, "{} is stopped"),
            ([t.id for t in s.threads if t.suspended and not (t.id in old and old[t.id].suspended)], "{} is suspended"),
            ([t.id for t in s.threads if not t.suspended and t.id in old and old[t.id].suspended], "{} is resumed"),
            (late, "time-out of {}"),
        ]
        words = [text.format(self.thread(i)) for ids, text in happens for i in ids]
        words += [f"{self.event(e)} is there" for e, _ in s.present]
        woken = self._woken(before, s)
        return [*words, woken] if woken else words

    def _woken(self, before: FairThreads, s: FairThreads) -> str:
        old = {t.id: t for t in before.threads if t.doing >= AWAIT}
        woken = [t.id for t in s.threads if t.id in old and t.doing == READY and t.outcome == OK]
        return "wakes " + ", ".join(map(self.thread, woken)) if woken else ""

    def _lost(self, before: FairThreads, s: FairThreads) -> str:
        lost = [self.event(e) for e in s.lost if e not in before.lost]
        return f"{' and '.join(lost)} {'are' if len(lost) > 1 else 'is'} lost: nobody saw it" if lost else ""

    def _remember(self, s: FairThreads) -> None:
        for e, _ in s.present:
            self.there[e] = self.number
            # (who was woken will see it)
            self.seen.update({(t.id, e): self.number for t in s.threads if t.doing == READY and e in t.on})


def _awaited(t: Thread) -> tuple[int, ...]:
    """The events a thread waits for."""
    return t.on if t.doing == AWAIT else t.on[:1] if t.doing == VALUE else ()


def _replayed(
    before: FairThreads, id_: int, call: str, args: tuple[int, ...], after: FairThreads
) -> tuple[int, FairThreads, list[FairThreads]]:
    """What the call returned, the scheduler after it, and at the beginning of each instant that came then."""
    for value, called in _Unsettled(*before).execute(id_, call, args):
        came: dict[FairThreads, FairThreads | None] = {called: None}
        for s in (todo := [called]):
            if s._replace(unseen=after.unseen, lost=after.lost) == after:
                path = [s]
                while (earlier := came[path[-1]]) is not None:
                    path.append(earlier)
                return value, called, path[-2::-1]
            if not s.candidates() and s._has_future():
                todo += [n for n in s._next_instant() if came.setdefault(n, s) is s]
    raise InternalError(f"the scheduler does not do that: {call} {args}")
