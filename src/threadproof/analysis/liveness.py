"""Which local variables of a template may still be read: backward, per location.

The analysis is strong: an assignment to a variable that is dead afterwards reads nothing. So two states of an
instance that differ only in dead variables behave alike, and an explorer may forget those.

`live_locals` is the entry point.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import assert_never

from threadproof.ir import op as O
from threadproof.ir.program import Template
from threadproof.logic.term import Term, Var


def live_locals(template: Template, keep: Iterable[Var] = (), accesses: bool = False) -> list[tuple[Var, ...]]:
    """For each location the live locals, in the template's order; `self` is never among them.

    `keep` are variables that count as read everywhere. With `accesses`, what decides which shared cell a step touches
    counts as read, even if the value that is loaded does not matter.
    """
    order = [v for v in template.locals if v is not template.self_var]
    bit = {v: 1 << i for i, v in enumerate(order)}
    always = 0
    for v in keep:
        always |= bit.get(v, 0)
    count = len(template.edges)
    live = [0] * count
    predecessors: list[list[int]] = [[] for _ in range(count)]
    for out in template.edges:
        for e in out:
            if not predecessors[e.target] or predecessors[e.target][-1] != e.source:
                predecessors[e.target].append(e.source)
    for location in range(count):
        if location != template.exit:
            live[location] = always
    pending = list(range(count))
    waiting = [True] * count
    while pending:
        location = pending.pop()
        waiting[location] = False
        found = live[location]
        for e in template.edges[location]:
            found |= _before(e.op, live[e.target], bit, accesses)
        if found != live[location]:
            live[location] = found
            for p in predecessors[location]:
                if not waiting[p]:
                    waiting[p] = True
                    pending.append(p)
    sets = {mask: tuple(v for v in order if mask & bit[v]) for mask in dict.fromkeys(live)}
    return [sets[mask] for mask in live]


def _before(op: O.Op, after: int, bit: dict[Var, int], accesses: bool) -> int:
    """What is live before `op` if `after` is live after it."""
    match op:
        case O.Step():
            before = after
            for u in op.updates:
                if not u.index:
                    before &= ~bit.get(u.var, 0)
            for u in op.updates:
                matters = u.var.shared or after & bit.get(u.var, 0)
                if matters or (accesses and any(v.shared for t in (*u.index, u.value) for v in t.vars)):
                    before |= _reads((*u.index, u.value), bit)
            return before | _reads((op.guard,), bit)
        case O.Havoc():
            mask = bit.get(op.var, 0)
            if len(op.index) == op.var.dims == 0 or len(op.index) != op.var.dims:
                return after & ~mask
            return after | _reads(op.index, bit) if op.var.shared or after & mask else after
        case O.Fresh():
            target, counter = bit.get(op.target, 0), bit.get(op.counter, 0) if op.counter is not None else 0
            before = after & ~target
            return before | counter if op.target.shared or after & (target | counter) else before
        case O.Signal():
            return after | _reads((op.waiting.term,), bit)
        case O.Create():
            return after | _reads((op.handle, *op.args), bit)
        case O.Primitive():
            return (after if op.result is None else after & ~bit.get(op.result, 0)) | _reads(op.args, bit)
        case O.Exit() | O.AtomicBegin() | O.AtomicEnd() | O.Unsupported():
            return after
        case _:
            assert_never(op)


def _reads(terms: Iterable[Term], bit: dict[Var, int]) -> int:
    mask = 0
    for t in terms:
        for v in t.vars:
            mask |= bit.get(v, 0)
    return mask
