"""Claims about threads that are not started yet or have ended, and which templates have one instance only.

Taken for granted: instances have different numbers, none is 0 (the interpreter stops a program that breaks this).
"""

from __future__ import annotations

from collections.abc import Iterator

from threadproof.evidence.facts.document import Case, Document
from threadproof.evidence.facts.local import conjuncts, values
from threadproof.ir import op as O
from threadproof.ir.program import MAIN_ID, Edge, Program, Template
from threadproof.logic import term as T
from threadproof.logic.term import Term


class ThreadRules:
    def __init__(self, program: Program, document: Document) -> None:
        self.program = program
        self.document = document
        #: the others are never started: `document` sees to that
        self.templates = [program.templates[n] for n in document.cases]
        self.creations: dict[str, list[tuple[Template, Edge]]] = {n: [] for n in program.templates}
        for t in self.templates:
            for e in t.all_edges():
                if isinstance(e.op, O.Create):
                    self.creations[e.op.template].append((t, e))
        self.ids: dict[str, int] = {} if self.creations[program.main] else {program.main: MAIN_ID}
        grown = True
        while grown:
            new = {n: i for n in document.cases if n not in self.ids and (i := self._only_id(n)) is not None}
            grown = bool(new)
            self.ids.update(new)
        self.is_honest = all(self._ends_honestly(t) for t in self.templates)

    def id_of(self, t: Template) -> int | None:
        """The number of the only instance this template can have."""
        return self.ids.get(t.name)

    def is_self(self, value: Term, t: Template) -> bool:
        return value.var is t.self_var or (value.value is not None and value.value == self.id_of(t))

    def _only_id(self, name: str) -> int | None:
        t = self.program.templates[name]
        made = self.creations[name]
        creators = {c.name for c, _ in made}
        if t.single_id in (None, *self.ids.values()) or len(creators) > 1 or not creators <= set(self.ids):
            return None
        for c, e in made:
            assert isinstance(e.op, O.Create)
            if e.op.handle.value != t.single_id or any(f.source in reached(c, e.target) for _, f in made):
                return None
        return t.single_id

    def _ends_honestly(self, t: Template) -> bool:
        """Sets its own cell of `ended`, in its last step, and no other cell."""
        ended = self.program.ended
        for e in t.all_edges():
            if any(c.var is ended for c in O.writes(e.op)):
                if not isinstance(e.op, O.Step) or e.target != t.exit:
                    return False
                if not all(self.is_self(u.index[0], t) for u in e.op.updates if u.var is ended):
                    return False
        return ended.init == 0 and not ended.cells

    # ------------------------------------------------------------ claims

    def complaints(self) -> Iterator[str]:
        """About what is claimed, whatever the control flow."""
        if self.creations[self.program.main]:
            yield "main is started as a thread"
        for t in self.templates:
            if any(c.var is t.self_var for e in t.all_edges() for c in O.writes(e.op)):
                yield f"{t.name} changes its own number"
        for name, at in self.document.cases.items():
            for location, cases in enumerate(at):
                for c in cases:
                    where = f"{name} L{location}"
                    if c.unstarted and name not in self.ids:
                        yield f"{where}: another instance of {name} may have started {sorted(c.unstarted)}"
                    for n in c.unstarted:
                        creators = {x.name for x, _ in self.creations[n]}
                        if n in (self.program.main, name) or not creators <= c.unstarted | {name}:
                            yield f"{where}: {n} may have been started by {sorted(creators)}"
                    if not c.ended <= set(self.ids):
                        yield f"{where}: ended threads must have one instance: {sorted(c.ended)}"
        for name, names in self.document.ended_at_exit.items():
            t = self.program.templates[name]
            for e in t.all_edges():
                if any(c.var is self.program.ended for c in O.writes(e.op)):
                    if not all(names <= c.ended for c in self.document.cases[name][e.source]):
                        yield f"{name} may end although not all of {sorted(names)} have ended"

    def is_allowed_at_entry(self, t: Template, c: Case) -> bool:
        """Every creator knows what the new thread is said to know. (Unstarted: see `complaints`.)"""
        if t.name == self.program.main:
            return not c.ended
        for creator, e in self.creations[t.name]:
            for d in self.document.cases[creator.name][e.source]:
                if not c.ended <= d.ended:
                    return False
        return True

    def is_allowed_after(self, e: Edge, before: Case, after: Case) -> bool:
        unstarted = before.unstarted
        if isinstance(e.op, O.Create):
            unstarted = unstarted - {e.op.template}
        return after.unstarted <= unstarted and after.ended <= before.ended | self.joined(e.op, before)

    def joined(self, op: O.Op, before: Case) -> frozenset[str]:
        """The threads that have ended if the guard holds."""
        found: set[str] = set()
        if isinstance(op, O.Step) and self.is_honest:
            known = values(before.where)
            for t in conjuncts(op.guard):
                cell = t.args[0] if t.op == "eq" and t.args[1].value not in (None, 0) else None
                if cell is not None and cell.op == "select" and cell.var is self.program.ended:
                    number = T.substitute(cell.args[0], known).value
                    for name, id_ in self.ids.items():
                        if id_ == number:
                            found |= {name} | self.document.ended_at_exit.get(name, frozenset())
        return frozenset(found)


def reached(t: Template, start: int) -> set[int]:
    """The locations that control may come to from one, itself included."""
    seen = {start}
    pending = [start]
    while pending:
        for e in t.edges[pending.pop()]:
            if e.target not in seen:
                seen.add(e.target)
                pending.append(e.target)
    return seen
