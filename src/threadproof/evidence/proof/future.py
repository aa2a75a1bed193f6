"""Reason `future`: no other instance, nor one that it may still create, can touch in conflict what the step touches."""

from __future__ import annotations

from threadproof.evidence.proof.ahead import edges_ahead
from threadproof.ir import op as O
from threadproof.ir.action import Control, Place
from threadproof.ir.program import Program
from threadproof.logic.term import Var

Touched = tuple[frozenset[Var], frozenset[Var]]


def leak_variables(program: Program) -> frozenset[Var]:
    """The shared variables on which it depends whether memory is leaked."""
    return frozenset() if program.memory is None else program.memory.shared_variables


class Futures:
    def __init__(self, program: Program, *, has_leaks: bool) -> None:
        self.program = program
        #: what is left allocated when main returns matters: the end of the process looks at pointers and objects
        self.seen_at_exit = leak_variables(program) if has_leaks else frozenset()
        self._known: dict[tuple[str, int], Touched] = {}

    def complaint(self, c: Control, p: Place) -> str:
        reads, writes = self._touched_by([e.op for e in p.edges])
        for q in c.places:
            if q is p:
                continue
            theirs = self.ahead(q.template.name, q.location)
            conflict = (writes & (theirs[0] | theirs[1])) | (reads & theirs[1])
            if conflict:
                names = ", ".join(sorted(v.name for v in conflict))
                return f"{p!r} goes alone, but {q!r} may still touch {names}"
        return ""

    def ahead(self, template: str, location: int) -> Touched:
        """What an instance at a location, and those that it may create, may read and write from there on."""
        start = (template, location)
        if start not in self._known:
            self._known[start] = self._touched_by([e.op for _, e in edges_ahead(self.program, template, location)])
        return self._known[start]

    def may_exit(self, p: Place) -> bool:
        return any(isinstance(e.op, O.Exit) for _, e in edges_ahead(self.program, p.template.name, p.location))

    def _touched_by(self, ops: list[O.Op]) -> Touched:
        touched = [a for op in ops for a in O.footprint(op)]
        reads = {a.var for a in touched if not a.write}
        if any(isinstance(op, O.Exit) for op in ops):
            reads |= self.seen_at_exit
        return frozenset(reads), frozenset(a.var for a in touched if a.write)
