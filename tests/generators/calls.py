"""Random calls of FairThreads: threads that call the scheduler and do nothing else."""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import NamedTuple

from threadproof.ir.program import MAIN_ID
from threadproof.schedulers.fairthreads.codes import FOREVER
from threadproof.schedulers.fairthreads.state import FairThreads

Call = tuple[str, tuple[int, ...]]


def scripts(rng: random.Random, threads: int, length: int, events: int) -> dict[int, list[Call]]:
    """What each thread calls, one after the other; threads have the numbers from 2 on."""
    ids = range(MAIN_ID + 1, MAIN_ID + 1 + threads)
    return {i: _script(rng, length, list(ids), events) for i in ids}


def _script(rng: random.Random, length: int, ids: list[int], events: int) -> list[Call]:
    calls: list[Call] = []
    for _ in range(rng.randrange(length + 1)):
        # one more event than there is at first
        e, f = (rng.randint(1, events + (rng.random() < 0.1)) for _ in range(2))
        t = rng.choice(ids)
        n = rng.choice((0, 1, 1, 2, FOREVER))
        calls += rng.choice(
            [
                *[[("generate", (e,))]] * 4,
                [("generate_value", (e,))],
                *[[("await", (e,))]] * 4,
                [("select", (n, e)), ("outcome", ())],
                *[[("select", (n, e, f)), ("outcome", ())]] * 2,
                [("value", (e, rng.randrange(2))), ("outcome", ())],
                [("join", (t,))],
                [("join_n", (n, t)), ("outcome", ())],
                *[[("cooperate", (rng.choice((0, 1, 1, 1, 2)),))]] * 4,
                [("broadcast", (e,))],
                [("broadcast_value", (e,))],
                [(rng.choice(("stop", "suspend", "resume")), (t,))],
                [("event", ())],
            ]
        )
    return calls


class Running(NamedTuple):
    """Where every thread is in its script, what its calls have returned, and the scheduler."""

    at: tuple[int, ...]
    returned: tuple[tuple[int, ...], ...]
    scheduler: FairThreads


@dataclass(frozen=True, slots=True)
class Machine:
    scripts: dict[int, list[Call]]

    def start(self, scheduler: FairThreads, events: int) -> list[Running]:
        s = scheduler._replace(events=events, schedulers=1)
        for i in self.scripts:
            ((_, s),) = s.execute(MAIN_ID, "create", (i,))
        started = s.execute(MAIN_ID, "start_and_end", (1,))
        n = len(self.scripts)
        return [Running((0,) * n, ((),) * n, s) for _, s in started]

    def next_call(self, r: Running, id_: int) -> Call:
        at = r.at[self._index(id_)]
        script = self.scripts[id_]
        return script[at] if at < len(script) else ("end", ())

    def step(self, r: Running, id_: int) -> list[Running]:
        """One call, which gives the thread control if it has none."""
        n = self._index(id_)
        call, args = self.next_call(r, id_)
        outcomes = r.scheduler.resumed(id_).execute(id_, call, args)
        at = (*r.at[:n], r.at[n] + 1, *r.at[n + 1 :])
        return [
            Running(at, (*r.returned[:n], (*r.returned[n], value), *r.returned[n + 1 :]), s) for value, s in outcomes
        ]

    def turn(self, r: Running, id_: int) -> tuple[list[Call], list[Running]]:
        """The calls of a whole turn, and what may come of it."""
        calls = []
        front = [r]
        while not calls or any(x.scheduler.running for x in front):
            (r,) = front
            calls.append(self.next_call(r, id_))
            front = self.step(r, id_)
        return calls, front

    def rest_of_instant(self, r: Running, id_: int) -> list[Call]:
        """All calls up to where the thread certainly does no more in this instant."""
        calls: list[Call] = []
        for call, args in [*self.scripts[id_][r.at[self._index(id_)] :], ("end", ())]:
            calls.append((call, args))
            if call == "cooperate" and args[0] > 0:
                break
        return calls

    def _index(self, id_: int) -> int:
        return list(self.scripts).index(id_)
