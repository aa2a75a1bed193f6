"""All candidate executions of a program: who reads from whom, and in which order stores reach each location.

Locations are independent of each other here, so each has its own list of choices, and those that violate coherence are
gone before they are combined (for models that imply coherence; `prune` says in which form).
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from threadproof.axiomatic.execution import Execution, Skeleton
from threadproof.axiomatic.program import Place, Program, Value
from threadproof.axiomatic.relations import Relation, bits
from threadproof.axiomatic.unfold import Event, Trace, Unfolding, initial_value
from threadproof.records import NamedTuple

#: what may be left out at once: all that is not coherent, the same but for two reads of one location, or nothing
COHERENT, LOAD_LOAD_HAZARD, ANYTHING = "coherent", "load-load hazard", "anything"
_NOWHERE = Place(0, "")


class _Choice(NamedTuple):
    """For one location: rows of the relations, and the final value."""

    rf: list[tuple[int, int]]
    co: list[tuple[int, int]]
    fr: list[tuple[int, int]]
    last: Value


def executions(program: Program, unfolding: Unfolding, prune: str, *, is_atomic: bool = False) -> Iterator[Execution]:
    """`is_atomic`: no two atomic instructions need to be looked at that read from one write."""
    for traces in _Combinations(program, unfolding, prune, is_atomic):
        skeleton = Skeleton(program, traces, _initial_writes(program, traces))
        choices = {}
        for location, events in skeleton.at.items():
            choices[location] = _choices(skeleton, events, prune)
            if not choices[location]:
                break
        else:
            yield from _combined(skeleton, choices)


#: a location and a value
_Cell = tuple[str, Value]


class _Combinations:
    """One trace of each thread, so that each read has a write to read from."""

    def __init__(self, program: Program, unfolding: Unfolding, prune: str, is_atomic: bool):
        self.program = program
        self.is_atomic = is_atomic
        threads = unfolding.threads
        written = [{(e.location, e.value) for t in traces for e in t.events if e.kind == "W"} for traces in threads]
        self.threads: list[list[Trace]] = []
        for number, traces in enumerate(threads):
            others = set().union(*(cells for n, cells in enumerate(written) if n != number))
            self.threads.append([trace for trace in traces if self._is_possible(trace, others, prune)])
        #: how often the threads from each on write a cell, at most
        self.later: list[dict[_Cell, int]] = [{}]
        for traces in reversed(self.threads):
            most: dict[_Cell, int] = {}
            for trace in traces:
                for cell, count in _counted(trace).items():
                    most[cell] = max(most.get(cell, 0), count)
            for cell, count in self.later[0].items():
                most[cell] = most.get(cell, 0) + count
            self.later.insert(0, most)

    def __iter__(self) -> Iterator[list[Trace]]:
        return self._chosen([], {}, {}, set())

    def _is_possible(self, trace: Trace, others: set[_Cell], prune: str) -> bool:
        """By itself: from a write of another thread, the last one of its own, or, if that is none, the initial one."""
        own: dict[str, Value] = {}
        all_own = {(e.location, e.value) for e in trace.events if e.kind == "W"} if prune == ANYTHING else set()
        for event in trace.events:
            if event.kind == "W":
                own[event.location] = event.value
            elif event.kind == "R":
                cell = event.location, event.value
                if cell in others or cell in all_own:
                    continue
                is_initial = initial_value(self.program, event.location) == event.value
                if prune == ANYTHING and is_initial:
                    continue
                if own[event.location] != event.value if event.location in own else not is_initial:
                    return False
        return True

    def _chosen(
        self, traces: list[Trace], written: dict[_Cell, int], taken: dict[_Cell, int], wanted: set[_Cell]
    ) -> Iterator[list[Trace]]:
        """`taken`: how often atomic instructions read a cell."""
        thread = len(traces)
        later = self.later[thread]
        for cell in wanted:
            if cell not in written and cell not in later and initial_value(self.program, cell[0]) != cell[1]:
                return
        if self.is_atomic:
            for cell, count in taken.items():
                is_initial = initial_value(self.program, cell[0]) == cell[1]
                if count > written.get(cell, 0) + later.get(cell, 0) + is_initial:
                    return
        if thread == len(self.threads):
            yield traces
            return
        for trace in self.threads[thread]:
            now_written, now_taken = dict(written), dict(taken)
            for cell, count in _counted(trace).items():
                now_written[cell] = now_written.get(cell, 0) + count
            for read, _ in (*trace.atomic, *trace.exclusive):
                cell = trace.events[read].location, trace.events[read].value
                now_taken[cell] = now_taken.get(cell, 0) + 1
            reads = {(e.location, e.value) for e in trace.events if e.kind == "R"}
            yield from self._chosen([*traces, trace], now_written, now_taken, wanted | reads)


def _counted(trace: Trace) -> dict[_Cell, int]:
    found: dict[_Cell, int] = {}
    for event in trace.events:
        if event.kind == "W":
            cell = event.location, event.value
            found[cell] = found.get(cell, 0) + 1
    return found


def _initial_writes(program: Program, traces: list[Trace]) -> dict[str, Event]:
    used = dict.fromkeys(e.location for t in traces for e in t.events if e.kind != "F")
    tags: frozenset[str] = frozenset()
    return {name: Event("W", name, initial_value(program, name), tags, 0, 0, 0, _NOWHERE) for name in used}


def _choices(skeleton: Skeleton, events: int, prune: str) -> list[_Choice]:
    """First who reads from whom; that says of some writes which comes first."""
    all_events = skeleton.events
    writes = list(bits(events & skeleton.writes))
    reads = list(bits(events & skeleton.reads))
    sources = [
        [
            w
            for w in writes
            if all_events[w].value == all_events[r].value and (prune == ANYTHING or not skeleton.po[r] >> w & 1)
        ]
        for r in reads
    ]
    found = []
    for chosen in product(*sources):
        rf: dict[int, int] = {}
        for r, w in zip(reads, chosen, strict=True):
            rf[w] = rf.get(w, 0) | 1 << r
        before = {writes[0]: 0, **dict.fromkeys(writes[1:], 1 << writes[0])}
        if prune != ANYTHING:
            _be_coherent(skeleton.po, writes, reads, chosen, before, has_hazard=prune == LOAD_LOAD_HAZARD)
        for order in _orders(writes, before, 0):
            after: dict[int, int] = {}
            mask = 0
            for w in reversed(order):
                after[w] = mask
                mask |= 1 << w
            fr = [(r, after[w]) for r, w in zip(reads, chosen, strict=True) if after[w]]
            found.append(_Choice(list(rf.items()), list(after.items()), fr, all_events[order[-1]].value))
    return found


def _be_coherent(
    po: Relation,
    writes: list[int],
    reads: list[int],
    chosen: tuple[int, ...],
    before: dict[int, int],
    *,
    has_hazard: bool,
) -> None:
    """Adds to what each write must come after. These are the shapes CoWW, CoWR, CoRW and CoRR; all others follow."""
    for w in writes:
        for later in writes:
            if po[w] >> later & 1:
                before[later] |= 1 << w
    for n, (r, source) in enumerate(zip(reads, chosen, strict=True)):
        for w in writes:
            if po[w] >> r & 1 and w != source:
                before[source] |= 1 << w
            elif po[r] >> w & 1:
                before[w] |= 1 << source
        if not has_hazard:
            for other, (later, its_source) in enumerate(zip(reads, chosen, strict=True)):
                if other != n and po[r] >> later & 1 and its_source != source:
                    before[its_source] |= 1 << source


def _orders(writes: list[int], before: dict[int, int], placed: int) -> Iterator[list[int]]:
    """All orders in which each write comes after those that it must come after."""
    if not writes:
        yield []
        return
    for first in writes:
        if not before[first] & ~placed:
            rest = [w for w in writes if w != first]
            for order in _orders(rest, before, placed | 1 << first):
                yield [first, *order]


def _combined(skeleton: Skeleton, choices: dict[str, list[_Choice]]) -> Iterator[Execution]:
    size = skeleton.size
    locations = list(choices)
    for chosen in product(*choices.values()):
        rf, co, fr = [0] * size, [0] * size, [0] * size
        last = {}
        for location, choice in zip(locations, chosen, strict=True):
            for i, row in choice.rf:
                rf[i] = row
            for i, row in choice.co:
                co[i] = row
            for i, row in choice.fr:
                fr[i] = row
            last[location] = choice.last
        yield Execution(skeleton, rf, co, fr, last)
