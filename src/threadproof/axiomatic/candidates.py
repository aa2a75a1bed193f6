"""All candidate executions of a program: who reads from whom, and in which order stores reach each location.

Locations are independent of each other here, so each has its own list of choices, and those that violate coherence are
gone before they are combined (for models that imply coherence; `prune` says in which form).
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from threadproof.axiomatic.execution import Execution, Skeleton
from threadproof.axiomatic.program import Place, Program, Value
from threadproof.axiomatic.relations import Relation, bits, is_acyclic
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


def executions(program: Program, unfolding: Unfolding, prune: str) -> Iterator[Execution]:
    for traces in _combinations(program, unfolding):
        skeleton = Skeleton(program, traces, _initial_writes(program, traces))
        choices = {}
        for location, events in skeleton.at.items():
            choices[location] = _choices(skeleton, events, prune)
            if not choices[location]:
                break
        else:
            yield from _combined(skeleton, choices)


def _combinations(program: Program, unfolding: Unfolding) -> Iterator[list[Trace]]:
    """Those in which each read has a write to read from."""
    wanted = [[{e[1:3] for e in t.events if e.kind == "R"} for t in traces] for traces in unfolding.threads]
    given = [[{e[1:3] for e in t.events if e.kind == "W"} for t in traces] for traces in unfolding.threads]
    all_given = [set().union(*sets) for sets in given]
    numbers = []
    for thread, traces in enumerate(unfolding.threads):
        others = set().union(*(all_given[:thread] + all_given[thread + 1 :]))
        numbers.append(
            [
                n
                for n in range(len(traces))
                if all(
                    pair in others or pair in given[thread][n] or initial_value(program, pair[0]) == pair[1]
                    for pair in wanted[thread][n]
                )
            ]
        )
    for chosen in product(*numbers):
        writes: set[tuple[str, Value]] = set().union(*(given[t][n] for t, n in enumerate(chosen)))
        if all(
            pair in writes or initial_value(program, pair[0]) == pair[1]
            for t, n in enumerate(chosen)
            for pair in wanted[t][n]
        ):
            yield [unfolding.threads[t][n] for t, n in enumerate(chosen)]


def _initial_writes(program: Program, traces: list[Trace]) -> dict[str, Event]:
    used = dict.fromkeys(e.location for t in traces for e in t.events if e.kind != "F")
    tags: frozenset[str] = frozenset()
    return {name: Event("W", name, initial_value(program, name), tags, 0, 0, 0, _NOWHERE) for name in used}


def _choices(skeleton: Skeleton, events: int, prune: str) -> list[_Choice]:
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
    if not all(sources):
        return []
    kept = skeleton.po_location
    if prune == LOAD_LOAD_HAZARD:
        mask = ~skeleton.reads
        kept = [row & mask if skeleton.reads >> i & 1 else row for i, row in enumerate(kept)]
    ordered = None if prune == ANYTHING else skeleton.po
    found = []
    # (the initial write comes first)
    for order in _orders(writes[1:], ordered):
        after: dict[int, int] = {}
        mask = 0
        for w in reversed([writes[0], *order]):
            after[w] = mask
            mask |= 1 << w
        for chosen in product(*sources):
            rf: dict[int, int] = {}
            fr = []
            for r, w in zip(reads, chosen, strict=True):
                rf[w] = rf.get(w, 0) | 1 << r
                if after[w]:
                    # (the write of a read-modify-write comes after its read; it is one of those)
                    fr.append((r, after[w]))
            if prune != ANYTHING and not _is_coherent(kept, events, after, rf, fr):
                continue
            last = order[-1] if order else writes[0]
            found.append(_Choice(list(rf.items()), list(after.items()), fr, all_events[last].value))
    return found


def _is_coherent(po: Relation, events: int, co: dict[int, int], rf: dict[int, int], fr: list[tuple[int, int]]) -> bool:
    rows = [0] * len(po)
    for i in bits(events):
        rows[i] = po[i] | co.get(i, 0) | rf.get(i, 0)
    for r, later in fr:
        rows[r] |= later
    return is_acyclic(rows)


def _orders(writes: list[int], po: Relation | None) -> Iterator[list[int]]:
    """All orders; those that contradict the program order only if that is not given."""
    if not writes:
        yield []
        return
    for first in writes:
        rest = [w for w in writes if w != first]
        if po is None or not any(po[w] >> first & 1 for w in rest):
            for order in _orders(rest, po):
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
