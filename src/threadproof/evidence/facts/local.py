"""Conditions on the locals of one instance, checked backwards: what must hold before a step so that they hold after."""

from __future__ import annotations

from threadproof.ir import op as O
from threadproof.ir.program import Template
from threadproof.logic import term as T
from threadproof.logic.term import Term, Var

Literals = frozenset[Term]


def conjuncts(guard: Term) -> tuple[Term, ...]:
    return guard.args if guard.op == "and" else (guard,)


def values(where: Literals) -> dict[Var, Term]:
    """Variables whose value is written down."""
    found = {}
    for t in where:
        inner = t.args[0] if t.op == "not" else t
        if inner.op == "var" and inner.var is not None:
            found[inner.var] = T.boolean(inner is t)
        elif t.op == "eq" and t.args[0].op == "var" and t.args[0].var is not None and t.args[1].op == "const":
            found[t.args[0].var] = t.args[1]
    return found


def is_implied(t: Term, where: Literals) -> bool:
    """Incomplete: known values are put in, and what is left must be written down as it is."""
    for u in (t, T.substitute(t, values(where))):
        if u is T.TRUE or u in where:
            return True
        if u.op == "and" and all(is_implied(a, where) for a in u.args):
            return True
        if u.op == "or" and any(is_implied(a, where) for a in u.args):
            return True
        inner = u.args[0] if u.op == "not" else u
        if inner is not u and inner.op in ("and", "or"):
            some = any if inner.op == "and" else all
            if some(is_implied(T.not_(a), where) for a in inner.args):
                return True
    return False


def is_refuted(t: Term, where: Literals) -> bool:
    return is_implied(T.not_(t), where) or (t.op == "and" and any(is_refuted(a, where) for a in t.args))


def with_guard(where: Literals, guard: Term) -> Literals | None:
    """With the local conjuncts of the guard; None if it contradicts what is known."""
    known = values(where)
    if any(T.substitute(t, known) is T.FALSE for t in conjuncts(guard)):
        return None
    local = [t for t in conjuncts(guard) if t is not T.TRUE and not any(v.shared or v.dims for v in t.vars)]
    if guard is T.FALSE or any(is_refuted(t, where) for t in local):
        return None
    both = where | frozenset(local)
    # one conjunct may fix a value that another, or what was known, denies
    for t in both:
        rest = both - {t}
        if T.substitute(t, values(rest)) is T.FALSE or is_refuted(t, rest):
            return None
    return both


def before(t: Term, op: O.Op) -> Term | None:
    """What must hold before the operation for `t` to hold after it; None if nothing is sure to do."""
    match op:
        case O.Step():
            new = {u.var: u.value for u in op.updates if not u.var.shared and not u.index}
            found = T.substitute(t, new)
            return None if any(v.shared or v.dims for v in found.vars) else found
        case O.Havoc(var=v, low=low, high=high) if v in t.vars:
            return T.substitute(t, {v: T.const(low, v.width)}) if low == high and not v.dims else None
        case O.Fresh():
            return None if op.target in t.vars or op.counter in t.vars else t
        case _:
            return None if any(c.var in t.vars for c in O.writes(op)) else t


def written(op: O.Op) -> frozenset[Var]:
    """The local variables that the operation changes."""
    return frozenset(c.var for c in O.writes(op) if not c.var.shared)


def holds_at_entry(t: Term, template: Template, id_: int | None) -> bool:
    given = (*template.params, template.self_var)
    start = {v: T.const(v.init, v.width) for v in template.locals if v.init is not None and v not in given}
    if id_ is not None:
        start[template.self_var] = T.const(id_, template.self_var.width)
    return T.substitute(t, start) is T.TRUE
