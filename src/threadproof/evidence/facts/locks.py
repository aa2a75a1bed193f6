"""Claims about locks held: every write of a lock variable keeps them, and every step that takes one is seen to do so.

See `analysis.locks` for why these rules make "instance i holds m[k]" mean m[k] == i, and what tokens of an rwlock's
reader count mean. Here each rule is looked at again, step by step, without the analysis.
"""

from __future__ import annotations

from collections.abc import Iterator

from threadproof.evidence.facts.document import Case, Document
from threadproof.evidence.facts.local import conjuncts, values
from threadproof.evidence.facts.threads import ThreadRules
from threadproof.ir import op as O
from threadproof.ir.program import Edge, Program, Template
from threadproof.logic import term as T
from threadproof.logic.term import Term, Var


class LockRules:
    def __init__(self, program: Program, document: Document, threads: ThreadRules) -> None:
        self.program = program
        self.document = document
        self.threads = threads
        self.writers: dict[Var, set[str]] = {}
        for t in threads.templates:
            for e in t.all_edges():
                for c in O.writes(e.op):
                    self.writers.setdefault(c.var, set()).add(t.name)

    def complaints(self) -> Iterator[str]:
        d = self.document
        for r, w in d.readers.items():
            if w not in d.owners or r in d.owners or r.init != 0 or r.cells or list(d.readers.values()).count(w) > 1:
                yield f"{r.name} cannot count the readers of {w.name}"
            if any(t.self_var.width > r.width for t in self.threads.templates):
                yield f"{r.name} may overflow"
        for name, at in d.cases.items():
            for location, cases in enumerate(at):
                for c in cases:
                    if not {h.var for h in c.held} <= d.owners or not {h.var for h in c.tokens} <= set(d.readers):
                        yield f"{name} L{location}: a cell is held that is no lock"
                    if len({h.var for h in c.tokens}) < len(c.tokens):
                        yield f"{name} L{location}: two tokens of one reader count"

    # ------------------------------------------------------------ guards

    def is_possible(self, t: Template, op: O.Op, c: Case) -> bool:
        """May the guard be true, as far as lock cells go?"""
        return not isinstance(op, O.Step) or not any(self._is_false(t, x, c) for x in conjuncts(op.guard))

    def _is_false(self, t: Template, x: Term, c: Case) -> bool:
        wanted = x.op != "not"
        x = x if wanted else x.args[0]
        if x.op != "eq":
            return False
        for place, value in (x.args, (x.args[1], x.args[0])):
            if place.op in ("var", "select") and place.var is not None and place.var.shared:
                answer = self._equals(t, O.Cell(place.var, place.args), value, c)
                if answer is not None and answer != wanted:
                    return True
        return False

    def _equals(self, t: Template, cell: O.Cell, value: Term, c: Case) -> bool | None:
        mine, zero = self.threads.is_self(value, t), value.value == 0
        if self._is_among(cell, c.held, c):
            return mine if mine or zero else None
        if self._is_among(cell, c.tokens, c):
            return False if zero else None
        r = self.document.reader_of(cell.var)
        if r is not None and self._is_among(O.Cell(r, cell.index), c.tokens, c):
            # somebody reads, so nobody writes
            return zero if mine or zero else None
        return None

    def _is_among(self, cell: O.Cell, cells: frozenset[O.Cell], c: Case) -> bool:
        known = values(c.where)
        index = [T.substitute(i, known) for i in cell.index]
        return any(h.var is cell.var and [T.substitute(i, known) for i in h.index] == index for h in cells)

    # ------------------------------------------------------------ steps

    def after(self, t: Template, e: Edge, c: Case) -> tuple[frozenset[O.Cell], frozenset[O.Cell]] | str:
        """What is held and which tokens there are after the step, indices as before it; or what is wrong with it."""
        op, d = e.op, self.document
        if not isinstance(op, O.Step):
            spoiled = [x.var.name for x in O.writes(op) if x.var in d.owners or x.var in d.readers]
            return f"writes {spoiled} in no orderly way" if spoiled else (c.held, c.tokens)
        held, tokens = c.held | self._seen_in_guard(t, op), c.tokens
        written = [u.var for u in op.updates if u.var in d.owners or u.var in d.readers]
        if len(set(written)) < len(written):
            return "writes two cells of a lock variable"
        now = c._replace(held=held)
        for u in op.updates:
            cell = O.Cell(u.var, u.index)
            if u.var in d.owners:
                if self._takes(t, op, u):
                    held |= {cell}
                elif u.value.value != 0:
                    return f"writes {u.var.name} in no orderly way"
                elif not self._is_among(cell, now.held, now) and not self._is_alone(t, c, u.var):
                    return f"releases {cell.term}, which it may not hold"
                else:
                    held = frozenset(h for h in held if h.var is not u.var or self._differ(h.index, u.index, c))
            elif u.var in d.readers:
                changed = self._count(t, op, u, c, tokens)
                if isinstance(changed, str):
                    return changed
                tokens = changed
        return held, tokens

    def _seen_in_guard(self, t: Template, op: O.Step) -> frozenset[O.Cell]:
        found = set()
        for x in conjuncts(op.guard):
            for place, value in (x.args, x.args[::-1]) if x.op == "eq" else ():
                if place.var in self.document.owners and self.threads.is_self(value, t):
                    if place.op in ("var", "select") and place.var is not None:
                        found.add(O.Cell(place.var, place.args))
        return frozenset(found)

    def _takes(self, t: Template, op: O.Step, u: O.Update) -> bool:
        """[m[k] == 0, and no readers] m[k] := self"""
        needed = [T.select(u.var, u.index)]
        r = self.document.reader_of(u.var)
        if r is not None:
            needed.append(T.select(r, u.index))
        free = [T.eq(x, T.const(0, x.width)) for x in needed]
        return self.threads.is_self(u.value, t) and all(x in conjuncts(op.guard) for x in free)

    def _count(
        self, t: Template, op: O.Step, u: O.Update, c: Case, tokens: frozenset[O.Cell]
    ) -> frozenset[O.Cell] | str:
        cell, old = O.Cell(u.var, u.index), T.select(u.var, u.index)
        w = T.select(self.document.readers[u.var], u.index)
        if u.value is T.add(old, T.const(1, old.width)):
            if T.eq(w, T.const(0, w.width)) not in conjuncts(op.guard):
                return f"reads {w} without waiting for the writer"
            if any(x.var is u.var for x in tokens):
                return f"may count itself twice in {u.var.name}"
            return tokens | {cell}
        if u.value is T.add(old, T.const(-1, old.width)):
            mine = frozenset(x for x in tokens if self._is_among(cell, frozenset((x,)), c))
            return tokens - mine if mine else f"is no reader of {w} but stops being one"
        if u.value.value == 0 and self._is_alone(t, c, u.var) and not any(x.var is u.var for x in tokens):
            return tokens
        return f"writes {u.var.name} in no orderly way"

    def _is_alone(self, t: Template, c: Case, v: Var) -> bool:
        """No other running instance ever writes v, so none can hold one of its locks: it is not held at first."""
        is_free = v.init == 0 and not v.cells
        return is_free and self.threads.id_of(t) is not None and self.writers[v] <= c.unstarted | c.ended | {t.name}

    @staticmethod
    def _differ(a: tuple[Term, ...], b: tuple[Term, ...], c: Case) -> bool:
        known = values(c.where)
        pairs = [(T.substitute(x, known).value, T.substitute(y, known).value) for x, y in zip(a, b, strict=True)]
        return any(x is not None and y is not None and x != y for x, y in pairs)
