"""One template per instance, where every thread is created a known number of times.

Before                                          After
    main:  L0 -> L1: h := fresh site 4              main:  L0 -> L1: h := 2
           L1 -> L2: create w(1) as h                      L1 -> L2: create w(1) as 2
           L2 -> L3: h := fresh site 5                     L2 -> L3: h := 3
           L3 -> L4: create w(2) as h                      L3 -> L4: create w#2(2) as 3
    thread w                                        thread w  id 2, thread w#2  id 3

A template is made static if every edge that creates it belongs to a static template (main is one) and lies on no
cycle, and every handle is then a constant. Each copy has its own local variables and a `single_id`. Templates that
are created in loops, or by themselves, stay as they are; then numbers drawn by `Fresh` stay drawn, too. Not part of
SCHEDULE: an engine that wants a fixed set of threads asks for it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from threadproof.ir import op as O
from threadproof.ir.program import Edge, Program, Template
from threadproof.logic import term as T
from threadproof.logic.term import Term, Var
from threadproof.options import PROPERTIES
from threadproof.passes.constants import constants_but_accesses
from threadproof.passes.rewrite import map_terms
from threadproof.passes.simplify import simplify

PRESERVES = frozenset(PROPERTIES)

#: more copies than this in all are not worth it
MAX_INSTANCES = 64


def instantiate(program: Program) -> Program:
    program = constants_but_accesses(simplify(program))
    drawn = _Instantiation(program, draw=True).run()
    # a number fixed here must not collide with one that is drawn while the program runs
    if not any(_draws_thread(e.op) for t in drawn.templates.values() for e in t.all_edges()):
        return drawn
    return _Instantiation(program, draw=False).run()


def is_static(program: Program) -> bool:
    """Does every template have at most one instance?"""
    return all(n == program.main or t.single_id is not None for n, t in program.templates.items())


class _Instantiation:
    def __init__(self, program: Program, *, draw: bool) -> None:
        self.program = program
        self.draw = draw
        self.static = {program.main}
        self.drawn = 0

    def run(self) -> Program:
        if self.draw:
            self._draw(self.program.main)
        pending = [n for n in self.program.templates if n != self.program.main]
        progress = True
        while progress and len(self.static) <= MAX_INSTANCES:
            progress = False
            for name in pending:
                sites = self._sites(name)
                if sites is not None and self._copy(name, sites):
                    pending.remove(name)
                    progress = True
                    break
        return simplify(self.program)

    def _draw(self, name: str) -> None:
        """Fix the numbers of threads that this (static) template draws at most once."""
        t = self.program.templates[name]
        edges = []
        for out in t.edges:
            new = []
            for e in out:
                if isinstance(e.op, O.Fresh) and _draws_thread(e.op) and not _is_on_cycle(t, e):
                    value = T.const(e.op.base + self.drawn, e.op.target.width)
                    self.drawn += 1
                    e = e.with_op(O.Step(updates=(O.Update(e.op.target, (), value),)))
                new.append(e)
            edges.append(new)
        self._replace({name: replace(t, edges=edges)})
        self.program = constants_but_accesses(self.program)

    def _sites(self, name: str) -> list[tuple[str, int, int]] | None:
        """(creator, location, position) of every edge that creates `name`; None if it cannot be static."""
        found = []
        handles: set[int] = set()
        for creator, t in self.program.templates.items():
            for at, out in enumerate(t.edges):
                for i, e in enumerate(out):
                    if isinstance(e.op, O.Create) and e.op.template == name:
                        number = e.op.handle.value
                        if creator not in self.static or number is None or number in handles or _is_on_cycle(t, e):
                            return None
                        handles.add(number)
                        found.append((creator, at, i))
        return found

    def _copy(self, name: str, sites: list[tuple[str, int, int]]) -> bool:
        original = self.program.templates[name]
        new = {t: [list(out) for out in self.program.templates[t].edges] for t in {s[0] for s in sites}}
        copies: dict[str, Template] = {}
        for number, (creator, at, i) in enumerate(sites, 1):
            op = new[creator][at][i].op
            assert isinstance(op, O.Create)
            copy_name = name if number == 1 else f"{name}#{number}"
            if copy_name != name and copy_name in self.program.templates:
                return False
            if number == 1:
                copies[name] = replace(original, single_id=op.handle.value)
            else:
                renamed = {v: replace(v, name=f"{v.name}#{number}", group="") for v in original.locals}
                copies[copy_name] = _renamed(original, copy_name, renamed, op.handle.value)
                self._copy_roots(name, copy_name, renamed)
            new[creator][at][i] = new[creator][at][i].with_op(replace(op, template=copy_name))
        changed = {t: replace(self.program.templates[t], edges=edges) for t, edges in new.items()}
        self._replace({**changed, **copies})
        self.static.update(copies)
        for n in copies if self.draw else ():
            self._draw(n)
        self.program = constants_but_accesses(self.program)
        return True

    def _copy_roots(self, name: str, copy_name: str, renamed: Mapping[Var, Var]) -> None:
        memory = self.program.memory
        if memory is not None and name in memory.local_roots:
            roots = {**memory.local_roots, copy_name: tuple([renamed[v] for v in memory.local_roots[name]])}
            self.program = replace(self.program, memory=replace(memory, local_roots=roots))

    def _replace(self, templates: Mapping[str, Template]) -> None:
        self.program = replace(self.program, templates={**self.program.templates, **templates})


def _draws_thread(op: O.Op) -> bool:
    return isinstance(op, O.Fresh) and op.shift == 0


def _is_on_cycle(t: Template, e: Edge) -> bool:
    seen = {e.target}
    pending = [e.target]
    while pending:
        at = pending.pop()
        if at == e.source:
            return True
        for f in t.edges[at]:
            if f.target not in seen:
                seen.add(f.target)
                pending.append(f.target)
    return False


def _renamed(t: Template, name: str, renamed: Mapping[Var, Var], id_: int | None) -> Template:
    def leaf(u: Term) -> Term | None:
        return T.select(renamed[u.var], u.args) if u.var is not None and u.var in renamed else None

    def new(v: Var) -> Var:
        return renamed.get(v, v)

    def rewrite(op: O.Op) -> O.Op:
        op = map_terms(op, lambda u: T.transform(u, leaf))
        match op:
            case O.Step():
                updates = tuple([O.Update(new(u.var), u.index, u.value) for u in op.updates])
                lock = None if op.lock is None else O.Cell(new(op.lock.var), op.lock.index)
                return replace(op, updates=updates, lock=lock)
            case O.Havoc():
                return replace(op, var=new(op.var))
            case O.Fresh():
                return replace(op, target=new(op.target), counter=None if op.counter is None else new(op.counter))
            case O.Signal() | O.Create() | O.Exit() | O.AtomicBegin() | O.AtomicEnd() | O.Unsupported():
                return op

    return Template(
        name,
        new(t.self_var),
        tuple(map(new, t.params)),
        tuple(map(new, t.locals)),
        t.entry,
        t.exit,
        [[e.with_op(rewrite(e.op)) for e in out] for out in t.edges],
        dict(t.errors),
        id_,
    )
