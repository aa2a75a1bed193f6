"""What is wrong with a proof: `Complaint`, and `Malformed` for data that are no proof at all."""

from __future__ import annotations

from threadproof.ir.program import Edge
from threadproof.records import dataclass


@dataclass(frozen=True, slots=True)
class Complaint:
    text: str
    #: number of the node in the proof, and the step there that the complaint is about
    node: int | None = None
    edge: Edge | None = None
    #: a question was not decided: perhaps there is nothing wrong
    in_doubt: bool = False

    def __str__(self) -> str:
        where = "" if self.node is None else f"node {self.node}: "
        origin = None if self.edge is None else self.edge.origin
        return where + self.text + (f" ({origin.file}:{origin.line})" if origin is not None and origin.file else "")


class Malformed(Exception):
    """The data make no sense as a proof of this program."""
