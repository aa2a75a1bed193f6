"""Atomic sections as the engines want them: every location is inside of one or outside, never sometimes.

Sections nest, and only the outermost counts: what begins or ends inside of it is nothing. A function named
__VERIFIER_atomic_… and, with --atomic-statements, a statement are sections like those the user writes. How many are
open is a question about paths, not about the text:

    begin;  if (y) goto out;  end;  out: x = 1;      the assignment is inside of a section or not

So a location that is reached with different numbers of open sections becomes several locations, one for each number.
A thread that ends inside of a section ends the section first, and then itself. Not understood are an end where none is
open, a section that is begun again and again, and a step inside of one that would have to wait: where it need not
wait, it is a step like any other. A template without sections stays as it is. Entry point: `separated`.
"""

from __future__ import annotations

from threadproof.ir import op as O
from threadproof.ir.program import Edge, Program, Template
from threadproof.logic import term as T
from threadproof.records import replace

#: so many sections may be open at once
DEEPEST = 24
BLOCKED = "blocking operation in an atomic section"
ENDS_WITH_THREAD = "the atomic section ends with its thread"

#: a location, and how many sections are open there
Context = tuple[int, int]


def separated(program: Program) -> Program:
    return replace(program, templates={n: _separated(t) for n, t in program.templates.items()})


def _separated(t: Template) -> Template:
    if not any(isinstance(e.op, O.AtomicBegin | O.AtomicEnd) for e in t.all_edges()):
        return t
    return _Separation(t).template()


class _Separation:
    def __init__(self, t: Template) -> None:
        self.t = t
        #: locations from here on are copies
        self.count = len(t.edges)
        #: the location for a context: the first one keeps its number
        self.known: dict[Context, int] = {}
        self.used: set[int] = set()
        self.pending: list[Context] = []
        self.edges: dict[int, list[Edge]] = {}

    def template(self) -> Template:
        self._location(self.t.entry, 0)
        while self.pending:
            self._expand(*self.pending.pop())
        discards = {n: self.t.discards[at] for (at, _), n in self.known.items() if at in self.t.discards}
        return replace(self.t, edges=[self.edges.get(n, []) for n in range(self.count)], discards=discards)

    def _location(self, at: int, depth: int) -> int:
        if at == self.t.exit or at in self.t.errors:
            return at
        found = self.known.get((at, depth))
        if found is None:
            found = at if at not in self.used else self._new()
            self.used.add(at)
            self.known[at, depth] = found
            self.pending.append((at, depth))
        return found

    def _new(self) -> int:
        self.count += 1
        return self.count - 1

    def _expand(self, at: int, depth: int) -> None:
        out = self.t.edges[at]
        source = self.known[at, depth]
        if depth and len(out) == 1 and out[0].target == self.t.exit and isinstance(out[0].op, O.Step | O.Primitive):
            end = replace(out[0], source=source, target=self._location(at, 0), op=O.AtomicEnd(), note=ENDS_WITH_THREAD)
            self.edges[source] = [end]
        else:
            self.edges[source] = [self._edge(e, source, depth) for e in out]
            if depth:
                self._never_wait(source)

    def _never_wait(self, at: int) -> None:
        """Inside of a section: what waits becomes a step that is possible, or else is not understood."""
        # (nobody relies on a spurious wake-up)
        out = [e for e in self.edges[at] if not O.is_environment(e.op)]
        waiting = [e for e in out if isinstance(e.op, O.Step) and e.op.waits]
        if not waiting:
            return
        self.edges[at] = [
            e.with_op(replace(e.op, waits=False)) if isinstance(e.op, O.Step) and e.op.waits else e for e in out
        ]
        stuck = T.and_(*[T.not_(e.op.guard) for e in waiting if isinstance(e.op, O.Step)])
        if stuck is not T.FALSE:
            blocked, origin = self._new(), waiting[0].origin
            self.edges[at].append(Edge(at, blocked, O.Step(guard=stuck), origin))
            self.edges[blocked] = [Edge(blocked, self.t.exit, O.Unsupported(BLOCKED), origin)]

    def _edge(self, e: Edge, source: int, depth: int) -> Edge:
        op, after = _meaning(e.op, depth)
        return replace(e, source=source, target=self._location(e.target, after), op=op)


def _meaning(op: O.Op, depth: int) -> tuple[O.Op, int]:
    """What an operation is with so many sections open, and how many are open behind it."""
    match op:
        case O.AtomicBegin():
            if depth == DEEPEST:
                return O.Unsupported("an atomic section that is begun again and again before it ends"), depth
            return (O.Step() if depth else O.AtomicBegin(order=op.order)), depth + 1
        case O.AtomicEnd():
            if not depth:
                return O.Unsupported("the end of an atomic section that has not begun"), depth
            return (O.AtomicEnd() if depth == 1 else O.Step()), depth - 1
        case _:
            return op, depth
