"""qsort: neighbours change places as long as the program's function says so; equal ones if they like.

C leaves open which elements are compared how often, so the scope of a verdict says which way this is. The elements that
need not change places may be written all the same (glibc copies them back): in the end, all are.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from threadproof.frontend import ast as A
from threadproof.frontend import raw as R
from threadproof.frontend.apis.libc.memory import Elements, each, elements, size_of
from threadproof.frontend.ctypes import BOOL, INT, Pointer, Void
from threadproof.frontend.lower.whole import Value
from threadproof.ir import op as O
from threadproof.logic import term as T
from threadproof.logic.term import Term

if TYPE_CHECKING:
    from threadproof.frontend.lower.calls import Calls, Handler

_ANYTHING = Pointer(Void())


def _qsort(c: Calls, e: A.Call, wanted: bool) -> Value:
    count, size = size_of(c, c.arg(e, 1)), size_of(c, c.arg(e, 2))
    compare = c.hold(c.pointer(c.arg(e, 3)), _ANYTHING)
    assert isinstance(compare, R.Ptr)
    found = elements(c, c.arg(e, 0), size, "qsort")
    if found is None or found.count.value is None:
        c.unsupported("qsort of elements whose size is not known")
        return None
    rounds, at = c.new_var("rounds", count.width), c.new_var("at", count.width)
    one, zero = T.const(1, count.width), T.const(0, count.width)
    outer, inner, body, end = (c.location() for _ in range(4))
    c.emit(O.Step(updates=(O.Update(rounds, (), zero),)), outer)
    begin, step, next_round = c.location(), c.location(), c.location()
    c.branch(T.ult(T.var(rounds), count), begin, end)
    c.at = begin
    c.emit(O.Step(updates=(O.Update(at, (), zero),)), inner)
    c.branch(T.ult(T.add(T.var(at), one), T.sub(count, T.var(rounds))), body, next_round)
    c.at = body
    _put_in_order(c, found, T.var(at), compare, e)
    c.jump(step)
    c.at = step
    c.emit(O.Step(updates=(O.Update(at, (), T.add(T.var(at), one)),)), inner)
    c.at = next_round
    c.emit(O.Step(updates=(O.Update(rounds, (), T.add(T.var(rounds), one)),)), outer)
    c.at = end
    _write_all(c, found, count)
    return None


def _write_all(c: Calls, found: Elements, count: Term) -> None:
    """Every element of more than one, with the value that it has."""
    several, end = c.location(), c.location()
    c.branch(T.ult(T.const(1, count.width), count), several, end)
    c.at = several

    def write(index: Term) -> None:
        place = found.at(index)
        c.store(place, found.of, c.load(place, found.of, order=O.Order.PLAIN), order=O.Order.PLAIN)

    assert found.count.value is not None
    each(c, T.mul(count, T.const(found.count.value, count.width)), write)
    c.jump(end)
    c.at = end


def _put_in_order(c: Calls, found: Elements, at: Term, compare: R.Ptr, e: A.Call) -> None:
    """An element and the next one."""
    assert found.count.value is not None
    parts = found.count.value
    first = T.mul(at, T.const(parts, at.width))
    second = T.add(first, T.const(parts, at.width))
    both: list[Value] = [c.pointer_to(found.at(first)), c.pointer_to(found.at(second))]
    order = c.call_through(compare, both, [_ANYTHING, _ANYTHING], INT, e.pos, wanted=True)
    if c.at is None or not isinstance(order, Term):
        return
    order = c.hold(order, INT)
    assert isinstance(order, Term)
    exchange, equal, other, end = (c.location() for _ in range(4))
    c.branch(T.slt(T.const(0, order.width), order), exchange, other)
    c.at = other
    c.branch(T.eq(order, T.const(0, order.width)), equal, end)
    c.at = equal
    c.branch(T.is_nonzero(c.nondet(BOOL)), exchange, end)
    c.at = exchange
    places = [[found.at(T.add(x, T.const(m, at.width))) for m in range(parts)] for x in (first, second)]
    values = [[c.load(p, found.of, order=O.Order.PLAIN) for p in row] for row in places]
    for row, new in zip(places, reversed(values), strict=True):
        for place, value in zip(row, new, strict=True):
            c.store(place, found.of, value, order=O.Order.PLAIN)
    c.jump(end)
    c.at = end


HANDLERS: dict[str, Handler] = {"qsort": _qsort}
