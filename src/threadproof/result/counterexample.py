"""A counterexample as an engine finds it: the moves, before the interpreter has replayed them."""

from __future__ import annotations

from typing import Any

from threadproof.ir.interpret import Names
from threadproof.ir.program import Edge
from threadproof.ir.values import Key
from threadproof.logic.term import Term, Var
from threadproof.records import dataclass, field


@dataclass(frozen=True, slots=True)
class Move:
    """Instance `instance` takes `edge`; `choice` is the value of a Havoc or the thread woken by a Signal."""

    instance: int
    edge: Edge
    choice: int | None = None


@dataclass(frozen=True, slots=True)
class Determine:
    """A cell that was never written turns out to hold `value` (instance 0: a shared cell)."""

    instance: int
    var: Var
    key: Key | None
    value: int


@dataclass(frozen=True, slots=True)
class Counterexample:
    """`moves` lead to the violation of `part` (the property, or for memory safety the sub-property).

    After the moves: an error location is reached; or, for no-data-race, the two `racing` moves are both possible
    (a racing move inside an atomic section has its whole way there in `moves`, before it); or, for no-deadlock,
    nobody can move; for termination the moves from `loop_start` on lead back to the same state, fairly, or from any of
    the `recurrent` states to another one (see `rules.recurrence`).
    """

    moves: tuple[Move | Determine, ...]
    part: str
    racing: tuple[Move, Move] | None = None
    loop_start: int | None = None
    recurrent: tuple[Term, ...] = ()
    #: the numbers that Fresh gave on the way; None: they are drawn anew
    names: Names | None = None
    statistics: dict[str, Any] = field(default_factory=dict)
