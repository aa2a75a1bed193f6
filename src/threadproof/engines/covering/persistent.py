"""Persistent sets of one step, which may be taken alone: independent of all that others can do before, and on no cycle.

Reasons, each a fact that the proof names and the checker verifies:

    local      it touches no shared variable
    future     no other running instance, nor one that these may still create, can touch in conflict what it touches
    end        the instance ends, which can only enable others
    mover      it moves to the left of everything others can do meanwhile: no conflicting access is possible, for the
               locks held or the order of creation and joining, or it gives back a lock that nobody looks at

Entry point: `Alone.reason`.
"""

from __future__ import annotations

from functools import cached_property
from typing import Any

from threadproof.analysis.future import Futures
from threadproof.analysis.graph import retreating_edges
from threadproof.analysis.knowledge import Knowledge
from threadproof.analysis.movers import Mover, Movers
from threadproof.analysis.sharing import Sharing
from threadproof.engines.covering.labels import Labels
from threadproof.ir import op as O
from threadproof.ir.program import Template
from threadproof.ir.symbolic import Control, Place, Symbolic
from threadproof.logic import term as T
from threadproof.properties import Kind, Property


class Alone:
    def __init__(self, symbolic: Symbolic, labels: Labels, property_: Property) -> None:
        self.symbolic = symbolic
        self.labels = labels
        # what main leaves allocated when it returns matters to the leak check: its return looks at all memory
        self.exit_reads_all = property_.has(Kind.LEAK)
        self.futures = Futures(symbolic.program, exit_reads_all=self.exit_reads_all)
        self.sharing = Sharing(symbolic.program)
        self._retreating = {t.name: retreating(t) for t in symbolic.program.templates.values()}
        self._static: dict[Place, tuple[int, int] | None] = {}
        self._reasons: dict[tuple[Control, Place], str | None] = {}

    def reason(self, c: Control, p: Place) -> str | None:
        if c.inside:
            return None
        key = (c, p)
        if key in self._reasons:
            return self._reasons[key]
        found = self._reasons[key] = self._reason(c, p)
        return found

    def _reason(self, c: Control, p: Place) -> str | None:
        touched = self._static[p] if p in self._static else self._static.setdefault(p, self._touched(p, c))
        if touched is None:
            return None
        reads, writes = touched
        if not reads and not writes:
            return "end" if any(O.footprint(e.op) for e in p.edges) else "local"
        for q in c.places:
            if q is not p:
                r, w = self.futures.at(q.template.name, q.location)
                if writes & (r | w) or reads & w:
                    break
        else:
            return "future"
        # (an instance that ends and does more than say so is no matter of locks)
        if self.exit_reads_all or any(a.var is self.sharing.program.ended for e in p.edges for a in O.footprint(e.op)):
            return None
        return "mover" if self.movers.at(p.template.name, p.location) in (Mover.BOTH, Mover.LEFT) else None

    @cached_property
    def movers(self) -> Movers:
        return Movers(Knowledge(self.symbolic.program))

    def facts(self) -> dict[str, Any] | None:
        """What the proof needs if a step was taken alone as a mover."""
        if "movers" not in self.__dict__:
            return None
        from threadproof.analysis.plain import mover_facts

        return mover_facts(self.movers)

    def _touched(self, p: Place, c: Control) -> tuple[int, int] | None:
        """The shared variables that the place's actions read and write; None if it can never go alone."""
        if p.error is not None or not p.edges or p.location in self._retreating[p.template.name]:
            return None
        reads = writes = 0
        guards = []
        for e in p.edges:
            if not isinstance(e.op, O.Step | O.Havoc | O.Fresh | O.Create):
                return None
            if isinstance(e.op, O.Step):
                if O.is_environment(e.op):
                    return None
                guards.append(self.symbolic.translate(e.op.guard, p))
            if self.sharing.has_quiet_end and self.sharing.is_own_end(e.op, p.template):
                continue
            for a in O.footprint(e.op):
                if a.write:
                    writes |= self.futures.bit[a.var]
                else:
                    reads |= self.futures.bit[a.var]
        if len(guards) == len(p.edges) and not self._always_possible(T.or_(*guards)):
            return None
        return reads, writes

    def _always_possible(self, guard: T.Term) -> bool:
        return guard is T.TRUE or self.labels.entails(self.labels.top, guard)


def retreating(t: Template) -> frozenset[int]:
    """Locations with an edge that leads back in depth-first order: every cycle has one."""
    return frozenset([a for a, _ in retreating_edges([[e.target for e in out] for out in t.edges], t.entry)])
