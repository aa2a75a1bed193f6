"""Terms into the terms of a solver: the walk, once for all back ends.

`Translator.translate` visits a term bottom-up without recursion and remembers every node; a back end says what one
node becomes.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Final, Generic, TypeVar

from threadproof.errors import InternalError
from threadproof.logic.term import Term

E = TypeVar("E")

#: Indices of all widths that are used with one array have to meet in the domain of one function.
INDEX_WIDTH: Final = 64


class Translator(ABC, Generic[E]):
    def __init__(self) -> None:
        self.done: dict[Term, E] = {}

    @abstractmethod
    def node(self, t: Term, args: list[E]) -> E:
        """What `t` becomes, given what its arguments became."""

    def translate(self, term: Term) -> E:
        done = self.done
        found = done.get(term)
        if found is not None:
            return found
        stack = [term]
        while stack:
            t = stack[-1]
            if t in done:
                stack.pop()
                continue
            waiting = [a for a in t.args if a not in done]
            if waiting:
                stack.extend(waiting)
            else:
                stack.pop()
                done[t] = self.node(t, [done[a] for a in t.args])
        return done[term]


def check_index(t: Term) -> None:
    for a in t.args:
        if a.width > INDEX_WIDTH:
            raise InternalError(f"an index of {a.width} bits in {t!r}")
