"""What is known of functions while calls are inlined: how much that makes, and which get one copy for all calls."""

from __future__ import annotations

from collections.abc import Sequence

from threadproof.errors import Limit
from threadproof.frontend import ast as A
from threadproof.frontend.lower.jumps import Path
from threadproof.records import dataclass, field

#: of a thread, after inlining
MOST_STEPS = 40_000


@dataclass(slots=True)
class Mass:
    """How often a function was inlined, and how many steps that were, with all that it calls."""

    copies: int = 0
    steps: int = 0


class TooManySteps(Limit):
    """Calls are inlined, and that made too many."""


@dataclass(slots=True)
class CopiesOfFunctions:
    masses: dict[str, Mass] = field(default_factory=dict)
    #: functions of which a thread has one copy for several calls, unless they are refused: see `procedures`
    procedures: set[str] = field(default_factory=set)
    refused: set[str] = field(default_factory=set)
    #: of a function (its symbol): those that it may call, and its parameters that library functions may ask about
    called: dict[str, dict[A.FuncDecl, None]] = field(default_factory=dict)
    asked_for: dict[str, set[A.VarDecl]] = field(default_factory=dict)
    #: the ways to its labels; of bodies (by `id`), the calls of alloca
    paths: dict[A.FuncDecl, dict[str | int, Path]] = field(default_factory=dict)
    allocas: dict[int, list[A.Call]] = field(default_factory=dict)

    def too_many(self, stack: Sequence[str]) -> TooManySteps:
        """There are more than that, while these functions are active."""
        ordered = sorted((m.steps, m.copies, name) for name, m in self.masses.items() if m.copies > 1)[:-4:-1]
        largest = ", ".join([f"{name} ({copies} times, {steps} steps)" for steps, copies, name in ordered])
        is_recursive = len(set(stack)) < len(stack)
        hint = ", in a recursion: --recursion-limit says how deep it may be" if is_recursive else ""
        if largest:
            hint += f"; most of them: {largest}; less is called from a function that --entry names"
        return TooManySteps("program too large", f"more than {MOST_STEPS} steps after inlining{hint}")
