"""What an engine is and all it may touch: the program, the property, and a `Run`."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any, Protocol

from threadproof.budget import until
from threadproof.engines.spec import ENGINES
from threadproof.errors import Limit
from threadproof.ir.program import Program
from threadproof.options import Options
from threadproof.process import abandon
from threadproof.properties import Property
from threadproof.records import dataclass, field
from threadproof.result.counterexample import Counterexample
from threadproof.result.iteration import Iteration
from threadproof.result.verdict import Safe, Unknown

#: an engine's answer; the pipeline replays a Counterexample and makes it an Unsafe
Answer = Safe | Unknown | Counterexample


@dataclass(slots=True)
class Run:
    options: Options
    #: time.monotonic() after which the engine gives up
    deadline: float | None = None
    statistics: dict[str, Any] = field(default_factory=dict)
    progress: Callable[[str], None] | None = None
    #: whoever wants to see the abstract programs on the way
    watch: Callable[[Iteration], None] | None = None
    #: nothing comes after this engine if its time is up
    is_last: bool = False

    def remaining(self) -> float | None:
        """Seconds until the deadline; None: there is none."""
        return None if self.deadline is None else self.deadline - time.monotonic()

    def check_deadline(self) -> None:
        if self.deadline is not None and time.monotonic() > self.deadline:
            raise Limit("timeout")

    def ask(self, name: str, program: Program, property_: Property, seconds: float | None) -> Answer:
        """What another engine says about another program, or another property, within so many seconds."""
        limits = [t for t in (self.deadline, None if seconds is None else time.monotonic() + seconds) if t is not None]
        run = Run(self.options, min(limits, default=None), progress=self.progress)
        try:
            with until(run.deadline):
                return ENGINES[name].make().verify(program, property_, run)
        except Limit as limit:
            return Unknown(limit.reason, limit.detail)
        except MemoryError:
            return Unknown("out of memory")

    def abandon(self, built: object) -> None:
        """For what an engine has built when its time is up."""
        if self.is_last and self.deadline is not None and time.monotonic() > self.deadline:
            abandon(built)


class Engine(Protocol):
    """It is asked only what it says it decides (`spec`).

    In a later stage of `auto` it may be asked about the same program again: it may go on where its time was up.
    """

    def verify(self, program: Program, property_: Property, run: Run) -> Answer: ...
