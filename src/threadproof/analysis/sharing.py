"""Which shared variables only one instance can ever touch, which nobody writes, and which steps others can notice.

A template that may have several instances counts as several. Only templates that main can reach by creation count.
`Sharing(program)` is the entry point. Reductions lean on these facts:

* *constant*: no step writes it, and its value is known. Reading it is not an interaction. (A cell that may hold
  anything is another matter: who looks at it first decides, for all others, what it holds.)
* *private*: every access is by one template of which at most one instance ever runs.
* *quiet end*: if every step that reads `ended` just waits until the cell it reads is set, then setting one's own cell
  can only enable others, never disable or change what they do; it may come as early as possible.
"""

from __future__ import annotations

from threadproof.ir import op as O
from threadproof.ir.program import Edge, Program, Template
from threadproof.ir.sched import gives_way
from threadproof.logic import term as T
from threadproof.logic.term import Var


class Sharing:
    def __init__(self, program: Program) -> None:
        self.program = program
        self.templates = reachable_templates(program)
        users: dict[Var, dict[str, None]] = {}
        written: dict[Var, None] = {}
        for t in self.templates:
            for e in t.all_edges():
                for a in O.footprint(e.op):
                    users.setdefault(a.var, {})[t.name] = None
                    if a.write:
                        written[a.var] = None
        #: every shared variable that some step touches
        self.used = frozenset(users)
        self.written = frozenset(written)
        single = {t.name for t in self.templates if t.single_id is not None or t.name == program.main}
        self.private = frozenset(v for v, by in users.items() if len(by) == 1 and next(iter(by)) in single)
        self.has_quiet_end = self._has_quiet_end()
        #: in a cooperative program: where somebody may have given control back, and may go on at once beside others
        self._beside = {
            t.name: frozenset(e.target for e in t.all_edges() if isinstance(e.op, O.Primitive))
            for t in self.templates
            if t.name == program.main or not gives_way(program.scheduler)
        }

    def is_invisible(self, e: Edge, template: Template) -> bool:
        """No other instance can notice this step, and it can never be waiting for anything.

        In a cooperative program: nobody else runs before the next call of the scheduler.
        """
        op = e.op
        if not isinstance(op, O.Step | O.Havoc | O.Fresh) or (isinstance(op, O.Step) and op.waits):
            return False
        if self.program.scheduler is not None:  # the thread has control
            return e.source not in self._beside.get(template.name, ())
        if self.has_quiet_end and self.is_own_end(op, template):
            return True
        return all(a.var in self.private or (not a.write and self._is_constant(a.var)) for a in O.footprint(op))

    def _is_constant(self, v: Var) -> bool:
        return v not in self.written and v.init is not None

    def is_own_end(self, op: O.Op, template: Template) -> bool:
        """Sets ended[self] and does nothing else that is shared."""
        if not isinstance(op, O.Step) or op.waits or op.guard is not T.TRUE:
            return False
        shared = [u for u in op.updates if u.var.shared]
        return (
            len(shared) == 1
            and shared[0].var is self.program.ended
            and _is_self(shared[0].index[0], template)
            and shared[0].value.value == 1
            and not any(v.shared for u in op.updates for t in (*u.index, u.value) for v in t.vars)
        )

    def _has_quiet_end(self) -> bool:
        ended = self.program.ended
        for t in self.templates:
            for e in t.all_edges():
                for a in O.footprint(e.op):
                    if a.var is not ended:
                        continue
                    if a.write and not self.is_own_end(e.op, t):
                        return False
                    if not a.write and not _waits_until_set(e.op, ended):
                        return False
        return True


def _is_self(t: T.Term, template: Template) -> bool:
    while t.op in ("zext", "sext"):
        t = t.args[0]
    return t.var is template.self_var or (t.value is not None and t.value == template.single_id)


def _waits_until_set(op: O.Op, ended: Var) -> bool:
    """A step that waits until one cell of `ended` is not zero, and looks at `ended` nowhere else."""
    if not isinstance(op, O.Step) or not op.waits:
        return False
    if any(ended in t.vars for u in op.updates for t in (*u.index, u.value)):
        return False
    parts = op.guard.args if op.guard.op == "and" else (op.guard,)
    return all(ended not in p.vars or _is_set(p, ended) for p in parts)


def _is_set(t: T.Term, ended: Var) -> bool:
    """One cell is set, which is named by what only the waiting thread changes."""
    if t.op == "not" and t.args[0].op == "eq" and t.args[0].args[1].value == 0:
        t = t.args[0].args[0]
    elif t.op == "eq" and t.args[1].value == 1:
        t = t.args[0]
    return (
        t.op == "select"
        and t.var is ended
        and not any(ended in i.vars for i in t.args)
        and not any(v.shared for i in t.args for v in i.vars)
    )


def reachable_templates(program: Program) -> list[Template]:
    """Main and every template it may start, directly or not, in the program's order."""
    seen = {program.main}
    pending = [program.main]
    while pending:
        for e in program.templates[pending.pop()].all_edges():
            if isinstance(e.op, O.Create) and e.op.template not in seen:
                seen.add(e.op.template)
                pending.append(e.op.template)
    return [t for t in program.templates.values() if t.name in seen]
