"""What may still happen: every edge that an instance at a location, and those that it may create, may ever take."""

from __future__ import annotations

from threadproof.ir import op as O
from threadproof.ir.program import Edge, Program, Template


def edges_ahead(program: Program, template: str, location: int) -> list[tuple[Template, Edge]]:
    found: list[tuple[Template, Edge]] = []
    seen = {(template, location)}
    pending = [(template, location)]
    while pending:
        name, at = pending.pop()
        t = program.templates[name]
        for e in t.edges[at]:
            found.append((t, e))
            following = [(name, e.target)]
            if isinstance(e.op, O.Create):
                following.append((e.op.template, program.templates[e.op.template].entry))
            for new in following:
                if new not in seen:
                    seen.add(new)
                    pending.append(new)
    return found
