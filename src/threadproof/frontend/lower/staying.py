"""Does a thread inside of a function leave it again? A question about the end of another program.

Where a thread enters the function it may decide that it stays there for ever, once in an execution. Who has decided so
and leaves, or ends, was wrong: the execution is discarded. So is one in which nobody decides: a thread of ours, which
starts with main and can move only after that, is stuck until then, at an assumption. So what is left of this program
and never ends, are the executions in which a thread stays in the function, and so the function has progress if
each execution of this program ends: nothing else has to know of it. (A stay that never ends begins somewhere, with the
outermost of the calls that never return: there it is decided, so inner calls of a recursion need not be asked.)

Entry points: `begun`, and what a thread does: `enters`, `leaves`, `watched`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from threadproof.errors import InputError
from threadproof.frontend import ast as A
from threadproof.frontend import raw as R
from threadproof.frontend.lower.whole import Stays
from threadproof.ir import op as O
from threadproof.logic import term as T
from threadproof.logic.term import Var
from threadproof.records import replace

if TYPE_CHECKING:
    from threadproof.frontend.lower.calls import Calls
    from threadproof.frontend.lower.statements import Statements

#: our thread
WATCHER = "progress.watcher"
_YES, _NO = T.const(1, 8), T.const(0, 8)


def begun(unit: A.Unit, name: str) -> Stays:
    found = [f for f in unit.functions.values() if f.name == name]
    if not any(f.body is not None for f in found):
        what = "has no body of its own" if found else "is no function of the program, or nobody calls it"
        raise InputError(f"progress:{name}: {name} {what}", hint="ask about a function that threads run")
    symbols = frozenset([f.symbol for f in found])
    return Stays(symbols, Var("stays", 8, True, kind="system"))


def enters(c: Statements, f: A.FuncDecl) -> Var | None:
    """A thread comes to the function from outside: the variable that says whether it stays there."""
    stays = c.program.stays
    if stays is None or c.at is None or f.symbol not in stays.symbols:
        return None
    c.needs_caller()
    if c.stays is not None:
        return None
    mine = c.stays = c.new_var("stays", 8)
    goes_on = c.location()
    c.edge(c.at, goes_on, O.Step(updates=(O.Update(mine, (), _NO),)))
    updates = (O.Update(mine, (), _YES), O.Update(stays.decided, (), _YES))
    c.edge(c.at, goes_on, O.Step(T.eq(T.var(stays.decided), _NO), updates), f"is in {f.name}, and never leaves it")
    c.at = goes_on
    return mine


def leaves(c: Statements, mine: Var) -> None:
    """It comes out of it, or ends."""
    if c.at is not None:
        c.assume(T.eq(T.var(mine), _NO), "somebody leaves who stays")


def watched(c: Calls) -> None:
    """Main starts our thread."""
    stays = c.program.stays
    if stays is None:
        return
    if c.program.scheduler is not None:
        c.unsupported("progress of cooperative threads")
        return
    t = c.program.templates[WATCHER] = R.RawTemplate(WATCHER, WATCHER, Var(f"{WATCHER}.self", R.OBJECT_WIDTH, False))
    t.locals.append(t.self_var)
    t.created_at = c.origin
    t.discards[t.entry] = "nobody stays"
    ends = O.Update(c.program.ended, (T.var(t.self_var),), _YES)
    guard = T.eq(T.var(stays.decided), _YES)
    origin = replace(c.origin, function=WATCHER, words="(somebody stays from here on)")
    t.edges.append(R.RawEdge(t.entry, t.exit, O.Step(guard, (ends,), role=O.Role.END), origin))
    c.emit(R.RawCreate(WATCHER, c.new_thread(WATCHER), ()))
