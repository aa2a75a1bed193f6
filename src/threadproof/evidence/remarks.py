"""What a reader of a Safe should know: that there was nothing to check, or that no execution gets to an end.

Both are true and look like success: a program without a reachable assertion has the property, and so has one in which
an assumption is always false, or the behaviour undefined, before anything is looked at. Entry points:
`nothing_to_check`, `stuck_runs` and `ends_as_errors`.
"""

from __future__ import annotations

import random
import time
from collections import Counter
from collections.abc import Iterator

from threadproof.evidence.execute import STUCK, random_run, stuck_at
from threadproof.ir import op as O
from threadproof.ir.interpret import Semantics
from threadproof.ir.program import Edge, ErrorLocation, Program, Template
from threadproof.properties import UNREACH_CALL, Kind, Property
from threadproof.records import replace

#: random runs, steps of one, and seconds for all of them
RUNS = 20
STEPS = 3_000
SECONDS = 0.3
#: places that are named
PLACES = 3


def nothing_to_check(program: Program, property_: Property) -> str:
    """Why the property is trivial, in words, or "". For the program as it was written, before any pass."""
    if program.scheduler is not None:
        return ""
    edges = list(_reachable(program))
    errors = {(t.name, at) for t in program.templates.values() for at, e in t.errors.items() if e.property == property_}
    if property_.no_location:
        found = any((t, e.target) in errors for t, e in edges)
        has_heap = program.memory is not None and any(not s.is_automatic for s in program.memory.heap)
        return "" if found or has_heap else property_.no_location
    if property_.is_within({Kind.RACE}) and not any(isinstance(e.op, O.Create) for _, e in edges):
        return "no second thread is started"
    if property_.is_within({Kind.DEADLOCK, Kind.LOCATED}) and not any(
        isinstance(e.op, O.Step) and e.op.waits for _, e in edges
    ):
        return "nothing waits: no lock, no join, no condition"
    return ""


def stuck_runs(program: Program, seed: int = 0) -> str:
    """Where random runs end, if not one of them gets to an end of the program, in words; "": one does, or who knows."""
    semantics, chance = Semantics(program), random.Random(seed)
    places: Counter[str] = Counter()
    until = time.monotonic() + SECONDS

    def watch(*_: object) -> None:
        if time.monotonic() > until:
            raise TimeoutError

    for _ in range(RUNS):
        try:
            state, end = random_run(semantics, chance, STEPS, watch)
        except TimeoutError:
            return ""
        where = stuck_at(semantics, state) if end == STUCK else ""
        if not where:
            return ""
        places[where] += 1
    named = [place for place, _ in places.most_common(PLACES)]
    return " or ".join(named) + (" or elsewhere" if len(places) > PLACES else "")


def ends_as_errors(program: Program) -> Program:
    """The same program, in which coming to an end is what `unreach-call` forbids."""
    end = ErrorLocation(UNREACH_CALL, UNREACH_CALL.name, "the end is reached")

    def marked(t: Template) -> Template:
        ends = {e.source for e in t.all_edges() if isinstance(e.op, O.Exit)}
        if t.name == program.main:
            ends.add(t.exit)
        edges = [[] if at in ends else out for at, out in enumerate(t.edges)]
        return replace(t, errors={**t.errors, **dict.fromkeys(ends, end)}, edges=edges)

    return replace(program, templates={name: marked(t) for name, t in program.templates.items()})


def _reachable(program: Program) -> Iterator[tuple[str, Edge]]:
    """The edges that can be reached in the graphs of threads that may be created, with their template."""
    waiting, seen = [program.main], {program.main}
    while waiting:
        t = program.templates[waiting.pop()]
        at, visited = [t.entry], {t.entry}
        while at:
            for e in t.edges[at.pop()]:
                yield t.name, e
                if isinstance(e.op, O.Create) and e.op.template not in seen:
                    seen.add(e.op.template)
                    waiting.append(e.op.template)
                if e.target not in visited:
                    visited.add(e.target)
                    at.append(e.target)
