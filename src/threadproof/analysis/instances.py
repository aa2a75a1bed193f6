"""How many instances of each template can there ever be? Entry point: `most_instances`.

An instance of a creator goes through its graph on one path, so it creates as many as the path has creations; without a
bound if one of them lies on a cycle.
"""

from __future__ import annotations

from threadproof.analysis.graph import on_cycle
from threadproof.ir import op as O
from threadproof.ir.program import Program, Template


def most_instances(program: Program) -> dict[str, int | None]:
    """For every template that can be created, and main; None: there is no bound."""
    #: by template: who creates it, and how many of them each
    creators: dict[str, list[tuple[str, int | None]]] = {program.main: []}
    pending = [program.main]
    while pending:
        creator = program.templates[pending.pop()]
        for name in {e.op.template for e in creator.all_edges() if isinstance(e.op, O.Create)}:
            if name not in creators:
                pending.append(name)
            creators.setdefault(name, []).append((creator.name, _most_on_a_path(creator, name)))
    found: dict[str, int | None] = {}

    def most(name: str, above: frozenset[str]) -> int | None:
        if name in above:
            return None
        if name not in found:
            number: int | None = int(name == program.main)
            for creator, each in creators[name]:
                instances = most(creator, above | {name})
                number = None if None in (each, instances, number) else number + each * instances  # type: ignore[operator]
            is_single = program.templates[name].single_id is not None
            found[name] = 1 if is_single else number
        return found[name]

    for name in creators:
        most(name, frozenset())
    return found


def _most_on_a_path(t: Template, created: str) -> int | None:
    """Creations of the other template on a path through this one; None: one of them lies on a cycle."""
    edges = t.all_edges()
    cycle = on_cycle(len(t.edges), [(e.source, e.target) for e in edges], t.entry)
    #: cycles are taken as one node each (negative numbers)
    node = {at: -1 - cycle[at] if at in cycle else at for at in range(len(t.edges))}
    out: dict[int, list[tuple[int, int]]] = {}
    for e in edges:
        counts = int(isinstance(e.op, O.Create) and e.op.template == created)
        if node[e.source] != node[e.target]:
            out.setdefault(node[e.source], []).append((node[e.target], counts))
        elif counts:
            return None
    most: dict[int, int] = {}
    pending = [node[t.entry]]
    while pending:
        at = pending[-1]
        missing = [target for target, _ in out.get(at, ()) if target not in most]
        pending += missing
        if not missing:
            most[at] = max((counts + most[target] for target, counts in out.get(at, ())), default=0)
            pending.pop()
    return most[node[t.entry]]
