"""What checking a proof may cost: `Budget.check` raises Limit when the time has come or memory is short."""

from __future__ import annotations

import resource
import time
from dataclasses import dataclass
from pathlib import Path

from threadproof.errors import Limit


@dataclass(frozen=True, slots=True)
class Budget:
    #: time.monotonic() after which to give up
    deadline: float | None = None
    #: megabytes
    memory_limit: int | None = None

    def check(self) -> None:
        if self.deadline is not None and time.monotonic() > self.deadline:
            raise Limit("timeout")
        if self.memory_limit is not None and megabytes_in_use() > self.memory_limit:
            raise Limit("out of memory")


def megabytes_in_use() -> float:
    """Memory in use now: what the engine needed before may have been more."""
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    return pages * resource.getpagesize() / 1e6
