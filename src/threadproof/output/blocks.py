"""Blocks for people: each thread's steps with their mover class, and lines between the blocks.

    thread1
          8  right  ┌ pthread_mutex_lock(&mx);
          9  both   │ a = x;
         10  left   └ pthread_mutex_unlock(&mx);

Entry point: `format_blocks`.
"""

from __future__ import annotations

from collections.abc import Iterator

from threadproof.analysis.blocks import boundaries
from threadproof.analysis.knowledge import Knowledge
from threadproof.analysis.movers import Mover, Movers
from threadproof.ir import op as O
from threadproof.ir.program import Edge, Program, Template


def format_blocks(program: Program) -> str:
    knowledge = Knowledge(program)
    movers = Movers(knowledge)
    lines = [
        "right: can be delayed, left: can be done earlier, both: either, none: others may notice",
        "┌ │ └: taken as one step; ╶: a step of its own",
    ]
    for t in knowledge.templates:
        lines += ["", t.name, *_Thread(program, t, movers).lines()]
    return "\n".join(lines) + "\n"


class _Thread:
    def __init__(self, program: Program, t: Template, movers: Movers) -> None:
        self.program = program
        self.t = t
        self.movers = movers
        self.boundaries = boundaries(t, movers.of)

    def lines(self) -> Iterator[str]:
        rows = list(self._rows())
        for n, (number, kind, text, begins) in enumerate(rows):
            ends = n + 1 == len(rows) or rows[n + 1][3]
            mark = "╶" if begins and ends else "┌" if begins else "└" if ends else "│"
            yield f"{number:>7}  {kind:<5} {mark} {text}"

    def _rows(self) -> Iterator[tuple[int, str, str, bool]]:
        """Line number, mover class, text, whether a block begins there; in the order of control flow."""
        line: list[Edge] = []
        begins = False
        for at, edges in self._locations():
            for e in edges:
                if line and (at in self.boundaries or e.origin != line[-1].origin):
                    yield self._row(line, begins)
                    line, begins = [], False
                begins = begins or at in self.boundaries
                line.append(e)
        if line:
            yield self._row(line, begins)

    def _row(self, edges: list[Edge], begins: bool) -> tuple[int, str, str, bool]:
        origin = edges[0].origin
        kinds = {self.movers.of(self.t.name, e) for e in edges} - {Mover.BOTH}
        kind = Mover.BOTH if not kinds else kinds.pop() if len(kinds) == 1 else Mover.NONE
        return origin.line, kind.value, self.program.source_text(origin) or "?", begins

    def _locations(self) -> Iterator[tuple[int, list[Edge]]]:
        seen = {self.t.entry}
        stack = [self.t.entry]
        while stack:
            at = stack.pop()
            edges = [e for e in self.t.edges[at] if not isinstance(e.op, O.AtomicEnd)]
            if edges:
                yield at, edges
            for e in reversed(self.t.edges[at]):
                if e.target not in seen:
                    seen.add(e.target)
                    stack.append(e.target)
