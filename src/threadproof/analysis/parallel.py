"""Which threads cannot be running: not started yet, or ended for ever.

*Unstarted*: while the only instance of template P is at a location, no instance of T was ever started. At P's entry
this holds of the largest set S of templates whose creators are all P or in S; creating T takes T, and whatever T may
create, out of the set. (Another instance that creates a member of S would be a member itself.)

*Ended*: the only instance of T has ended. A join teaches it, if the cell it waits for belongs to that instance and
every write of `ended` is by an instance that takes its last step and sets its own cell. It stays true, so creators
hand it on to the threads they start, and an ending thread to whoever joins it.
"""

from __future__ import annotations

from collections.abc import Mapping

from threadproof.analysis.locks import is_self, own_id
from threadproof.ir import op as O
from threadproof.ir.program import Program, Template
from threadproof.logic import term as T
from threadproof.logic.term import Term, Var

Names = frozenset[str]


class Threads:
    def __init__(self, program: Program, templates: list[Template]) -> None:
        self.program = program
        self.creators: dict[str, set[str]] = {t.name: set() for t in templates}
        for t in templates:
            for e in t.all_edges():
                if isinstance(e.op, O.Create):
                    self.creators[e.op.template].add(t.name)
        #: id -> the template of which it is the only instance
        self.by_id = {i: t.name for t in templates if (i := own_id(program, t)) is not None}
        self.single: Names = frozenset(self.by_id.values())
        self.has_honest_ends = all(self._is_honest(t) for t in templates)

    def unstarted_at_entry(self, name: str) -> Names:
        if name not in self.single:
            return frozenset()
        return self._closed(name, set(self.creators) - {name, self.program.main})

    def after_create(self, name: str, unstarted: Names, created: str) -> Names:
        return self._closed(name, set(unstarted) - {created}) if created in unstarted else unstarted

    def _closed(self, name: str, members: set[str]) -> Names:
        """The largest subset that only `name` and members can create."""
        while True:
            bad = {m for m in members if not self.creators[m] <= members | {name}}
            if not bad:
                return frozenset(members)
            members -= bad

    def joined(self, literal: Term, known: Mapping[Var, Term]) -> str | None:
        """The template whose only instance must have ended if this literal of a guard holds."""
        if not self.has_honest_ends or literal.op != "eq" or literal.args[1].value != 1:
            return None
        cell = literal.args[0]
        if cell.op != "select" or cell.var is not self.program.ended:
            return None
        handle = T.substitute(cell.args[0], known).value
        return None if handle is None else self.by_id.get(handle)

    def is_end(self, op: O.Op) -> bool:
        return isinstance(op, O.Step) and any(u.var is self.program.ended for u in op.updates)

    def _is_honest(self, t: Template) -> bool:
        ended = self.program.ended
        if ended.init != 0 or ended.cells:
            return False
        for e in t.all_edges():
            for c in O.writes(e.op):
                if c.var is ended and not (
                    isinstance(e.op, O.Step)
                    and e.target == t.exit
                    and all(
                        is_self(u.index[0], self.program, t) and u.value.value == 1
                        for u in e.op.updates
                        if u.var is ended
                    )
                ):
                    return False
        return True
