"""What a cooperative scheduler does in a trace, in words: who is woken, who waits, when instants begin, what is missed.

Instants are numbered until more than one may have passed at once, because threads wait for some number of them.
"""

from __future__ import annotations

from collections.abc import Callable

from threadproof.ir.fairthreads import AWAIT, DONE, FOREVER, JOIN, READY, SLEEP, VALUE, FairThreads
from threadproof.ir.sched import Scheduler

_WAITING = {
    DONE: "until the next instant",
    SLEEP: "for instants to pass",
    AWAIT: "waits",
    JOIN: "waits",
    VALUE: "waits for a value",
}


class Instants:
    """Is told every call of the scheduler, in the order of the trace."""

    def __init__(self) -> None:
        self.number = 0
        self.is_numbered = True
        #: the instant in which an event was generated last
        self.generated: dict[int, int] = {}

    def note(
        self, id_: int, call: str, before: Scheduler | None, after: Scheduler | None, name: Callable[[int], str]
    ) -> str:
        if not isinstance(before, FairThreads) or not isinstance(after, FairThreads) or not after.started:
            return ""
        said = []
        for e, _ in after.present:
            if before.count(e) < 0 or self.number == 0:
                self.generated[e] = self.number
        begins = after.running == 0 and after.last == 0
        doing = {t.id: t for t in before.threads}
        woken = [t.id for t in after.threads if t.doing == READY and t.id in doing and doing[t.id].doing >= AWAIT]
        if woken and not begins:
            said.append("wakes " + ", ".join(map(name, woken)))
        mine = next((t for t in after.threads if t.id == id_), None)
        if mine is not None and after.running == 0 and mine.doing != READY:
            said.append(_WAITING[mine.doing])
            old = [self.generated[e] for e in mine.on if mine.doing == AWAIT and e in self.generated]
            if old:
                said.append(f"missed: it was generated in {self._instant(max(old))}")
        if begins:
            self.number += 1
            if call in ("select", "join_n") or any(t.left != FOREVER for t in (*before.threads, *after.threads)):
                self.is_numbered = False
            said.append(f"{self._instant(self.number) if self.is_numbered else 'a new instant'} begins")
            self.generated.update(dict.fromkeys([e for e, _ in after.present], self.number))
        return "; ".join(said)

    def _instant(self, number: int) -> str:
        return f"instant {number}" if self.is_numbered else "an earlier instant"
