"""Where a thread waits for the end of one that it has created itself.

What a local variable holds is followed forwards: a number that was drawn, and once a thread was created with it, that
it is the number of a thread of this template; copies of it are as good. Where all ways that come together say so, a
join of such a variable waits for a thread that there is, that is younger, and that has not ended: whoever ends says so
with the last step, and nobody takes it back. Anything else is no join of that kind. Entry point: `Joining.of`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from threadproof.ir import op as O
from threadproof.ir.program import MAIN_ID, Program, Template
from threadproof.logic.term import Term, Var

#: bits of the number of a thread
_NUMBER: Final = 32

#: a variable -> where it was drawn (nobody has that number yet), or of which templates the thread with it may be
_Known = dict[Var, int | frozenset[str]]


class Joining:
    def __init__(self, program: Program) -> None:
        self.program = program
        self._is_clear = all(map(self._says_when_it_ends, program.templates.values()))
        self._known: dict[str, dict[int, _Known]] = {}

    def of(self, t: Template, at: int) -> frozenset[str]:
        """The templates of which the thread may be that is waited for there; none: that is not known."""
        found: frozenset[str] = frozenset()
        if not self._is_clear:
            return found
        for op in [e.op for e in t.edges[at] if not O.is_environment(e.op)]:
            handle = self._joined(op)
            known = None if handle is None else self._before(t).get(at, {}).get(handle)
            if not isinstance(known, frozenset):
                return frozenset()
            found |= known
        return found

    def _says_when_it_ends(self, t: Template) -> bool:
        for e in t.all_edges():
            updates = e.op.updates if isinstance(e.op, O.Step) else ()
            said = [u for u in updates if u.var is self.program.ended]
            if len([c for c in O.writes(e.op) if c.var is self.program.ended]) != len(said):
                return False
            if any(u.value.value != 1 or not self._is_own(t, u.index[0]) for u in said):
                return False
            if e.target == t.exit and not isinstance(e.op, O.Exit) and not said:
                return False
        return True

    def _is_own(self, t: Template, index: Term) -> bool:
        own = MAIN_ID if t.name == self.program.main else t.single_id
        return index.var is t.self_var or (own is not None and index.value == own)

    def _joined(self, op: O.Op) -> Var | None:
        """The variable with the number of the thread, if all that is waited for is its end."""
        if not isinstance(op, O.Step) or not op.waits or op.role is not O.Role.JOIN or op.guard.op != "eq":
            return None
        for flag, value in (op.guard.args, reversed(op.guard.args)):
            if flag.op == "select" and flag.var is self.program.ended and value.value == 1:
                return _copied(flag.args[0])
        return None

    # ------------------------------------------------------------ what variables hold

    def _before(self, t: Template) -> Mapping[int, _Known]:
        if t.name not in self._known:
            self._known[t.name] = _solve(t)
        return self._known[t.name]


def _solve(t: Template) -> dict[int, _Known]:
    known: dict[int, _Known] = {t.entry: {}}
    pending = [t.entry]
    while pending:
        at = pending.pop()
        for e in t.edges[at]:
            after = _after(e.op, known[at])
            before = known.get(e.target)
            joined = after if before is None else _both(before, after)
            if joined != before:
                known[e.target] = joined
                pending.append(e.target)
    return known


def _both(a: _Known, b: _Known) -> _Known:
    """What is so whichever of the two is."""
    found: _Known = {}
    for v, x in a.items():
        y = b.get(v)
        if x == y:
            found[v] = x
        elif isinstance(x, frozenset) and isinstance(y, frozenset):
            found[v] = x | y
    return found


def _after(op: O.Op, known: _Known) -> _Known:
    match op:
        case O.Fresh(target=target, site=site):
            # (a number that was drawn there before and not used is nobody's)
            kept = {v: x for v, x in known.items() if x != site and v is not target and v is not op.counter}
            return {**kept, target: site}
        case O.Create(template=template, handle=handle):
            drawn = known.get(handle.var) if handle.var is not None else None
            if not isinstance(drawn, int):
                return known
            return {v: frozenset([template]) if x == drawn else x for v, x in known.items()}
        case O.Step(updates=updates):
            changed = dict(known)
            for u in updates:
                changed.pop(u.var, None)
            for u in updates:
                copied = _copied(u.value)
                if copied in known and not u.index and not u.var.shared:
                    changed[u.var] = known[copied]
            return changed
    written = {c.var for c in O.writes(op)}
    return {v: x for v, x in known.items() if v not in written}


def _copied(t: Term) -> Var | None:
    """The variable whose value it is, as a number of a thread."""
    while t.op in ("zext", "extract") and t.width >= _NUMBER:
        t = t.args[0]
    return t.var if t.op == "var" else None
