"""The program as the explorer sees it: numbered locations, and how a state is laid out in tuples.

* Locations of all templates share one numbering.
* The shared state `g` is a tuple of the values of the shared variables that some step writes and some step touches;
  what nobody writes is a constant of the generated code. The last one is the state of a cooperative scheduler.
* The state of an instance is a tuple `l`: (location, id, values of the locals that are live there). So what cannot
  matter any more is not there, and states merge.
* A cell holds an int, or a `Range` if its value has not been chosen yet.
"""

from __future__ import annotations

from typing import Any

from threadproof.analysis.liveness import live_locals
from threadproof.analysis.sharing import Sharing
from threadproof.engines.compiled.ranges import Range, full_range
from threadproof.ir import op as O
from threadproof.ir.interpret import Names, Semantics, cell_of, with_cell
from threadproof.ir.program import MAIN_ID, Edge, ErrorLocation, Program, Template
from threadproof.ir.values import Key, Sparse, Value, initial_value
from threadproof.logic.term import Term, Var
from threadproof.properties import Kind, Property
from threadproof.records import dataclass

Shared = tuple[Any, ...]
Local = tuple[Any, ...]

#: position of the first local variable in an instance's tuple
FIRST = 2


@dataclass(slots=True)
class Location:
    number: int
    template: Template
    edges: list[Edge]
    #: live locals, in the order of the tuple
    layout: tuple[Var, ...]
    slot: dict[Var, int]
    is_exit: bool
    error: ErrorLocation | None


class Model:
    def __init__(self, program: Program, property_: Property, sparse: type[Sparse] = Sparse) -> None:
        self.program = program
        #: what long arrays are
        self.sparse = sparse
        self.sharing = Sharing(program)
        self.names = Names()
        memory = program.memory if property_.has(Kind.LEAK) else None
        needed = set(self.sharing.written) | {v for v in self.sharing.used if v.init is None}
        if memory is not None:
            needed |= memory.shared_variables
        self.shared = tuple(v for v in program.shared if v in needed)
        self.shared_slot = {v: i for i, v in enumerate(self.shared)}
        unwritten = self.sharing.used - needed
        self.constants = {v: initial_value(v, None) for v in program.shared if v in unwritten}
        self.locations: list[Location] = []
        self.base: dict[str, int] = {}
        for t in self.sharing.templates:
            self.base[t.name] = len(self.locations)
            keep = memory.local_variables(t.name) if memory is not None else ()
            slots: dict[tuple[Var, ...], dict[Var, int]] = {}
            for number, layout in enumerate(live_locals(t, keep, accesses=property_.has(Kind.RACE))):
                slot = slots.get(layout)
                if slot is None:
                    slot = slots[layout] = {v: FIRST + i for i, v in enumerate(layout)}
                self.locations.append(
                    Location(number, t, t.edges[number], layout, slot, number == t.exit, t.errors.get(number))
                )
        self.may_be_range = self._range_variables()
        self.lookup = Lookup(self)

    def location_of(self, t: Template, number: int) -> int:
        return self.base[t.name] + number

    # ------------------------------------------------------------ states

    def initial(self) -> tuple[Shared, Local]:
        g: Shared = tuple(self.initial_of(v) for v in self.shared)
        if self.program.scheduler is not None:
            g = (*g, self.program.scheduler)
        return g, self.start(self.program.templates[self.program.main], MAIN_ID, {})

    def initial_of(self, v: Var) -> Value:
        return initial_value(v, full_range(v.width), self.sparse)

    def start(self, t: Template, id_: int, params: dict[Var, Value]) -> Local:
        number = self.location_of(t, t.entry)
        layout = self.locations[number].layout
        return (number, id_, *(params[v] if v in params else self.initial_of(v) for v in layout))

    # ------------------------------------------------------------ moving a Range

    def is_move(self, e: Edge, value: Term) -> bool:
        """May this update take a Range over from a local scalar? It must have been the only use of it."""
        v = value.var
        if value.op != "var" or v is None or v.shared or v not in self.may_be_range:
            return False
        t = self.locations[self.base_of(v)].template
        target = self.locations[self.location_of(t, e.target)]
        return v not in target.slot and sum(_occurrences(r, v) for r in O.reads(e.op)) == 1

    def base_of(self, v: Var) -> int:
        return self._owner[v]

    def _range_variables(self) -> frozenset[Var]:
        """Variables some cell of which may hold a Range: closed under moves, whatever the path."""
        self._owner = {v: self.base[t.name] for t in self.sharing.templates for v in t.locals}
        found = {v for v in self.shared if v.init is None}
        found |= {v for t in self.sharing.templates for v in t.locals if v.init is None}
        copies: list[tuple[Var, Var]] = []
        for t in self.sharing.templates:
            for e in t.all_edges():
                match e.op:
                    case O.Havoc():
                        found.add(e.op.var)
                    case O.Step():
                        copies += [(u.var, u.value.var) for u in e.op.updates if u.value.var and u.value.op == "var"]
                    case O.Create():
                        params = self.program.templates[e.op.template].params
                        copies += [
                            (p, a.var) for p, a in zip(params, e.op.args, strict=True) if a.var and a.op == "var"
                        ]
        changed = True
        while changed:
            changed = False
            for target, source in copies:
                if source in found and target not in found:
                    found.add(target)
                    changed = True
        return frozenset(found)


def _occurrences(t: Term, v: Var) -> int:
    if v not in t.vars:
        return 0
    return (t.var is v) + sum(_occurrences(a, v) for a in t.args)


class NeedsSplit(Exception):
    """A cell with a Range is computed with."""

    def __init__(self, var: Var, key: Key | None, value: Range) -> None:
        self.var = var
        self.key = key
        self.value = value


class Lookup(Semantics):
    """The interpreter's evaluation of terms, on the explorer's tuples: for what compiled code cannot do.

    `accessed`, if it is a dict, collects the shared cells that are read.
    """

    def __init__(self, model: Model) -> None:
        super().__init__(model.program, model.names)
        self.model = model
        self.accessed: dict[tuple[Var, Key | None], None] | None = None

    def value(self, t: Term, g: Shared, l: Local) -> int:
        return self.evaluate(t, g, l)  # type: ignore[arg-type]

    def key_of(self, index: tuple[Term, ...], g: Shared, l: Local) -> Key | None:
        return self.key(index, g, l)  # type: ignore[arg-type]

    def read(self, v: Var, key: Key | None, state: Any, i: Any) -> int:
        value = self.stored(v, key, state, i)
        if v.shared and self.accessed is not None:
            self.accessed[v, key] = None
        if isinstance(value, Range):
            raise NeedsSplit(v, key, value)
        assert isinstance(value, int)
        return value

    def stored(self, v: Var, key: Key | None, g: Shared, l: Local) -> Value:
        model = self.model
        if v.shared:
            value = g[model.shared_slot[v]] if v in model.shared_slot else model.constants[v]
        else:
            location = model.locations[l[0]]
            value = l[1] if v is location.template.self_var else l[location.slot[v]]
        return value if key is None else cell_of(value, key)


def with_value(model: Model, g: Shared, l: Local, v: Var, key: Key | None, value: object) -> tuple[Shared, Local]:
    """The tuples with one cell changed."""
    if v.shared:
        slot = model.shared_slot[v]
        new = value if key is None else with_cell(g[slot], key, value)
        return (*g[:slot], new, *g[slot + 1 :]), l
    slot = model.locations[l[0]].slot[v]
    new = value if key is None else with_cell(l[slot], key, value)
    return g, (*l[:slot], new, *l[slot + 1 :])
