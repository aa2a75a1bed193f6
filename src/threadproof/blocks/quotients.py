"""Variables that are only ever divided by one constant: for clauses their quotient is enough.

A pointer into an array of structures is an offset in bytes, and every access divides it by the size of an element:

    p.off = i * 28;  ...  a.lock.owner[p.off /u 28]         =>        q = i * 28 /u 28;  ...  a.lock.owner[q]

so that invariants speak of `q`, and no solver has to divide. Such a variable may be copied into another one that is
divided by the same constant. Entry points: `quotients`, `quotient`.
"""

from __future__ import annotations

from collections.abc import Iterator

from threadproof.ir import op as O
from threadproof.ir.program import Program
from threadproof.logic import term as T
from threadproof.logic.term import Term, Var
from threadproof.records import replace


def quotients(program: Program) -> dict[Var, tuple[Var, int]]:
    """Each such variable with the one that stands for its quotient, and the divisor."""
    divisors: dict[Var, set[int]] = {}
    copies: dict[tuple[Var, Var], None] = {}
    plain: set[Var] = set()
    for t in program.templates.values():
        for e in t.all_edges():
            for target, value in _values(program, e.op):
                for v, use in _uses(value, target):
                    if isinstance(use, int):
                        divisors.setdefault(v, set()).add(use)
                    elif use is None:
                        plain.add(v)
                    else:
                        copies[use, v] = None
            if isinstance(e.op, O.Havoc | O.Fresh):
                plain |= {c.var for c in O.writes(e.op)}
    changed = True
    while changed:
        changed = False
        for copy, v in copies:
            mine = divisors.setdefault(v, set())
            if not mine >= divisors.get(copy, set()):
                mine |= divisors[copy]
                changed = True
    chosen = {v: min(found) for v, found in divisors.items() if len(found) == 1 and not v.dims and v not in plain}
    while lost := [v for copy, v in copies if v in chosen and chosen.get(copy) != chosen[v]]:
        for v in lost:
            chosen.pop(v, None)
    return {v: (_quotient_of(v, c), c) for v, c in chosen.items()}


def _quotient_of(v: Var, divisor: int) -> Var:
    # (of an arbitrary value it is taken to be arbitrary, too)
    return replace(v, name=f"{v.name}/{divisor}", init=None if v.init is None else v.init // divisor, lvalue="")


def quotient(t: Term, divisor: int) -> Term:
    """Of a value that is written."""
    if t.op == "ite":
        return T.ite(t.args[0], quotient(t.args[1], divisor), quotient(t.args[2], divisor))
    return T.udiv(t, T.const(divisor, t.width))


def _values(program: Program, op: O.Op) -> Iterator[tuple[Var | None, Term]]:
    """The terms that an operation evaluates, with the scalar that takes the value."""
    match op:
        case O.Step():
            yield None, op.guard
            for u in op.updates:
                yield (None if u.index else u.var), u.value
                for i in u.index:
                    yield None, i
            for i in () if op.lock is None else op.lock.index:
                yield None, i
        case O.Create():
            yield None, op.handle
            yield from zip(program.templates[op.template].params, op.args, strict=True)
        case _:
            for t in O.reads(op):
                yield None, t


def _uses(value: Term, target: Var | None) -> Iterator[tuple[Var, int | Var | None]]:
    """The variables in a term: divided by a number, copied into the target, or (None) used otherwise."""
    pending = [(value, target)]
    seen: set[tuple[Term, Var | None]] = set()
    while pending:
        t, into = pending.pop()
        if (t, into) in seen or not t.vars:
            continue
        seen.add((t, into))
        if t.op == "var" and t.var is not None:
            yield t.var, into
        elif t.op == "udiv" and t.args[0].op == "var" and t.args[0].var is not None and t.args[1].value:
            yield t.args[0].var, t.args[1].value
        elif t.op == "ite":
            pending += [(t.args[0], None), (t.args[1], into), (t.args[2], into)]
        else:
            pending += [(a, None) for a in t.args]
