"""What of a program is not understood: where executions stop that get there, or if it happens."""

from __future__ import annotations

from threadproof.ir import op as O
from threadproof.ir.program import Program

#: what, file, line
Place = tuple[str, str, int]


def not_understood(program: Program) -> tuple[list[Place], list[Place]]:
    """The first may lie behind each other, so all are listed as long as one is left; of the second those that are."""
    left = {
        (e.op.what, e.origin.file, e.origin.line)
        for t in program.templates.values()
        for e in t.all_edges()
        if isinstance(e.op, O.Unsupported)
    }
    if not left:
        return [], []
    certain = [place for place, always in program.unsupported if always]
    return certain, sorted(left.difference(certain))
