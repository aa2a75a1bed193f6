"""Why there is a clause: for people, and for turning a derivation into a schedule."""

from __future__ import annotations

from threadproof.blocks.transitions import Transition
from threadproof.records import dataclass


@dataclass(frozen=True, slots=True)
class Origin:
    #: initially, step, create, interference, error, unsupported
    kind: str
    transition: Transition | None = None
    #: who is interfered with or created, and where
    other: str = ""
    location: int = -1

    def __repr__(self) -> str:
        where = f" with {self.other} at L{self.location}" if self.other else ""
        return f"{self.kind}{'' if self.transition is None else f' {self.transition!r}'}{where}"
