"""What a run must know about locations: how a step there is made, what may wake an instance, what is a dead end.

A *dead end* is a location from which nothing happens but the end of the process, noticed by nobody: a run that goes
there by chance (an input that `abort` refuses, main that returns before the others have done anything) is a run lost.
"""

from __future__ import annotations

from collections.abc import Iterator

from threadproof.engines.compiled.model import Local, Model
from threadproof.ir import op as O
from threadproof.ir.program import Edge, Template
from threadproof.logic.term import Var
from threadproof.records import NamedTuple


class Needs(NamedTuple):
    """What it depends on whether an instance can move."""

    #: positions in the shared tuple
    shared: tuple[int, ...]
    #: positions in the instance's tuple; its location is always one
    local: tuple[int, ...]

    def key(self, l: Local) -> tuple[object, ...]:
        """Equal for instances that can move or not in the same states."""
        return (l[0], *(l[n] for n in self.local))


class Locations:
    def __init__(self, model: Model) -> None:
        self.model = model
        locations = model.locations
        self.edges = [x.edges for x in locations]
        #: a step is just one that the compiled function returns
        self.is_plain = [all(_is_plain(e) for e in x.edges) for x in locations]
        #: for each edge of a location: is it the environment's, does it begin a section?
        self.is_environment = [[O.is_environment(e.op) for e in x.edges] for x in locations]
        self.begins = [[isinstance(e.op, O.AtomicBegin) for e in x.edges] for x in locations]
        #: for each edge of a location, the positions in the shared tuple that it writes
        self.writes = [tuple(self._shared(c.var for c in O.writes(e.op)) for e in x.edges) for x in locations]
        #: nothing is possible there but steps that are possible now or later: to stay there is to wait
        self.is_waiting = [
            all(isinstance(e.op, O.Step) for e in x.edges)
            and any(isinstance(e.op, O.Step) and e.op.waits for e in x.edges)
            for x in locations
        ]
        self.is_dead_end = [False] * len(locations)
        for t in model.sharing.templates:
            for n in _dead_ends(t):
                self.is_dead_end[model.location_of(t, n)] = True
        self._needs: dict[int, Needs] = {}

    def needs(self, location: int) -> Needs:
        done = self._needs.get(location)
        if done is None:
            done = self._needs[location] = self._find_needs(location)
        return done

    def _find_needs(self, location: int) -> Needs:
        x = self.model.locations[location]
        read: set[Var] = set()
        for e in x.edges:
            if isinstance(e.op, O.Step):
                read |= e.op.guard.vars
            elif isinstance(e.op, O.AtomicBegin):
                for inner in _section(x.template, e):
                    read.update(*(t.vars for t in O.reads(inner.op)))
        local = {1 if v is x.template.self_var else x.slot[v] for v in read if not v.shared and v in x.slot}
        if x.template.self_var in read:
            local.add(1)
        return Needs(self._shared(v for v in read if v.shared), tuple(sorted(local)))

    def _shared(self, found: Iterator[Var]) -> tuple[int, ...]:
        slots = self.model.shared_slot
        return tuple(sorted({slots[v] for v in found if v in slots}))


def _is_plain(e: Edge) -> bool:
    return isinstance(e.op, O.Havoc | O.Fresh) or (isinstance(e.op, O.Step) and not O.is_environment(e.op))


def _section(t: Template, begin: Edge) -> Iterator[Edge]:
    """The edges inside an atomic section."""
    seen = {begin.target}
    pending = [begin.target]
    while pending:
        for e in t.edges[pending.pop()]:
            yield e
            if not isinstance(e.op, O.AtomicEnd) and e.target not in seen:
                seen.add(e.target)
                pending.append(e.target)


def _dead_ends(t: Template) -> set[int]:
    found: set[int] = set()
    grows = True
    while grows:
        grows = False
        for n, edges in enumerate(t.edges):
            if n not in found and edges and n not in t.errors and all(_is_lost(e, found) for e in edges):
                found.add(n)
                grows = True
    return found


def _is_lost(e: Edge, dead_ends: set[int]) -> bool:
    return isinstance(e.op, O.Exit) or (not O.is_visible(e.op) and e.target in dead_ends)
