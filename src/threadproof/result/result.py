"""All that came of a question: the verdict, who found it, how long that took, and what a reader should know."""

from __future__ import annotations

from typing import Any

from threadproof.records import dataclass, field, replace
from threadproof.result.check import ProofCheck
from threadproof.result.verdict import Unknown, Verdict


@dataclass(slots=True)
class Result:
    verdict: Verdict
    property: str
    engine: str
    #: seconds: total, frontend, passes, engine, evidence
    time: dict[str, float] = field(default_factory=dict)
    file: str = ""
    #: how the engine saw the program: one of `options.FORMS`
    form: str = "plain"
    #: the proof of a Safe was checked at once
    check: ProofCheck | None = None
    #: the invariants of a proof, for people
    invariants: str = ""
    #: what a reader of the verdict should know
    notes: tuple[str, ...] = ()
    #: how to execute a violation again, from the C text (`output.replay_file`)
    replay: dict[str, Any] | None = None

    def take(self, other: Result) -> None:
        """What another one knows, but for the time that it took."""
        if other is not self:
            self.verdict, self.engine, self.form, self.check = other.verdict, other.engine, other.form, other.check
            self.invariants, self.notes, self.replay = other.invariants, other.notes, other.replay

    def stop(self, reason: str, detail: str) -> None:
        """A limit ends the work: what was decided before stays."""
        if isinstance(self.verdict, Unknown):
            self.verdict = replace(self.verdict, reason=reason, detail=detail)
        elif self.check is not None and self.check.limit:
            self.check = replace(self.check, limit=reason)
