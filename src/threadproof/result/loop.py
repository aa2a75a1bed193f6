"""Why a loop ends, as something to read."""

from __future__ import annotations

from collections.abc import Callable

from threadproof.logic.term import Term, Var
from threadproof.records import dataclass


@dataclass(frozen=True, slots=True)
class Loop:
    #: for people: several threads of a template may be meant
    thread: str
    #: "queue.c:12"
    place: str
    #: what counts down, as an unsigned number; None: it waits for others, who do not keep it waiting
    rank: Term | None
    #: what people call the variables
    name: Callable[[Var], str]
