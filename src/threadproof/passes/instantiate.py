"""One template per instance, where every thread is created a known number of times.

Before                                          After
    main:  L0 -> L1: h := fresh site 4              main:  L0 -> L1: h := 2
           L1 -> L2: create w(1) as h                      L1 -> L2: create w(1) as 2
           L2 -> L3: h := fresh site 5                     L2 -> L3: h := 3
           L3 -> L4: create w(2) as h                      L3 -> L4: create w#2(2) as 3
    thread w                                        thread w  id 2, thread w#2  id 3

A template is made static if every edge that creates it belongs to a static template (main is one) and lies on no
cycle, and every handle is then a constant. Each copy has its own local variables and a `single_id`. Creations of the
same handle are one instance if at most one of them can happen. Templates that are created in loops, or by themselves,
stay as they are; then numbers drawn by `Fresh` stay drawn, too. Not part of SCHEDULE: an engine that wants a fixed set
of threads asks for it.

Every property is kept: instances run copies of what they ran, so what waits, fails, is discarded or unsupported is
copied with it. Numbers tell threads apart and mean nothing else. Several creations in one step, or in one section, are
several edges, each of one instance.
"""

from __future__ import annotations

from collections.abc import Mapping

from threadproof.ir import op as O
from threadproof.ir.program import Edge, Program, Root, Template
from threadproof.logic import term as T
from threadproof.logic.term import Var
from threadproof.passes.constants import constants_but_accesses
from threadproof.passes.rewrite import renamed
from threadproof.passes.simplify import simplify
from threadproof.properties import Kind
from threadproof.records import replace

PRESERVES = frozenset({Kind.LOCATED, Kind.LEAK, Kind.LOST_EVENT, Kind.RACE, Kind.DEADLOCK, Kind.ENDLESS})

#: more copies than this in all are not worth it
MAX_INSTANCES = 64

#: an edge: creator, location, position
Site = tuple[str, int, int]


def instantiate(program: Program) -> Program:
    program = constants_but_accesses(simplify(program))
    drawn = _Instantiation(program, draw=True).run()
    # a number fixed here must not collide with one that is drawn while the program runs
    if not any(_draws_thread(e.op) for t in drawn.templates.values() for e in t.all_edges()):
        return drawn
    return _Instantiation(program, draw=False).run()


def tells_apart(program: Program) -> bool:
    """Is some template started with different constants, as if they were its number?"""
    given: dict[str, set[tuple[int | None, ...]]] = {}
    program = constants_but_accesses(simplify(program))
    for t in program.templates.values():
        for e in t.all_edges():
            if isinstance(e.op, O.Create):
                given.setdefault(e.op.template, set()).add(tuple([a.value for a in e.op.args]))
    return any(len(values) > 1 for values in given.values())


def is_static(program: Program) -> bool:
    """Does every template have at most one instance?"""
    return all(n == program.main or t.single_id is not None for n, t in program.templates.items())


class _Instantiation:
    def __init__(self, program: Program, *, draw: bool) -> None:
        self.program = program
        self.draw = draw
        self.static = {program.main}
        self.drawn = 0
        self.names = {v.name for t in program.templates.values() for v in t.locals}

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
        #: sites that are drawn from once, wherever that is
        numbers: dict[int, int] = {}
        for out in t.edges:
            new = []
            for e in out:
                if isinstance(e.op, O.Fresh) and _draws_thread(e.op) and not _is_on_cycle(t, e):
                    known = numbers.get(e.op.site)
                    number = self.drawn if known is None else known
                    self.drawn += known is None
                    if e.op.counter is None:
                        numbers[e.op.site] = number
                    value = T.const(e.op.base + number, e.op.target.width)
                    e = e.with_op(O.Step(updates=(O.Update(e.op.target, (), value),)))
                new.append(e)
            edges.append(new)
        self._replace({name: replace(t, edges=edges)})
        self.program = constants_but_accesses(self.program)

    def _sites(self, name: str) -> dict[int, list[Site]] | None:
        """For each number of an instance, the edges that create it; None if `name` cannot be static."""
        found: dict[int, list[Site]] = {}
        for creator, t in self.program.templates.items():
            for at, out in enumerate(t.edges):
                for i, e in enumerate(out):
                    if isinstance(e.op, O.Create) and e.op.template == name:
                        number = e.op.handle.value
                        if creator not in self.static or number is None:
                            return None
                        found.setdefault(number, []).append((creator, at, i))
        return found if all(map(self._happens_once, found.values())) else None

    def _happens_once(self, sites: list[Site]) -> bool:
        """Of these edges at most one is ever taken."""
        creators = {creator for creator, _, _ in sites}
        if len(creators) > 1:
            return False
        t = self.program.templates[creators.pop()]
        sources = {at for _, at, _ in sites}
        return not any(sources & _reached(t, t.edges[at][i].target) for _, at, i in sites)

    def _copy(self, name: str, sites: dict[int, list[Site]]) -> bool:
        original = self.program.templates[name]
        creators = {creator for edges in sites.values() for creator, _, _ in edges}
        new = {t: [list(out) for out in self.program.templates[t].edges] for t in creators}
        copies: dict[str, Template] = {}
        for n, (number, edges) in enumerate(sites.items(), 1):
            copy_name = name if n == 1 else f"{name}#{n}"
            if copy_name != name and copy_name in self.program.templates:
                return False
            if n == 1:
                copies[name] = replace(original, single_id=number)
            else:
                new_names = {v: replace(v, name=self._name(v, n), group="") for v in original.locals}
                copies[copy_name] = _renamed(original, copy_name, new_names, number)
                self._copy_roots(name, copy_name, new_names)
            for creator, at, i in edges:
                e = new[creator][at][i]
                assert isinstance(e.op, O.Create)
                new[creator][at][i] = e.with_op(replace(e.op, template=copy_name))
        changed = {t: replace(self.program.templates[t], edges=out) for t, out in new.items()}
        self._replace({**changed, **copies})
        self.static.update(copies)
        for new_name in copies if self.draw else ():
            self._draw(new_name)
        self.program = constants_but_accesses(self.program)
        return True

    def _name(self, v: Var, n: int) -> str:
        """Of the n-th copy of a local; the front end has names of this form, too."""
        name = f"{v.name}#{n}"
        while name in self.names:
            name += "#"
        self.names.add(name)
        return name

    def _copy_roots(self, name: str, copy_name: str, renamed: Mapping[Var, Var]) -> None:
        memory = self.program.memory
        if memory is not None and name in memory.local_roots:
            copies = [Root(*[renamed[v] for v in r.variables]) for r in memory.local_roots[name]]
            roots = {**memory.local_roots, copy_name: tuple(copies)}
            self.program = replace(self.program, memory=replace(memory, local_roots=roots))

    def _replace(self, templates: Mapping[str, Template]) -> None:
        self.program = replace(self.program, templates={**self.program.templates, **templates})


def _draws_thread(op: O.Op) -> bool:
    return isinstance(op, O.Fresh) and op.shift == 0


def _is_on_cycle(t: Template, e: Edge) -> bool:
    return e.source in _reached(t, e.target)


def _reached(t: Template, start: int) -> set[int]:
    """Where one can get to from there."""
    seen = {start}
    pending = [start]
    while pending:
        for f in t.edges[pending.pop()]:
            if f.target not in seen:
                seen.add(f.target)
                pending.append(f.target)
    return seen


def _renamed(t: Template, name: str, new: Mapping[Var, Var], id_: int | None) -> Template:
    return Template(
        name,
        new.get(t.self_var, t.self_var),
        tuple([new.get(v, v) for v in t.params]),
        tuple([new.get(v, v) for v in t.locals]),
        t.entry,
        t.exit,
        [[e.with_op(renamed(e.op, new)) for e in out] for out in t.edges],
        dict(t.errors),
        id_,
        dict(t.discards),
    )
