"""Which places of a program need more than the last value that was written, under C11.

A *place* is a variable of C, or an element of an array; all elements of one array are treated alike. Of the accesses
that conflict (`conflicts`)

* all are seq_cst: a place of the last value (`LAST`), which is what everybody reads;
* some are atomic: a place with a history (`HISTORY`);
* none is atomic: a place that must not race (`PLAIN`), of which everybody reads the last value too.

Where some are atomic and some are not (`mixed`), those that are not must not race either. Accesses that do not conflict
are in the order of happens-before.
"""

from __future__ import annotations

from enum import Enum, auto
from typing import NamedTuple

from threadproof.analysis.knowledge import Knowledge
from threadproof.ir import op as O
from threadproof.ir.program import Edge, Program
from threadproof.logic import term as T
from threadproof.logic.term import Term, Var
from threadproof.passes.weak.barriers import accesses
from threadproof.passes.weak.conflicts import At, Node, find_conflicts

#: an array with more elements is not understood
MOST_ELEMENTS = 16


class Sort(Enum):
    HISTORY = auto()
    LAST = auto()
    PLAIN = auto()


class Place(NamedTuple):
    group: str
    #: its parts (a pointer has two), or the arrays of which they are elements
    vars: tuple[Var, ...]
    element: int | None = None

    @property
    def name(self) -> str:
        return self.group if self.element is None else f"{self.group}[{self.element}]"

    def is_at(self, index: tuple[Term, ...]) -> Term:
        return T.TRUE if self.element is None else T.eq(index[0], T.const(self.element, index[0].width))


def order_of(op: O.Op) -> O.Order:
    return op.order if isinstance(op, O.Step) else O.Order.PLAIN


class Places:
    def __init__(self, program: Program) -> None:
        self.knowledge = Knowledge(program)
        self.templates = self.knowledge.templates
        nodes, _ = find_conflicts(self.knowledge)
        self._conflicting = {n.at for n in nodes}
        #: what changes whether memory is alive, and conflicts with accesses
        self.freed = {n.at for n in nodes if any(a.write and a.var.kind == "life" for a in n.others)}
        #: accesses that conflict, by group
        self.nodes: dict[str, list[Node]] = {}
        for n in nodes:
            for group in dict.fromkeys(a.var.group for a in n.accesses):
                self.nodes.setdefault(group, []).append(n)
        self.edges = {
            At(t.name, at, n): e for t in self.templates for at, out in enumerate(t.edges) for n, e in enumerate(out)
        }
        self.vars = {
            group: tuple([v for v in program.shared if v.group == group and v.kind in ("data", "tag")])
            for group in self.nodes
        }
        self.sorts: dict[str, Sort] = {}
        #: some accesses are atomic, and some are not
        self.mixed: set[str] = set()
        #: by group, why it is not understood
        self.refused: dict[str, str] = {}
        for group in self.nodes:
            self._sort(group)

    def of_sort(self, sort: Sort) -> list[Place]:
        return [p for group, s in self.sorts.items() if s is sort for p in self.of(group)]

    def of(self, group: str) -> list[Place]:
        """None of a group that is not understood."""
        parts = self.vars[group]
        if group in self.refused:
            return []
        length = parts[0].length if parts[0].dims else None
        return [Place(group, parts)] if length is None else [Place(group, parts, n) for n in range(length)]

    def touched(self, at: At, e: Edge) -> list[str]:
        """Groups of places where this access is no matter of the last value alone."""
        groups = dict.fromkeys(a.var.group for a in accesses(e.op))
        return [g for g in groups if self.sorts.get(g) is Sort.HISTORY or (g in self.sorts and at in self._conflicting)]

    def order(self, n: Node) -> O.Order:
        return order_of(self.edges[n.at].op)

    def _sort(self, group: str) -> None:
        orders = {self.order(n) for n in self.nodes[group]}
        are_atomic = {o not in (O.Order.PLAIN, O.Order.VOLATILE) for o in orders}
        last = orders == {O.Order.SEQ_CST}
        self.sorts[group] = Sort.LAST if last else Sort.HISTORY if True in are_atomic else Sort.PLAIN
        if len(are_atomic) > 1:
            self.mixed.add(group)
        why = _trouble(self.vars[group])
        if why:
            self.refused[group] = why


def _trouble(parts: tuple[Var, ...]) -> str:
    v = parts[0]
    if v.row:
        return "accessed as bytes"
    if v.dims > 1 or (v.dims and v.length is None) or len({(p.dims, p.length) for p in parts}) > 1:
        return "one of arbitrarily many"
    if v.length is not None and v.length > MOST_ELEMENTS:
        return f"an array of more than {MOST_ELEMENTS} elements"
    return ""
