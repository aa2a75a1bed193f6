"""Why a program is safe, as something to read: what holds when threads are at certain places; names for people."""

from __future__ import annotations

from collections.abc import Callable

from threadproof.ir.program import Program
from threadproof.logic.term import Term, Var
from threadproof.records import dataclass


@dataclass(frozen=True, slots=True)
class Place:
    """Where a thread is. `thread` is for people: several of a template may be meant."""

    thread: str
    #: of the statement that comes next; 0: none does
    line: int
    text: str
    template: str
    #: None: its thread is not running
    location: int | None


@dataclass(frozen=True, slots=True)
class Invariant:
    """Whenever threads are at these places, all formulas of one of the `cases` hold."""

    places: tuple[Place, ...]
    cases: tuple[tuple[Term, ...], ...]
    #: what people call the variables
    name: Callable[[Var], str]


class Names:
    """What people call the variables of a program."""

    def __init__(self, program: Program) -> None:
        every = [*program.shared, *[v for t in program.templates.values() for v in t.locals]]
        self.known = {v.name: v for v in every}

    def of(self, v: Var) -> str:
        """One with a number at its end belongs to another thread."""
        name, _, copy = v.name.partition("'")
        return f"«{self.called(name)} of thread {int(copy) + 1}»" if copy else self.called(name)

    def called(self, name: str) -> str:
        original = self.known.get(name)
        if original is None:
            return name
        if name.endswith(".owner"):
            return f"owner({original.lvalue or name.removesuffix('.owner')})"
        return original.lvalue or name
