"""How many C statements an action stands for: to compare trees of fused steps with those that count statements.

Consecutive steps of one statement are one; a branch of a condition counts as one. What a pass has removed altogether
(jumps, dead and constant assignments) is not counted. Entry point: `StatementCounter`.
"""

from __future__ import annotations

from threadproof.ir import op as O
from threadproof.ir.action import Action
from threadproof.ir.program import Edge


class StatementCounter:
    def __init__(self) -> None:
        self._known: dict[Action, int] = {}

    def count(self, a: Action, inside_after: Action | None = None) -> int:
        """Statements that the action executes; for a section, on the longest way through it.

        `inside_after` is the action before it, if that left the instance inside a section: nobody else has moved.
        """
        known = self._known.get(a)
        if known is None:
            known = self._known[a] = _longest(a) if a.is_section else len(statements(a.edge))
        if inside_after is not None and statements(inside_after.edge)[-1] == statements(a.edge)[0]:
            return known - 1
        return known


def statements(e: Edge) -> list[int]:
    """The statements that an edge stands for, in order; neighbours differ."""
    found = [e.origin.statement if not e.steps else e.steps[0].statement]
    for s in e.steps[1:]:
        if s.statement != found[-1]:
            found.append(s.statement)
    return found


def _longest(a: Action) -> int:
    """The longest way through a section (it has no loops) that leaves it where the action does."""
    t = a.place.template
    goal = t.exit if a.target is None else a.target.location
    #: (location, last statement) -> most statements on a way from there, or -1 if none leads to the goal
    best: dict[tuple[int, int], int] = {}

    def through(e: Edge, last: int) -> int:
        own = statements(e)
        count = len(own) - (own[0] == last)
        if e.target == goal and _leaves(e, a):
            return count
        if isinstance(e.op, O.AtomicEnd | O.Exit | O.Unsupported) or e.target == t.exit or e.target in t.errors:
            return -1
        key = (e.target, own[-1])
        if key not in best:
            best[key] = max([through(f, own[-1]) for f in t.edges[e.target]], default=-1)
        return -1 if best[key] < 0 else count + best[key]

    return max(1, through(a.edge, 0))


def _leaves(e: Edge, a: Action) -> bool:
    match e.op:
        case O.Exit():
            return a.halts
        case O.Unsupported(what=what):
            return a.unsupported == what
        case O.AtomicEnd():
            return not a.halts and not a.unsupported
        case _:
            t = a.place.template
            return (e.target == t.exit or e.target in t.errors) and not a.halts and not a.unsupported
