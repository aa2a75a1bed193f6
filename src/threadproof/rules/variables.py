"""Small things about variables that all rules need."""

from __future__ import annotations

from threadproof.logic import term as T
from threadproof.logic.term import Term, Var


def initial_value(v: Var) -> Term:
    """A constant, or any value: then the variable itself, which must occur nowhere else in the clause."""
    return T.var(v) if v.init is None else T.const(v.init, v.width)
