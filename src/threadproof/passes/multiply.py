"""Every thread that is created is created any number of times, or up to N times, at the same place.

Before                                  After, for any number
    L0 -> L1: t := 2                        L0 -> L1: t := fresh site 2 count copies
    L1 -> L2: create w(a) as t              L1 -> L2: create w(a) as t
                                            L2 -> L0: skip

With a number N the way back is taken at most N - 1 times. It is another program: for `--threads`. Joins wait for the
last one only, so what main does after them it may do too early, which is more than the program does, not less.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import count

from threadproof.errors import UsageError
from threadproof.ir import op as O
from threadproof.ir.program import Edge, Program, Template
from threadproof.logic import term as T
from threadproof.logic.term import Var

#: where numbers of threads begin (main is 1)
FIRST = 2
#: sites that the front end knows nothing of
FIRST_SITE = 1 << 30


def multiply(program: Program, most: int | None) -> Program:
    """`most`: of each creation, so many; None: any number."""
    sites = count(FIRST_SITE)
    templates = {name: _Creator(t, most, sites).run() for name, t in program.templates.items()}
    scope = "any number of threads" if most is None else f"up to {most} threads"
    return replace(
        program,
        templates={n: replace(t, single_id=None) for n, t in templates.items()},
        scope=(*program.scope, f"{scope} at each creation"),
    )


class _Creator:
    def __init__(self, t: Template, most: int | None, sites: Iterator[int]) -> None:
        self.t = t
        self.sites = sites
        self.most = most
        self.edges = [list(out) for out in t.edges]
        self.locals: list[Var] = []

    def run(self) -> Template:
        created = [e for e in self.t.all_edges() if isinstance(e.op, O.Create)]
        if not created:
            return self.t
        for n, e in enumerate(created):
            self._repeat(e, n)
        return replace(self.t, edges=self.edges, locals=(*self.t.locals, *self.locals))

    def _repeat(self, e: Edge, n: int) -> None:
        assert isinstance(e.op, O.Create)
        drawn = self._draws(e)
        if not isinstance(drawn.op, O.Fresh) or drawn.op.counter is None:
            assert e.op.handle.var is not None
            fresh = O.Fresh(e.op.handle.var, next(self.sites), self._local(f"copies{n}", 0), FIRST, 0)
            self._replace(drawn, drawn.with_op(fresh))
        guard = T.TRUE
        updates: tuple[O.Update, ...] = ()
        if self.most is not None:
            left = self._local(f"more{n}", self.most - 1)
            guard = T.ne(T.var(left), T.const(0, left.width))
            updates = (O.Update(left, (), T.sub(T.var(left), T.const(1, left.width))),)
        self.edges[e.target].append(Edge(e.target, drawn.source, O.Step(guard, updates), e.origin, "another one"))

    def _draws(self, e: Edge) -> Edge:
        """Where the thread gets its number."""
        assert isinstance(e.op, O.Create)
        handle = e.op.handle.var
        found = [f for f in self.t.all_edges() for c in O.writes(f.op) if c.var is handle]
        if len(found) != 1 or e.op.handle.op != "var":
            where = f"{e.origin.file}:{e.origin.line}"
            raise UsageError(f"{where}: cannot tell how to start more threads here", hint="leave --threads out")
        return found[0]

    def _local(self, name: str, init: int) -> Var:
        v = Var(f"{self.t.name}::{name}", 32, shared=False, init=init)
        self.locals.append(v)
        return v

    def _replace(self, old: Edge, new: Edge) -> None:
        out = self.edges[old.source]
        out[next(i for i, f in enumerate(out) if f is old)] = new
