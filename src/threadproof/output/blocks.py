"""Blocks for people: for each thread the source lines that it executes, with mover class and where blocks begin.

    worker
          8  right        ┌ pthread_mutex_lock(&mx);
          9  both         │ a = x;
         10  left         │ pthread_mutex_unlock(&mx);
         11  none         ┌ b = flag;

Lines are in the order of the file. `┌`: others may run before this line; `│`: nobody does, however the thread got here.
Entry point: `format_blocks`.
"""

from __future__ import annotations

from collections.abc import Iterator

from threadproof.analysis.knowledge import Knowledge
from threadproof.analysis.movers import Mover, Movers
from threadproof.blocks.boundaries import boundaries
from threadproof.ir import op as O
from threadproof.ir.program import Edge, Program, Template


def format_blocks(program: Program) -> str:
    knowledge = Knowledge(program)
    movers = Movers(knowledge)
    lines = [
        "right: can be delayed, left: can be done earlier, both: either, none: others may notice",
        "┌: a block begins, other threads may run before it; │: still the same block",
    ]
    for t in knowledge.templates:
        lines += ["", t.name, *_lines(program, t, movers)]
    return "\n".join(lines) + "\n"


def _lines(program: Program, t: Template, movers: Movers) -> Iterator[str]:
    places = boundaries(t, movers.of)
    by_line: dict[tuple[str, int], list[tuple[Edge, bool]]] = {}
    for at, edges in enumerate(t.edges):
        for e in edges:
            if not isinstance(e.op, O.AtomicEnd):
                by_line.setdefault((e.origin.file, e.origin.line), []).append((e, at in places))
    for (_, number), steps in sorted(by_line.items()):
        kinds = dict.fromkeys([movers.of(t.name, e) for e, _ in steps])
        if len(kinds) > 1:
            kinds.pop(Mover.BOTH, None)
        mark = "┌" if any(begins for _, begins in steps) else "│"
        kind = ", ".join([k.value for k in kinds])
        yield f"{number:>7}  {kind:<11} {mark} {program.source_text(steps[0][0].origin) or '?'}"
