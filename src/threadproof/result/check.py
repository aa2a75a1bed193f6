"""What the independent checker says about a proof. Plain data."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class ProofCheck:
    """No complaints: the proof is accepted."""

    kind: str
    solver: str
    #: one per fault, with the node of the proof and the source position where there are such
    complaints: tuple[str, ...] = ()
    #: how much there was to check: nodes, covers, triples, ...
    counts: dict[str, int] = field(default_factory=dict)
    #: seconds in all, and in solvers
    seconds: float = 0.0
    solver_seconds: float = 0.0
    #: there is a checker for this kind of proof
    is_checkable: bool = True

    @property
    def is_accepted(self) -> bool:
        return self.is_checkable and not self.complaints

    @property
    def word(self) -> str:
        return "accepted" if self.is_accepted else "refused" if self.is_checkable else "not checked"
