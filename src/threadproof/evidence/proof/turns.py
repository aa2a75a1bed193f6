"""Covering trees of cooperative programs: which scheduler they are about, who may sleep, who may be chosen.

    facts["scheduler"]   "free": any thread that can run may be the next, which includes what every order allows;
                         nothing: the scheduler as it is, without any reduction
    alone                "turns" and the numbers of threads: none of the others can do anything first that matters to
                         them. What is not expanded of these threads is asleep.

Trusted: what a turn touches, and which turns commute (`rules.turns`). Entry points: `with_scheduler`, `Choices`.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from typing import Any

from threadproof.evidence.proof.complaint import Malformed
from threadproof.ir.action import Control
from threadproof.ir.fairthreads import FairThreads
from threadproof.ir.program import Program
from threadproof.ir.symbolic import Symbolic
from threadproof.rules.turns import Turns, commute


def with_scheduler(program: Program, facts: Mapping[str, Any]) -> Program:
    """The program that the tree is about; it can do whatever this one can."""
    kind = facts.get("scheduler")
    if kind is None:
        return program
    if kind != "free" or not isinstance(program.scheduler, FairThreads):
        raise Malformed(f"nothing is known about a scheduler {kind!r}")
    return replace(program, scheduler=program.scheduler._replace(free=True))


def on_cycles(onward: Sequence[Sequence[int]]) -> set[int]:
    """The nodes of a graph that lie on a cycle: in the second search, against the edges, from those left last."""
    left: list[int] = []
    seen: set[int] = set()
    for start in range(len(onward)):
        way = [] if start in seen else [(start, iter(onward[start]))]
        seen.add(start)
        while way:
            n, rest = way[-1]
            after = next((x for x in rest if x not in seen), None)
            if after is None:
                left.append(n)
                way.pop()
            else:
                seen.add(after)
                way.append((after, iter(onward[after])))
    backward: list[list[int]] = [[] for _ in onward]
    for n, targets in enumerate(onward):
        for x in targets:
            backward[x].append(n)
    found: set[int] = set()
    done: set[int] = set()
    for start in reversed(left):
        part = [start] if start not in done else []
        done.add(start)
        for n in part:
            new = [x for x in dict.fromkeys(backward[n]) if x not in done]
            done.update(new)
            part.extend(new)
        if len(part) > 1 or (part and start in onward[start]):
            found.update(part)
    return found


class Choices:
    def __init__(self, symbolic: Symbolic) -> None:
        self.symbolic = symbolic
        self.turns = Turns(symbolic)

    def _is_free(self, c: Control) -> bool:
        return isinstance(c.scheduler, FairThreads) and c.scheduler.free

    def sleep_complaint(self, c: Control, mover: int, sleeper: int, *, is_old: bool) -> str:
        """Why a thread must not sleep behind a step of another one; "" if it may. `is_old`: it has slept before."""
        if not self._is_free(c) or not self.turns.may_be_reduced(c):
            return "a thread is asleep although the scheduler remembers who ran first, or main has not ended"
        if c.inside:
            return "" if is_old else f"instance {sleeper} falls asleep in the turn of instance {c.inside}"
        places = {p.id: p for p in self.symbolic.movable(c)}
        if sleeper not in places or mover not in places:
            return f"instance {sleeper} is asleep but could not run"
        assert isinstance(c.scheduler, FairThreads)
        first, second = [self.turns.now(places[i], c.scheduler) for i in (mover, sleeper)]
        return "" if commute(first, second) else f"the turns of instances {mover} and {sleeper} do not commute"

    def choice_complaint(self, c: Control, reason: str, order: Collection[int], sleep: Collection[int]) -> str:
        """Why it is not enough to expand these threads; "" if it is."""
        word, *numbers = reason.split(" ")
        if word != "turns" or not numbers or not all(n.isdecimal() for n in numbers):
            return f"nothing is known about the reason {reason!r} to choose threads"
        chosen = {int(n) for n in numbers}
        if not self._is_free(c) or c.inside:
            return "threads are chosen in the middle of a turn, or although the scheduler remembers who ran first"
        if not chosen <= {p.id for p in self.symbolic.movable(c)}:
            return "a thread is chosen that cannot run"
        if not chosen <= {*order, *sleep} or not set(order) <= chosen:
            return "not the threads that are chosen are expanded"
        return "" if self.turns.missing(c, chosen) == set() else "others can do first what matters to those chosen"
