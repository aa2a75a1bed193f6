"""Quotients and remainders as numbers of which only the size is known: weaker than what they are, and quickly refuted.

Solvers that think in bits take minutes to see that `a % b < b`. Whatever contradicts itself here, does so with what
operators really mean, too. Entry point: `loosened`.
"""

from __future__ import annotations

from collections.abc import Sequence

from threadproof.logic import term as T
from threadproof.logic.evaluate import postorder
from threadproof.logic.term import Term, Var


def loosened(terms: Sequence[Term]) -> list[Term] | None:
    """The same with a variable for each quotient and remainder, and what is known of it. None: there are none."""
    memo: dict[Term, Term] = {}
    known: list[Term] = []
    for t in terms:
        for u in postorder(t):
            if u not in memo:
                new = T.rebuild(u, tuple([memo[a] for a in u.args])) if u.args else u
                if new.op in _SIZES and new.args[1].value is None:
                    x = T.var(Var(f"result {len(known)}", new.width, shared=False))
                    known.append(_SIZES[new.op](x, *new.args))
                    new = x
                memo[u] = new
    return [*[memo[t] for t in terms], *known] if known else None


def _of_urem(x: Term, a: Term, b: Term) -> Term:
    return T.and_(T.ule(x, a), T.or_(_is(b, 0), T.ult(x, b)))


def _of_udiv(x: Term, a: Term, b: Term) -> Term:
    zero, one = T.const(0, a.width), T.const(1, a.width)
    return T.or_(_is(b, 0), T.and_(T.ule(x, a), T.or_(T.ule(b, one), T.eq(a, zero), T.ult(x, a))))


def _of_srem(x: Term, a: Term, b: Term) -> Term:
    zero = T.const(0, a.width)
    small = T.and_(T.sle(zero, x), T.sle(x, a), T.or_(T.sle(b, zero), T.slt(x, b)))
    return T.or_(_is(b, 0), T.slt(a, zero), small)


def _of_sdiv(x: Term, a: Term, b: Term) -> Term:
    zero, one = T.const(0, a.width), T.const(1, a.width)
    small = T.and_(T.sle(zero, x), T.sle(x, a), T.or_(T.sle(b, one), _is(a, 0), T.slt(x, a)))
    return T.or_(T.sle(b, zero), T.slt(a, zero), small)


def _is(t: Term, n: int) -> Term:
    return T.eq(t, T.const(n, t.width))


_SIZES = {"urem": _of_urem, "udiv": _of_udiv, "srem": _of_srem, "sdiv": _of_sdiv}
