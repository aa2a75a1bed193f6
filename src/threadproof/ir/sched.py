"""Scheduling policies: may an instance take the next step? Pure functions on states.

Threads of C are preemptive: any instance may run next, unless one is inside an atomic section. A cooperative
scheduler is another function here, with its own part of the state.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from threadproof.ir.interpret import Instance, State

Policy = Callable[["State", "Instance"], bool]


def preemptive(state: State, i: Instance) -> bool:
    return not state.halted and state.inside in (0, i.id)


POLICIES: dict[str, Policy] = {"preemptive": preemptive}
