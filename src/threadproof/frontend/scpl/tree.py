"""An SCPL program as data: its variables, and its statements over terms."""

from __future__ import annotations

from threadproof.logic.term import Term, Var
from threadproof.records import dataclass

INT_WIDTH = 32
BOOL_WIDTH = 1


@dataclass(frozen=True, slots=True)
class Assign:
    target: Var
    #: None: an arbitrary value
    value: Term | None


@dataclass(frozen=True, slots=True)
class Assume:
    condition: Term


@dataclass(frozen=True, slots=True)
class Assert:
    condition: Term


@dataclass(frozen=True, slots=True)
class Error:
    """Who gets here violates the property."""


@dataclass(frozen=True, slots=True)
class Goto:
    """To any of `yes` if the condition holds, else to any of `no`."""

    #: None: it may or may not hold
    condition: Term | None
    yes: tuple[int, ...]
    no: tuple[int, ...]


Kind = Assign | Assume | Assert | Error | Goto


@dataclass(frozen=True, slots=True)
class Statement:
    line: int
    kind: Kind
    #: what stands for each `*` in it: an arbitrary value each time
    inputs: tuple[Var, ...]


@dataclass(frozen=True, slots=True)
class Tree:
    shared: tuple[Var, ...]
    locals: tuple[Var, ...]
    #: what stands for `*`, wherever it is
    inputs: tuple[Var, ...]
    #: the first one has number 1
    statements: tuple[Statement, ...]
