"""A candidate execution: its events and relations, and what all models derive from them, each computed once."""

from __future__ import annotations

from collections.abc import Callable

from threadproof.axiomatic.program import Program, Value
from threadproof.axiomatic.relations import (
    Relation,
    bits,
    compose,
    empty,
    inverse,
    meet,
    minus,
    restrict,
    union,
)
from threadproof.axiomatic.unfold import Event, Trace

#: the thread of the writes of initial values
INITIAL = -1


class Skeleton:
    """One trace of each thread: its events, after those of initial values, and what does not depend on rf and co."""

    def __init__(self, program: Program, traces: list[Trace], initial: dict[str, Event]):
        self.program = program
        self.traces = traces
        self.events: list[Event] = list(initial.values())
        self.thread: list[int] = [INITIAL] * len(self.events)
        offsets = []
        for number, trace in enumerate(traces):
            offsets.append(len(self.events))
            self.events += trace.events
            self.thread += [number] * len(trace.events)
        self.size = size = len(self.events)
        self.initial = (1 << len(initial)) - 1
        self.reads, self.writes, self.fences = (
            sum(1 << i for i, e in enumerate(self.events) if e.kind == kind) for kind in "RWF"
        )
        self.memory = self.reads | self.writes
        self._tagged: dict[str, int] = {}
        for i, event in enumerate(self.events):
            for tag in event.tags:
                self._tagged[tag] = self._tagged.get(tag, 0) | 1 << i
        at: dict[str, int] = {}
        for i, event in enumerate(self.events):
            if event.kind != "F":
                at[event.location] = at.get(event.location, 0) | 1 << i
        #: the accesses of each location
        self.at = at
        self.location = [at[e.location] if e.kind != "F" else 0 for e in self.events]
        self.po, self.address, self.data, self.control, self.amo, self.exclusive = (empty(size) for _ in range(6))
        threads = [0] * (len(traces) + 1)
        for offset, trace in zip(offsets, traces, strict=True):
            self._add(offset, trace)
        for i, thread in enumerate(self.thread):
            threads[thread] |= 1 << i
        #: the events of the same thread; those of initial values are of none
        self.same_thread = [threads[t] if t != INITIAL else 1 << i for i, t in enumerate(self.thread)]
        self.rmw = union(self.amo, self.exclusive)
        self.po_location = [row & where for row, where in zip(self.po, self.location, strict=True)]
        self._derived: dict[str, Relation] = {}

    def _add(self, offset: int, trace: Trace) -> None:
        after = ((1 << len(trace.events)) - 1) << offset
        for i, event in enumerate(trace.events):
            bit = 1 << (offset + i)
            after &= ~bit
            self.po[offset + i] = after
            for mask, relation in (
                (event.address_from, self.address),
                (event.data_from, self.data),
                (event.control_from, self.control),
            ):
                for read in bits(mask):
                    relation[offset + read] |= bit
        for pairs, relation in ((trace.atomic, self.amo), (trace.exclusive, self.exclusive)):
            for read, write in pairs:
                relation[offset + read] |= 1 << (offset + write)

    def tagged(self, *tags: str) -> int:
        """The events with one of these tags."""
        mask = 0
        for tag in tags:
            mask |= self._tagged.get(tag, 0)
        return mask

    def fenced(self, *tags: str) -> Relation:
        """Accesses with a fence of that kind between them."""
        fences = self.tagged(*tags) & self.fences
        if not fences:
            return empty(self.size)
        return restrict(compose(restrict(self.po, self.memory, fences), self.po), self.memory, self.memory)

    def once(self, name: str, make: Callable[[], Relation]) -> Relation:
        """A relation that all executions with these traces share."""
        found = self._derived.get(name)
        if found is None:
            found = self._derived[name] = make()
        return found


class Execution:
    """A skeleton with a choice of rf (`reads_from`) and co (`coherence`)."""

    __slots__ = ("_derived", "co", "fr", "last", "rf", "skeleton")

    def __init__(self, skeleton: Skeleton, rf: Relation, co: Relation, fr: Relation, last: dict[str, Value]):
        self.skeleton = skeleton
        self.rf = rf
        self.co = co
        self.fr = fr
        #: the final value of each location
        self.last = last
        self._derived: dict[str, Relation] = {}

    def once(self, name: str, make: Callable[[], Relation]) -> Relation:
        found = self._derived.get(name)
        if found is None:
            found = self._derived[name] = make()
        return found

    def external(self, relation: Relation) -> Relation:
        return minus(relation, self.skeleton.same_thread)

    def internal(self, relation: Relation) -> Relation:
        return meet(relation, self.skeleton.same_thread)

    @property
    def rfe(self) -> Relation:
        return self.once("rfe", lambda: self.external(self.rf))

    @property
    def rfi(self) -> Relation:
        return self.once("rfi", lambda: self.internal(self.rf))

    @property
    def coe(self) -> Relation:
        return self.once("coe", lambda: self.external(self.co))

    @property
    def coi(self) -> Relation:
        return self.once("coi", lambda: self.internal(self.co))

    @property
    def fre(self) -> Relation:
        return self.once("fre", lambda: self.external(self.fr))

    @property
    def fri(self) -> Relation:
        return self.once("fri", lambda: self.internal(self.fr))

    @property
    def inverse_rmw(self) -> Relation:
        return self.skeleton.once("rmw^-1", lambda: inverse(self.skeleton.rmw))
