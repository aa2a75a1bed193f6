"""Scheduling policies: which instances may take the next step, as pure functions on states.

Threads of C are preemptive: any instance may run next, unless one is inside an atomic section. A cooperative
scheduler is another function here, with its own part of the state.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from threadproof.ir.interpret import Instance, State

Policy = Callable[["State"], tuple["Instance", ...]]


def preemptive(state: State) -> tuple[Instance, ...]:
    if state.halted:
        return ()
    if state.inside:
        return tuple(i for i in state.instances if i.id == state.inside)
    return state.instances


POLICIES: dict[str, Policy] = {"preemptive": preemptive}
