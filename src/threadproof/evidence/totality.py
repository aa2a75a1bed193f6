"""Does every execution go on? `check(program)` lists the places where one could silently end.

Whatever the values of variables are, some edge of a location is possible, unless the location is the exit or an error,
unless an edge waits (a thread may stand there, for ever if need be), or unless it is declared that executions are
discarded there (`Template.discards`: an assumption of the user, behaviour that C does not define). An execution that
ends anywhere else has been lost by the front end or by a pass, and a Safe would not speak about it.

All values of variables are considered, not only those that can occur. A solver that cannot decide is no objection.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from threadproof.ir import op as O
from threadproof.ir.program import Edge, Program, Template
from threadproof.logic import term as T
from threadproof.smt.solver import make_solver

if TYPE_CHECKING:
    from threadproof.smt.solver import Solver

#: seconds for one location
LIMIT = 5.0


def check(program: Program) -> list[str]:
    """One line per place; none: nothing vanishes."""
    solver = make_solver()
    solver.limit = LIMIT
    return [f"{t.name}: {problem}" for t in program.templates.values() for problem in _template(t, solver)]


def _template(t: Template, solver: Solver) -> Iterator[str]:
    for at in sorted(_reached(t)):
        out = t.edges[at]
        if at == t.exit or at in t.errors or at in t.discards or any(map(_waits, out)):
            continue
        if not out:
            yield f"nothing comes after L{at}, and it is not said why"
            continue
        guards = [e.op.guard if isinstance(e.op, O.Step) else T.TRUE for e in out]
        if solver.check(T.not_(T.or_(*guards))) is True:
            where = f"{out[0].origin.file}:{out[0].origin.line}"
            yield f"none of the {len(out)} edges of L{at} may be possible ({where})"


def _waits(e: Edge) -> bool:
    return isinstance(e.op, O.Step) and e.op.waits


def _reached(t: Template) -> set[int]:
    """Where an instance may get to, as the graph says."""
    seen = {t.entry}
    pending = [t.entry]
    while pending:
        for e in t.edges[pending.pop()]:
            if e.target not in seen and not isinstance(e.op, O.Exit | O.Unsupported):
                seen.add(e.target)
                pending.append(e.target)
    return seen
