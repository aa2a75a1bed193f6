"""What a conjunction says about some variables only: equations are solved for the others, the rest is dropped.

`about([y == x + 1, y < z, z == 5, w < z], {x})` is `[x + 1 < 5]`. What is left follows from the conjunction, but need
not say all that it says about those variables. Entry point: `about`.
"""

from __future__ import annotations

from collections.abc import Iterable, Set

from threadproof.logic import term as T
from threadproof.logic.term import Term, Var


def about(terms: Iterable[Term], kept: Set[Var]) -> list[Term]:
    """Distinct conjuncts over `kept`, constants left out; [FALSE] if there is a plain contradiction."""
    found = _Solution(kept)
    rest = [c for t in terms for c in split(t)]
    while True:
        # Solving one equation can make another one of a condition.
        unsolved = [c for c in rest if not found.solve(found.apply(c))]
        if len(unsolved) == len(rest):
            break
        rest = unsolved
    out: dict[Term, None] = {}
    for t in rest:
        for c in split(found.apply(t)):
            if c is T.FALSE:
                return [T.FALSE]
            if c.vars and c.vars <= kept:
                out[c] = None
    return list(out)


def split(t: Term) -> tuple[Term, ...]:
    """The conjuncts."""
    return t.args if t.op == "and" else () if t is T.TRUE else (t,)


class _Solution:
    """Values of variables that are not kept, in terms of the others; no value mentions a variable that has one."""

    def __init__(self, kept: Set[Var]) -> None:
        self._kept = kept
        self._values: dict[Var, Term] = {}
        #: variable -> those whose values mention it
        self._users: dict[Var, list[Var]] = {}

    def apply(self, t: Term) -> Term:
        return T.substitute(t, self._values)

    def solve(self, t: Term) -> bool:
        """Can it be used as an equation? Then it is."""
        pair = self._equation(t)
        if pair is None:
            return False
        v, value = pair
        for user in self._users.pop(v, ()):
            self._set(user, T.substitute(self._values[user], {v: value}))
        self._set(v, value)
        return True

    def _set(self, v: Var, value: Term) -> None:
        self._values[v] = value
        for used in sorted(value.vars, key=lambda u: u.name):
            users = self._users.setdefault(used, [])
            if v not in users:
                users.append(v)

    def _equation(self, t: Term) -> tuple[Var, Term] | None:
        if t.op == "var":
            return self._solved(t, T.TRUE)
        if t.op == "not":
            return self._solved(t.args[0], T.FALSE)
        if t.op == "eq":
            a, b = t.args
            return self._solved(a, b) or self._solved(b, a)
        return None

    def _solved(self, left: Term, right: Term) -> tuple[Var, Term] | None:
        """left == right, solved for a variable in the left side."""
        while left.op == "add" and left.args[1].value is not None:
            left, right = left.args[0], T.sub(right, left.args[1])
        v = left.var
        if left.op != "var" or v is None or v in self._kept or v in right.vars:
            return None
        return v, right
