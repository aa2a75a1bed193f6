"""Reason `end`: the thread says that it has ended, and all that others do with such a cell is to wait until it is set.

So the step can only enable others. For an execution that does not contain it, it must not even enable them in another
order: the cell that a step waits for is named by the waiting thread's own variables, which nobody else changes.
"""

from __future__ import annotations

from threadproof.ir import op as O
from threadproof.ir.action import Control, Place
from threadproof.ir.program import MAIN_ID, Program, Template
from threadproof.ir.violations import RACE_KINDS
from threadproof.logic import term as T
from threadproof.logic.term import Term, Var


class Ends:
    def __init__(self, program: Program) -> None:
        self.program = program
        self.problem = self._find_problem()

    def complaint(self, c: Control, p: Place) -> str:
        if self.problem:
            return f"{p!r} goes alone to its end, but {self.problem}"
        for e in p.edges:
            if O.footprint(e.op) and not self.is_own_end(e.op, p.template):
                return f"{p!r} goes alone to its end, but does something else"
        return ""

    def _find_problem(self) -> str:
        ended = self.program.ended
        if ended.kind in RACE_KINDS:
            return f"{ended} is an object of the program"
        for t in self._started():
            for e in t.all_edges():
                uses = [a for a in O.footprint(e.op) if a.var is ended]
                if any(a.write for a in uses) and not self.is_own_end(e.op, t):
                    return f"{ended} is not only set by the thread that ends ({e.origin.file}:{e.origin.line})"
                if any(not a.write for a in uses) and not _only_waits(e.op, ended):
                    return f"{ended} is not only waited for ({e.origin.file}:{e.origin.line})"
        return ""

    def _started(self) -> list[Template]:
        """Main and what it may start, directly or not."""
        found = [self.program.templates[self.program.main]]
        for t in found:
            for e in t.all_edges():
                if isinstance(e.op, O.Create) and self.program.templates[e.op.template] not in found:
                    found.append(self.program.templates[e.op.template])
        return found

    def is_own_end(self, op: O.Op, t: Template) -> bool:
        """ended[self] := 1, always possible, and nothing else that is shared."""
        if not isinstance(op, O.Step) or op.waits or op.guard is not T.TRUE:
            return False
        uses = O.footprint(op)
        updates = [u for u in op.updates if u.var.shared]
        return (
            len(uses) == len(updates) == 1
            and updates[0].var is self.program.ended
            and self._is_self(updates[0].index[0], t)
            and updates[0].value.value == 1
        )

    def _is_self(self, index: Term, t: Template) -> bool:
        if index.op in ("zext", "sext"):
            index = index.args[0]
        if index.var is t.self_var:
            return True
        return index.value is not None and index.value == (MAIN_ID if t.name == self.program.main else t.single_id)


def _only_waits(op: O.Op, ended: Var) -> bool:
    """A waiting step whose guard is a conjunction, `ended` occurring only as conjunct `ended[own index] is set`."""
    if not isinstance(op, O.Step) or not op.waits:
        return False
    if any(ended in t.vars for u in op.updates for t in (*u.index, u.value)):
        return False
    parts = op.guard.args if op.guard.op == "and" else (op.guard,)
    return all(ended not in part.vars or _is_set(part, ended) for part in parts)


def _is_set(t: Term, ended: Var) -> bool:
    """`t` is true if and only if one cell, named without looking at anything shared, is set."""
    if t.op == "not" and t.args[0].op == "eq" and t.args[0].args[1].value == 0:
        t = t.args[0].args[0]
    elif t.op == "eq" and t.args[1].value == 1:
        t = t.args[0]
    elif t.width != T.BOOL:
        return False
    return t.op == "select" and t.var is ended and not any(v.shared for i in t.args for v in i.vars)
