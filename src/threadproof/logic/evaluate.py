"""Concrete values for terms: `Model` assigns them to variables, `evaluate` computes with them.

A model is total: what it does not mention is 0. An array is the cells that differ from that.
"""

from __future__ import annotations

from typing import Final

from threadproof.logic import floats
from threadproof.logic.interning import empties
from threadproof.logic.term import BINARY, Term, Var, to_signed
from threadproof.records import dataclass, field

_ORDER_LIMIT: Final = 1_000_000


@dataclass(slots=True, eq=False)
class Model:
    """Values (unsigned, as in terms; Booleans 0 or 1) of scalars, and of cells of arrays by their index values."""

    scalars: dict[Var, int] = field(default_factory=dict)
    arrays: dict[Var, dict[tuple[int, ...], int]] = field(default_factory=dict)

    def cell(self, v: Var, index: tuple[int, ...] = ()) -> int:
        """The value of a scalar (no index) or of one cell of an array."""
        if not index:
            return self.scalars.get(v, 0)
        cells = self.arrays.get(v)
        return cells.get(index, 0) if cells is not None else 0


def evaluate(term: Term, model: Model, memo: dict[Term, int] | None = None) -> int:
    """The value of `term`. A `memo` may be shared by calls with the same model."""
    if term.value is not None:
        return term.value
    values: dict[Term, int] = {} if memo is None else memo
    if term in values:
        return values[term]
    scalars = model.scalars
    for u in postorder(term):
        if u in values:
            continue
        op, args = u.op, u.args
        if op == "const":
            assert u.value is not None
            v = u.value
        elif op == "var":
            assert u.var is not None
            v = scalars.get(u.var, 0)
        elif op in BINARY:
            a, b = args
            v = BINARY[op](values[a], values[b], a.width)
        elif op == "not":
            v = 1 - values[args[0]]
        elif op == "and":
            v = 1
            for a in args:
                if not values[a]:
                    v = 0
                    break
        elif op == "or":
            v = 0
            for a in args:
                if values[a]:
                    v = 1
                    break
        elif op == "ite":
            v = values[args[1]] if values[args[0]] else values[args[2]]
        elif op == "select":
            assert u.var is not None
            v = model.cell(u.var, tuple([values[a] for a in args]))
        elif op in ("zext", "extract"):
            v = values[args[0]] & ((1 << u.width) - 1)
        elif op == "sext":
            v = to_signed(values[args[0]], args[0].width) & ((1 << u.width) - 1)
        elif op == "neg":
            v = -values[args[0]] & ((1 << u.width) - 1)
        elif op == "bvnot":
            v = ~values[args[0]] & ((1 << u.width) - 1)
        else:
            v = floats.CONVERSIONS[op](values[args[0]], args[0].width, u.width)
        values[u] = v
    return values[term]


_orders: dict[Term, tuple[Term, ...]] = {}
_order_nodes = 0
empties(_orders.clear)


def postorder(term: Term) -> tuple[Term, ...]:
    """Every distinct node, children before parents. Remembered, up to a bounded number of nodes in all."""
    global _order_nodes  # noqa: PLW0603
    done = _orders.get(term)
    if done is not None:
        return done
    seen: set[Term] = set()
    out: list[Term] = []
    stack = [term]
    while stack:
        u = stack[-1]
        if u in seen:
            stack.pop()
            continue
        waiting = [a for a in u.args if a not in seen]
        if waiting:
            stack.extend(waiting)
        else:
            stack.pop()
            seen.add(u)
            out.append(u)
    done = tuple(out)
    if _order_nodes > _ORDER_LIMIT:
        _orders.clear()
        _order_nodes = 0
    _order_nodes += len(done) + 8
    _orders[term] = done
    return done
