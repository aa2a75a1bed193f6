"""What the independent checker says about a proof. Plain data."""

from __future__ import annotations

from threadproof.records import dataclass, field


@dataclass(frozen=True, slots=True)
class ProofCheck:
    """No complaints and no limit: the proof is accepted."""

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
    #: why it was not checked to the end, though nothing is wrong so far
    limit: str = ""

    @property
    def is_accepted(self) -> bool:
        return self.is_checkable and not self.complaints and not self.limit

    @property
    def word(self) -> str:
        return "accepted" if self.is_accepted else "refused" if self.complaints else "not checked"
