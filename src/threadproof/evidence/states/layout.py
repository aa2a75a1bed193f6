"""A state as tuples: what is shared, and for each instance where it is and those of its locals that still matter.

* Locations of all templates share one numbering; a `Spot` is what is known about one.
* The shared tuple `g` has the variables that some step may write, or that may hold anything; the others are constants.
* The tuple of an instance is `l`: (number of its location, id, values of the locals that are kept there).

Which locals are kept is the business of an analysis, which need not be believed: code that reads a local which is not
kept cannot be made, here or in `code`: `slot_of` raises Forgotten, and the proof is refused.
"""

from __future__ import annotations

from typing import Any

from threadproof.analysis.liveness import live_locals
from threadproof.evidence.states.interval import any_value
from threadproof.ir import op as O
from threadproof.ir.interpret import cell_of, with_cell
from threadproof.ir.program import MAIN_ID, Edge, ErrorLocation, Program, Template
from threadproof.ir.values import Key, Value, initial_value
from threadproof.logic.term import Term, Var
from threadproof.properties import Kind, Property
from threadproof.records import dataclass

Shared = tuple[Any, ...]
Local = tuple[Any, ...]

#: position of the first local variable in the tuple of an instance
FIRST = 2


class Forgotten(Exception):
    """A local variable is needed where it is not kept."""


@dataclass(slots=True)
class Spot:
    """A location of a template."""

    number: int
    template: Template
    edges: list[Edge]
    kept: tuple[Var, ...]
    slot: dict[Var, int]
    is_exit: bool
    error: ErrorLocation | None

    def slot_of(self, v: Var) -> int:
        try:
            return self.slot[v]
        except KeyError:
            raise Forgotten(f"{v} is needed at a location of {self.template.name} where it is forgotten") from None


class Layout:
    def __init__(self, program: Program, property_: Property) -> None:
        self.program = program
        templates = program.templates.values()
        written = {c.var for t in templates for e in t.all_edges() for c in O.writes(e.op)}
        self.shared = tuple(v for v in program.shared if v in written or v.init is None)
        self.shared_slot = {v: i for i, v in enumerate(self.shared)}
        self.constants = {v: initial_value(v, None) for v in program.shared if v not in self.shared_slot}
        self.spots: list[Spot] = []
        self.base: dict[str, int] = {}
        has_leaks = program.memory is not None and property_.has(Kind.LEAK)
        for t in templates:
            self.base[t.name] = len(self.spots)
            pointers = program.memory.local_variables(t.name) if has_leaks and program.memory is not None else ()
            kept_at = live_locals(t, pointers, accesses=property_.has(Kind.RACE))
            for number, kept in enumerate(kept_at):
                slot = {v: FIRST + i for i, v in enumerate(kept)}
                self.spots.append(
                    Spot(
                        self.base[t.name] + number,
                        t,
                        t.edges[number],
                        kept,
                        slot,
                        number == t.exit,
                        t.errors.get(number),
                    )
                )

    def spot(self, t: Template, location: int) -> Spot:
        return self.spots[self.base[t.name] + location]

    def target(self, here: Spot, e: Edge) -> Spot:
        return self.spot(here.template, e.target)

    # ------------------------------------------------------------ states

    def initial(self) -> tuple[Shared, Local]:
        t = self.program.templates[self.program.main]
        entry = self.spot(t, t.entry)
        shared: Shared = tuple(initial_of(v) for v in self.shared)
        if self.program.scheduler is not None:
            shared = (*shared, self.program.scheduler)
        return shared, (entry.number, MAIN_ID, *(initial_of(v) for v in entry.kept))

    def value(self, v: Var, key: Key | None, g: Shared, l: Local) -> Value:
        """What a cell holds."""
        if v.shared:
            value = g[self.shared_slot[v]] if v in self.shared_slot else self.constants[v]
        else:
            spot = self.spots[l[0]]
            value = l[1] if v is spot.template.self_var else l[spot.slot_of(v)]
        return value if key is None else cell_of(value, key)

    def with_value(self, g: Shared, l: Local, v: Var, key: Key | None, value: Value) -> tuple[Shared, Local]:
        """The tuples with one cell changed."""
        values, slot = (g, self.shared_slot[v]) if v.shared else (l, self.spots[l[0]].slot_of(v))
        new = value if key is None else with_cell(values[slot], key, value)
        changed = (*values[:slot], new, *values[slot + 1 :])
        return (changed, l) if v.shared else (g, changed)

    # ------------------------------------------------------------ what a step needs

    def matters(self, v: Var, target: Spot) -> bool:
        return v.shared or v in target.slot

    def is_move(self, e: Edge, value: Term, target: Spot) -> bool:
        """Is an undecided value handed on as it is? Only if it then is nowhere else."""
        v = value.var
        if value.op != "var" or v is None or v.shared or v in target.slot:
            return False
        return sum(_occurrences(t, v) for t in O.reads(e.op)) == 1

    def computed(self, here: Spot, e: Edge) -> list[Term]:
        """What a step evaluates once it is possible: not what is only handed on, nor what nobody needs."""
        target = self.target(here, e)
        match e.op:
            case O.Step():
                found: list[Term] = []
                for u in e.op.updates:
                    if self.matters(u.var, target):
                        found += u.index
                        if u.index or not self.is_move(e, u.value, target):
                            found.append(u.value)
                return found
            case O.Create():
                return [e.op.handle, *(a for a in e.op.args if not self.is_move(e, a, target))]
            case O.Havoc():
                return list(e.op.index) if self.matters(e.op.var, target) else []
            case O.Signal():
                return [e.op.waiting.term]
            case O.Primitive():
                return list(e.op.args)
        return []


def initial_of(v: Var) -> Value:
    return initial_value(v, any_value(v.width))


def _occurrences(t: Term, v: Var) -> int:
    return (t.var is v) + sum(_occurrences(a, v) for a in t.args) if v in t.vars else 0
