"""What the orders of accesses mean.

`allowing` puts what a memory model allows into the program, as steps (`weak`); then accesses happen one after the
other, as the program says. Pass `sc` is all there is for sequential consistency:

    x := 1 {release};  skip {acq_rel, fence};  t := y {volatile}     =>     x := 1 {atomic};  skip;  t := y

Orders are forgotten, except that an atomic operation is one, and fences do nothing. A step that waits or fails,
what is discarded or unsupported, creations, ends, sections, wake-ups and accesses: no edge is left out, and none
changes what it reads, writes or waits for.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from threadproof.ir import op as O
from threadproof.ir.program import Edge, Program
from threadproof.logic import term as T
from threadproof.properties import Kind, Property
from threadproof.records import dataclass, replace

if TYPE_CHECKING:
    from threadproof.passes.weak.delays import Delays

#: all kinds there are: executions are the same
PRESERVES = frozenset({Kind.LOCATED, Kind.LEAK, Kind.LOST_EVENT, Kind.RACE, Kind.DEADLOCK, Kind.ENDLESS})
#: in scopes of verdicts
AS_USUAL = "memory orders make no difference, so executions are those of sequential consistency"
WEAKENED = "more executions are looked at than the memory model allows"
#: a violation was found, but not without these
IN_BETWEEN = f"there is a violation if {WEAKENED}, and none was found if there are fewer"
WEAKER = "under SC: weaker memory orders are read as sequentially consistent"


@dataclass(frozen=True, slots=True)
class MemoryModel:
    name: str
    #: in the scope of a verdict
    words: str
    #: the kinds of which violations may be; None: of all, those of plug-ins too
    kinds: frozenset[Kind] | None
    #: weaker orders mean what they say
    has_orders: bool = True

    def decides(self, property_: Property) -> bool:
        return self.kinds is None or property_.is_within(self.kinds)

    def scope(self, written: Program) -> tuple[str, ...]:
        """What the verdict is about. `written`: before any pass."""
        is_weaker = not self.has_orders and any(map(_is_weaker, _edges(written)))
        return (self.words, *((WEAKER,) if is_weaker else ()))


def allowing(
    program: Program, model: MemoryModel, most: int, history: int, *, races: bool = False, is_strict: bool = False
) -> Program:
    """`most`: so many stores of a thread may be late at once; `history`: so many messages of a place may be read. More
    are not understood. `races`: they are error locations. `is_strict`: rather no execution than one that is
    forbidden."""
    if model is SC:
        return program
    if model is C11:
        from threadproof.passes.weak.foreign import settled
        from threadproof.passes.weak.histories import with_views

        return with_views(settled(program, model, is_strict=is_strict), history, races=races, is_strict=is_strict)
    found = places_exchanged(program, model)
    if model in (TSO, PSO):
        from threadproof.passes.weak.buffers import with_buffers

        return with_buffers(found, most, is_strict=is_strict)
    from threadproof.passes.weak.early import with_early_loads
    from threadproof.passes.weak.pairs import Pairs

    assert isinstance(found, Pairs)
    return with_early_loads(found, most)


def places_exchanged(program: Program, model: MemoryModel) -> Delays:
    """Accesses that change places on a machine, where it matters."""
    from threadproof.passes.simplify import simplify
    from threadproof.passes.weak.foreign import settled

    program = settled(program, model)
    from threadproof.passes.weak.outcomes import with_failures

    if model in (TSO, PSO):
        from threadproof.passes.weak.barriers import MACHINES
        from threadproof.passes.weak.delays import Delays

        # (on x86 it locks the cell in any case)
        program = program if model is TSO else with_failures(program, are_fences=True)
        return Delays(simplify(program), MACHINES[model.name])
    from threadproof.passes.weak.pairs import Pairs
    from threadproof.passes.weak.relaxed import machine

    program = simplify(with_failures(program))
    return Pairs(program) if model is ARMV8 else machine(model.name)(program)


def allows_more(program: Program) -> bool:
    """Has it executions, perhaps, that its memory model forbids?"""
    return WEAKENED in program.scope


def sequential(program: Program) -> Program:
    if not any(map(_is_ordered, _edges(program))):
        return program
    templates = {
        name: replace(t, edges=[[_without_order(e) for e in out] for out in t.edges])
        for name, t in program.templates.items()
    }
    return replace(program, templates=templates)


def _edges(program: Program) -> list[Edge]:
    return [e for t in program.templates.values() for out in t.edges for e in out]


def _is_ordered(e: Edge) -> bool:
    if isinstance(e.op, O.AtomicBegin):
        return e.op.order is not None
    return isinstance(e.op, O.Step) and (e.op.order not in _KEPT or e.op.role is O.Role.FENCE)


def _is_weaker(e: Edge) -> bool:
    # (to unlock a spin lock is a release)
    return isinstance(e.op, O.Step) and e.op.atomic and e.op.order is not O.Order.SEQ_CST and e.op.lock is None


def _without_order(e: Edge) -> Edge:
    if not _is_ordered(e):
        return e
    if isinstance(e.op, O.AtomicBegin):
        return e.with_op(O.AtomicBegin())
    assert isinstance(e.op, O.Step)
    order = O.Order.SEQ_CST if e.op.atomic and e.op.lock is None else O.Order.PLAIN
    if e.op.role is not O.Role.FENCE:
        return e.with_op(replace(e.op, order=order))
    # (a fence may have been fused with a step)
    does_something = e.op.updates or e.op.guard is not T.TRUE
    return e.with_op(replace(e.op, order=order, role=None) if does_something else O.Step())


_KEPT = (O.Order.PLAIN, O.Order.SEQ_CST)
SC = MemoryModel("sc", "sequential consistency", None, has_orders=False)
_STATES = frozenset({Kind.LOCATED, Kind.DEADLOCK})
TSO = MemoryModel("tso", "total store order (x86, SPARC): loads may overtake stores", _STATES)
PSO = MemoryModel("pso", "partial store order (SPARC): loads and stores may overtake stores", _STATES)
C11 = MemoryModel("c11", "C11 (RC11: no store overtakes a load before it)", _STATES | {Kind.RACE})
ARMV8 = MemoryModel(
    "armv8", "ARMv8 with one memory for all, acquire is ldar: loads and stores may change places", _STATES
)
RMO = MemoryModel("rmo", "relaxed memory order (SPARC): loads and stores may change places", _STATES)
POWER = MemoryModel("power", "Power: loads and stores may change places, and reach threads at different times", _STATES)
MODELS: dict[str, MemoryModel] = {
    m.name: m
    for m in (
        SC,
        TSO,
        PSO,
        C11,
        ARMV8,
        RMO,
        POWER,
    )
}
