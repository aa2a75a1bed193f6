"""Are the cases an inductive invariant? Every edge, from every case at its start, must lead into a case at its end.

`CaseRules(program, document).complaints()` says what is wrong; nothing means that whenever an instance is at a
location, one of the cases there holds. Edges that cannot be taken in a case are left out, for a stated contradiction.
"""

from __future__ import annotations

from collections.abc import Iterator

from threadproof.evidence.facts import local
from threadproof.evidence.facts.document import Case, Document
from threadproof.evidence.facts.locks import LockRules
from threadproof.evidence.facts.threads import ThreadRules
from threadproof.ir import op as O
from threadproof.ir.printer import print_edge
from threadproof.ir.program import Edge, Program, Template
from threadproof.logic import term as T


class CaseRules:
    def __init__(self, program: Program, document: Document) -> None:
        self.program = program
        self.document = document
        self.threads = ThreadRules(program, document)
        self.locks = LockRules(program, document, self.threads)

    def complaints(self) -> Iterator[str]:
        yield from self.threads.complaints()
        yield from self.locks.complaints()
        for t in self.threads.templates:
            at = self.document.cases[t.name]
            if not any(self._is_initial(t, c) for c in at[t.entry]):
                yield f"{t.name}: no case at the entry holds when it starts"
            for e in t.all_edges():
                for c in at[e.source]:
                    problem = self._edge(t, e, c, at[e.target])
                    if problem:
                        yield f"{t.name}: {problem}: {print_edge(e).strip()}"

    def possible(self, t: Template, e: Edge) -> list[Case]:
        """The cases at an edge's start in which it may be taken, with the local part of its guard."""
        found = []
        for c in self.document.cases[t.name][e.source]:
            where = local.with_guard(c.where, e.op.guard) if isinstance(e.op, O.Step) else c.where
            if where is not None and self.locks.is_possible(t, e.op, c):
                found.append(c._replace(where=where))
        return found

    def _is_initial(self, t: Template, c: Case) -> bool:
        id_ = self.threads.id_of(t)
        return (
            not c.held
            and not c.tokens
            and self.threads.is_allowed_at_entry(t, c)
            and all(local.holds_at_entry(x, t, id_) for x in c.where)
        )

    def _edge(self, t: Template, e: Edge, c: Case, targets: list[Case]) -> str | None:
        if isinstance(e.op, O.Exit | O.Unsupported):
            return None
        where = local.with_guard(c.where, e.op.guard) if isinstance(e.op, O.Step) else c.where
        if where is None or not self.locks.is_possible(t, e.op, c):
            return None
        now = c._replace(where=where)
        after = self.locks.after(t, e, now)
        if isinstance(after, str):
            return after
        if any(self._leads_into(e, now, *after, d) for d in targets):
            return None
        return f"no case at L{e.target} follows"

    def _leads_into(self, e: Edge, c: Case, held: frozenset[O.Cell], tokens: frozenset[O.Cell], d: Case) -> bool:
        if not self.threads.is_allowed_after(e, c, d):
            return False
        for t in d.where:
            needed = local.before(t, e.op)
            if needed is None or not local.is_implied(needed, c.where):
                return False
        mine = [self._before(h, e.op, held, c) for h in d.held]
        counted = [self._before(h, e.op, tokens, c) for h in d.tokens]
        return None not in mine and None not in counted and set(counted) == tokens

    @staticmethod
    def _before(cell: O.Cell, op: O.Op, cells: frozenset[O.Cell], c: Case) -> O.Cell | None:
        """Which of these cells is the one that is called `cell` after the operation?"""
        known = local.values(c.where)
        index = []
        for i in cell.index:
            if isinstance(op, O.Step):
                i = T.substitute(i, {u.var: u.value for u in op.updates if not u.var.shared and not u.index})
            elif not i.vars.isdisjoint(local.written(op)):
                return None
            index.append(T.substitute(i, known))
        for h in cells:
            if h.var is cell.var and [T.substitute(i, known) for i in h.index] == index:
                return h
        return None
