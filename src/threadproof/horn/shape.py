"""Facts that differ in numbers only have one shape; how many of a shape there are tells counting from progress."""

from __future__ import annotations

from collections.abc import Hashable

from threadproof.logic import term as T
from threadproof.logic.term import Term, Var


class Shapes:
    def __init__(self) -> None:
        self._facts: dict[tuple[Hashable, Term], set[Term]] = {}
        self._numerals: dict[int, Term] = {}
        self._shape_of: dict[Term, Term] = {}

    def note(self, owner: Hashable, fact: Term) -> int:
        """How many facts of this shape the owner has, with this one."""
        known = self._facts.setdefault((owner, self._shape(fact)), set())
        known.add(fact)
        return len(known)

    def _shape(self, t: Term) -> Term:
        done = self._shape_of.get(t)
        if done is None:
            done = self._shape_of[t] = self._without_numbers(t)
        return done

    def _without_numbers(self, t: Term) -> Term:
        memo: dict[Term, Term] = {}

        def go(u: Term) -> Term:
            found = memo.get(u)
            if found is None:
                if u.op == "const" and u.width:
                    found = self._numeral(u.width)
                elif u.op == "add" and u.args[1].value is not None:
                    found = go(u.args[0])
                else:
                    found = T.rebuild(u, tuple(map(go, u.args))) if u.args else u
                memo[u] = found
            return found

        return go(t)

    def _numeral(self, width: int) -> Term:
        found = self._numerals.get(width)
        if found is None:
            found = self._numerals[width] = T.var(Var("#", width, shared=False))
        return found
