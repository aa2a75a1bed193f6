"""Pairs of accesses that may be a data race: everything that conflicts and is not excluded.

What counts is what `engines.explore.races` counts: two different instances, each with a step that is possible, the
same cell of kind data or life, at least one writes, not both atomic operations, not both inside atomic sections.
`possible_races(program)` is the entry point; no pairs left means that there is no race.
"""

from __future__ import annotations

from collections.abc import Iterator

from threadproof.analysis.exclusion import Exclusion, Place, Reason
from threadproof.analysis.knowledge import Knowledge
from threadproof.ir import op as O
from threadproof.ir.program import Program, Template
from threadproof.ir.sections import inside_sections
from threadproof.logic.term import Var
from threadproof.records import dataclass, field

RACE_KINDS = ("data", "life")


@dataclass(slots=True)
class RaceAnalysis:
    knowledge: Knowledge
    #: what is left
    pairs: list[tuple[Place, Place]] = field(default_factory=list)
    #: what is excluded, with a reason for each pair of cases
    excluded: list[tuple[Place, Place, list[Reason]]] = field(default_factory=list)
    #: an operation that is not understood may be reached: then nothing is proved
    unsupported: tuple[str, ...] = ()

    @property
    def is_race_free(self) -> bool:
        return not self.pairs and not self.unsupported


def possible_races(program: Program) -> RaceAnalysis:
    knowledge = Knowledge(program)
    exclusion = Exclusion(knowledge, are_enabled=True)
    result = RaceAnalysis(knowledge)
    result.unsupported = tuple(
        e.op.what
        for t in knowledge.templates
        for e in t.all_edges()
        if isinstance(e.op, O.Unsupported) and knowledge.at(t.name, e.source)
    )
    if not knowledge.is_regular:
        result.unsupported += ("main is started as a thread, or a thread changes its own number",)
    for a, b in conflicts(knowledge.templates):
        reasons = exclusion.why(a, b)
        if reasons is None:
            result.pairs.append((a, b))
        else:
            result.excluded.append((a, b, reasons))
    return result


def conflicts(templates: list[Template]) -> Iterator[tuple[Place, Place]]:
    """Every two accesses that conflict if they are to the same cell, by instances that may be different."""
    users: dict[Var, list[tuple[Place, bool]]] = {}
    for t in templates:
        inside = inside_sections(t)
        for e in t.all_edges():
            for x in O.footprint(e.op):
                if x.var.kind in RACE_KINDS:
                    users.setdefault(x.var, []).append((Place(t, e, x), e.source in inside))
    for places in users.values():
        if not any(p.access.write for p, _ in places):
            continue
        for i, (a, a_inside) in enumerate(places):
            for b, b_inside in places[: i + 1]:
                if (a.access.write or b.access.write) and not (a.access.atomic and b.access.atomic):
                    if not (a_inside and b_inside):
                        yield a, b
