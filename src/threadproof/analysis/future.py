"""What an instance may still touch: for each location, the shared variables read and written from there on.

What the instances it may still create touch counts as well. `Futures(program).at(template, location)` is a pair of bit
sets over the shared variables, (reads, writes); `bit` gives the bit of a variable.
"""

from __future__ import annotations

from threadproof.ir import op as O
from threadproof.ir.program import Program
from threadproof.logic.term import Var


class Futures:
    def __init__(self, program: Program, *, exit_reads_all: bool = False) -> None:
        self.bit: dict[Var, int] = {v: 1 << i for i, v in enumerate(program.shared)}
        self._sets: dict[str, list[tuple[int, int]]] = {
            t.name: [(0, 0)] * len(t.edges) for t in program.templates.values()
        }
        changed = True
        while changed:
            changed = False
            for t in program.templates.values():
                sets = self._sets[t.name]
                for at in range(len(t.edges) - 1, -1, -1):
                    reads, writes = sets[at]
                    for e in t.edges[at]:
                        for a in O.footprint(e.op):
                            if a.write:
                                writes |= self.bit[a.var]
                            else:
                                reads |= self.bit[a.var]
                        if exit_reads_all and isinstance(e.op, O.Exit):
                            reads |= (1 << len(self.bit)) - 1
                        more = [sets[e.target]]
                        if isinstance(e.op, O.Create):
                            more.append(self._sets[e.op.template][program.templates[e.op.template].entry])
                        for r, w in more:
                            reads |= r
                            writes |= w
                    if (reads, writes) != sets[at]:
                        sets[at] = (reads, writes)
                        changed = True

    def at(self, template: str, location: int) -> tuple[int, int]:
        return self._sets[template][location]
