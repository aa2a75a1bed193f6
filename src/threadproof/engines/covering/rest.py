"""Does a permutation of threads keep what is left of the program? Edge by edge, with its new names.

Asked of a place: every edge that its instance may still take, and those of instances that it may still create, must
become the edge at the same position of its image. An instance that is moved must not draw numbers, as these depend on
who draws them; one that is created later is not moved. Entry point: `Rest.is_kept`.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable

from threadproof.engines.covering.renaming import Change, Symmetry
from threadproof.ir import op as O
from threadproof.ir.program import Template
from threadproof.ir.symbolic import Place, Symbolic
from threadproof.ir.violations import RACE_KINDS
from threadproof.logic import term as T
from threadproof.logic.term import Term
from threadproof.properties import Kind, Property


class Rest:
    def __init__(self, symbolic: Symbolic, property_: Property) -> None:
        self.symbolic = symbolic
        self.program = symbolic.program
        self.by_id = {t.single_id: t for t in self.program.templates.values() if t.single_id is not None}
        #: data races depend on the order in which operands are looked at
        self._is_ordered = property_.has(Kind.RACE)
        self._numbers: dict[Hashable, int] = {}

    def is_kept(self, s: Symmetry, p: Place) -> bool:
        """Does every edge that may still be taken from here become the one at the same position of its image?"""
        if p not in s.kept:
            s.kept[p] = self._is_kept(s, p)
        return s.kept[p]

    def _is_kept(self, s: Symmetry, p: Place) -> bool:
        if p.values and p.id in s.ids and p.template.single_id is not None:
            return False
        pending: list[tuple[Template, int | None, int]] = [(p.template, p.id, p.location)]
        seen: set[tuple[str, int | None, int]] = {(p.template.name, p.id, p.location)}
        while pending:
            t, id_, at = pending.pop()
            key = (t.name, id_, at)
            if key not in s.known:
                s.known[key] = self._are_edges_kept(s, t, id_, at)
            if not s.known[key]:
                return False
            for e in t.edges[at]:
                following: list[tuple[Template, int | None, int]] = [(t, id_, e.target)]
                if isinstance(e.op, O.Create):
                    created = self.program.templates[e.op.template]
                    following.append((created, e.op.handle.value, created.entry))
                for new in following:
                    if (new[0].name, *new[1:]) not in seen:
                        seen.add((new[0].name, *new[1:]))
                        pending.append(new)
        return True

    def _are_edges_kept(self, s: Symmetry, t: Template, id_: int | None, at: int) -> bool:
        new = id_ if id_ is None else s.ids.get(id_, id_)
        image = t if new == id_ or t.single_id is None or new is None else self.by_id[new]
        for e, f in zip(t.edges[at], image.edges[at], strict=True):
            match e.op:
                case O.Create():
                    kept = new == id_ and self._is_create_kept(s, t, id_, e.op)
                case O.Fresh():
                    kept = new == id_ and (e.op.shift == 0 or s.change(e.op.target) is None)
                case _:
                    own = _reader(self.symbolic, t, id_)
                    theirs = _reader(self.symbolic, image, new)
                    kept = self._is_op_kept(s, e.op, f.op, own, theirs)
            if not kept:
                return False
        return True

    def _is_create_kept(self, s: Symmetry, t: Template, id_: int | None, op: O.Create) -> bool:
        if op.handle.value in s.ids:
            return False
        own = _reader(self.symbolic, t, id_)
        created = self.program.templates[op.template]
        for v, arg in zip(created.params, op.args, strict=True):
            if not self._is_same(s.term(own(arg), s.change(v)), own(arg)):
                return False
        for v in created.locals:
            change = s.change(v)
            if v.init is not None and change is not None and change.new(v.init) != v.init:
                return False
            if v.cells and any(s.change(v, k) is not None for k in range(v.dims)):
                return False
        return True

    def _is_op_kept(
        self, s: Symmetry, op: O.Op, image: O.Op, own: Callable[[Term], Term], theirs: Callable[[Term], Term]
    ) -> bool:
        match op, image:
            case O.Step(), O.Step():
                return self._is_same(s.term(own(op.guard)), theirs(image.guard)) and all(
                    self._is_cell_kept(s, own(T.select(u.var, u.index)), theirs(T.select(x.var, x.index)))
                    and self._is_same(s.term(own(u.value), s.change(u.var)), theirs(x.value))
                    for u, x in zip(op.updates, image.updates, strict=True)
                )
            case O.Havoc(), O.Havoc():
                if s.change(op.var) is not None or (op.low, op.high) != (image.low, image.high):
                    return False
                if len(op.index) == op.var.dims:
                    return self._is_cell_kept(
                        s, own(T.select(op.var, op.index)), theirs(T.select(image.var, image.index))
                    )
                return op.var is image.var and all(s.change(op.var, k) is None for k in range(op.var.dims))
            case O.Signal(), O.Signal():
                change = s.change(op.waiting.var)
                return change == Change(s.threads.moves, is_set=True) and self._is_cell_kept(
                    s, own(op.waiting.term), theirs(image.waiting.term)
                )
            case _:
                return True

    def _is_cell_kept(self, s: Symmetry, cell: Term, image: Term) -> bool:
        assert cell.var is not None
        return self._is_same(s.term(cell, s.change(cell.var)), image)

    def _is_same(self, a: Term | None, b: Term) -> bool:
        return a is b or (a is not None and self._number(a) == self._number(b))

    def _number(self, t: Term) -> int:
        """The same for terms that are equal up to the order of operands where that does not matter."""
        args = [self._number(a) for a in t.args]
        is_free = t.op in T.COMMUTATIVE or (t.op in ("and", "or") and not (self._is_ordered and _may_race(t)))
        key = (t.op, t.width, t.value, t.var, *(sorted(args) if is_free else args))
        return self._numbers.setdefault(key, len(self._numbers))


def _may_race(t: Term) -> bool:
    return any(v.shared and v.kind in RACE_KINDS for v in t.vars)


def _reader(symbolic: Symbolic, t: Template, id_: int | None) -> Callable[[Term], Term]:
    """Terms of a template for one of its instances; None for those yet to be drawn, which keep their numbers."""

    def leaf(u: Term) -> Term | None:
        v = u.var
        assert v is not None
        if v.shared or id_ is None:
            return None
        return T.const(id_, v.width) if v is t.self_var else T.select(symbolic.local_of(id_, t.name, v), u.args)

    return lambda term: T.transform(term, leaf)
