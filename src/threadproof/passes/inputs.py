"""Inputs that an engine may keep undecided, and the steps that would force it to decide.

An engine that does not enumerate an input looks at it by comparisons only: it distinguishes `n < 3` from `n >= 3`
and goes on with "any n below 3". Steps that compare, and steps that only hand the value on, are fine; a step that does
both, or that computes with it, needs a definite value. A pass that joins steps asks here whether it would make such a
step out of harmless ones.
"""

from __future__ import annotations

from collections.abc import Callable

from threadproof.ir import op as O
from threadproof.ir.program import Program
from threadproof.logic.term import COMPARISONS, Term, Var

#: an input with fewer values may as well be enumerated
FEW = 256


def open_locals(program: Program) -> frozenset[Var]:
    """Local scalars that may hold an undecided value: inputs, what was never written, and copies of such."""
    found = {v for t in program.templates.values() for v in t.locals if v.init is None and not v.dims and v.width > 8}
    copies: list[tuple[Var, Var]] = []
    for t in program.templates.values():
        for out in t.edges:
            for e in out:
                match e.op:
                    case O.Step(updates=updates):
                        for u in updates:
                            source = u.value.var
                            if u.value.op == "var" and source is not None and not (source.shared or u.var.shared):
                                copies.append((u.var, source))
                    case O.Havoc(var=v, low=low, high=high) if not v.shared and not v.dims and high - low >= FEW:
                        found.add(v)
                    case O.Create(template=name, args=args):
                        for p, a in zip(program.templates[name].params, args, strict=True):
                            if a.op == "var" and a.var is not None:
                                copies.append((p, a.var))
    changed = bool(found)
    while changed:
        new = {target for target, source in copies if source in found and target not in found}
        found |= new
        changed = bool(new)
    return frozenset(found)


def forced(op: O.Step, undecided: frozenset[Var], is_live_after: Callable[[Var], bool]) -> set[Var]:
    """The undecided variables that this step needs a definite value of."""
    read = {v for t in O.reads(op) for v in t.vars if v in undecided}
    return {v for v in read if not _is_harmless(op, v, undecided, is_live_after)}


def _is_harmless(op: O.Step, v: Var, undecided: frozenset[Var], is_live_after: Callable[[Var], bool]) -> bool:
    uses = [u for u in op.updates if v in u.value.vars or any(v in i.vars for i in u.index)]
    if not uses:
        return _only_compares(op.guard, v, undecided)
    is_copy = len(uses) == 1 and uses[0].value.op == "var" and not any(v in i.vars for i in uses[0].index)
    return is_copy and v not in op.guard.vars and not is_live_after(v)


def _only_compares(t: Term, v: Var, undecided: frozenset[Var]) -> bool:
    if v not in t.vars or (t.op == "var" and t.width == 0):
        return True
    if t.op in COMPARISONS:
        a, b = t.args
        return any(_is_offset(x, v) and not (y.vars & undecided) for x, y in ((a, b), (b, a)))
    return t.op in ("not", "and", "or", "ite") and all(_only_compares(a, v, undecided) for a in t.args)


def _is_offset(t: Term, v: Var) -> bool:
    """v, or v plus a constant, perhaps extended."""
    while t.op in ("zext", "sext"):
        t = t.args[0]
    if t.op == "add" and t.args[1].value is not None:
        t = t.args[0]
    return t.op == "var" and t.var is v
