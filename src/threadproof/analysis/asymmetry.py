"""Where the number of a thread is used so that threads could be told apart. Entry point: `asymmetric_use`.

Numbers may be copied and compared for being equal to each other or to "none" (0): then it does not matter which number
a thread has, as long as all have different ones. An order between them, arithmetic, an index or another constant does
matter. What synchronisation does with numbers (sets of those who wait) is the same for all.
"""

from __future__ import annotations

from collections.abc import Collection

from threadproof.ir import op as O
from threadproof.ir.program import Edge, Program
from threadproof.logic import term as T
from threadproof.logic.term import Term, Var

#: the value of one of their arguments, as it is
_HANDED_ON = frozenset(("var", "select", "ite", "zext", "sext", "extract"))
_OWN_KINDS = frozenset(("sync", "system", "life", "place"))


def asymmetric_use(program: Program, templates: Collection[str]) -> Edge | None:
    """The first such use of the number of a thread of one of these templates."""
    numbers = {program.templates[name].self_var for name in templates}
    edges = [e for t in program.templates.values() for e in t.all_edges()]
    while True:
        more = {u.var for e in edges if isinstance(e.op, O.Step) for u in e.op.updates if _is_number(u.value, numbers)}
        if more <= numbers:
            break
        numbers |= more
    return next((e for e in edges if not _is_own(e.op) and any(_tells(t, numbers) for t in O.reads(e.op))), None)


def _is_own(op: O.Op) -> bool:
    """Is it synchronisation itself, or the end of a thread?"""
    if not isinstance(op, O.Step):
        return isinstance(op, O.Signal | O.Create | O.Fresh)
    return bool(op.role) or any(u.var.kind in _OWN_KINDS for u in op.updates)


def _is_number(t: Term, numbers: set[Var]) -> bool:
    if t.op == "ite":
        return any(_is_number(a, numbers) for a in t.args[1:])
    if t.op in ("zext", "sext", "extract"):
        return _is_number(t.args[0], numbers)
    return t.op in ("var", "select") and t.var in numbers


def _tells(t: Term, numbers: set[Var]) -> bool:
    if numbers.isdisjoint(t.vars):
        return False
    for u in T.subterms(t):
        concerned = [a for a in u.args if _is_number(a, numbers)]
        if not concerned:
            continue
        if u.op == "select":
            return u.var is None or u.var.kind not in _OWN_KINDS
        if u.op == "eq":
            if any(a.value not in (None, 0) for a in u.args):
                return True
        elif u.op not in _HANDED_ON:
            return True
    return False
