"""Cells that hold now a pointer, now a number: `void *` slots for numbers, integers that hold addresses, unions.

A pointer is an object and an offset, and a number n is object 0 with offset n. So where numbers as wide as a pointer
lie over pointers, cells are those of pointers. A number that is stored there is such a pair. Whoever loads a number
gets the address of what is there, as a cast would, and whoever loads a pointer where a number is gets the object that
has this address, as a cast would. So the addresses of all pointers that are loaded as numbers are exposed
(`constraints`), and whatever is stored as a number may be one of them.

Which objects these are is known only once it is known where pointers point, and then pointers may point to more:
`frontend` starts again until there are no others.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from math import gcd

from threadproof.analysis.points_to import NUMBER, Constraint, From, LoadFrom, Offset, PointsTo, StoreTo
from threadproof.frontend import raw as R
from threadproof.frontend.ctypes import CType, DataModel, Int, Pointer, Void, is_thread_id
from threadproof.frontend.lower.whole import ProgramContext
from threadproof.frontend.memory.layout import Leaf, SiteInfo
from threadproof.records import dataclass, replace

#: where numbers were stored, there may be any that is an address
ANY_NUMBER = (From(R.EXPOSED, 0, 1), From(NUMBER))


def is_as_wide(t: CType, model: DataModel) -> bool:
    """A number that may be an address."""
    return isinstance(t, Int) and t.width == model.pointer_width and not is_thread_id(t)


def may_hit(leaf: Leaf, offsets: Iterable[Offset]) -> bool:
    """May an access at one of these offsets begin where a cell of the leaf does?"""
    for at, modulus in offsets:
        if not modulus:
            if leaf.element_at(at) is not None:
                return True
        elif (at - leaf.offset) % gcd(modulus, *(stride for _, stride in leaf.dims)) == 0:
            return True
    return False


@dataclass(frozen=True, slots=True)
class Mixed:
    """Of the sites whose objects hold numbers and pointers in one cell: where these are accessed."""

    pointers: dict[int, set[Offset]]
    numbers: dict[int, set[Offset]]
    constraints: tuple[Constraint, ...]

    def leaves(self, info: SiteInfo, model: DataModel) -> tuple[Leaf, ...]:
        """Those of a site, with cells for both."""
        number = info.site.number
        if number not in self.pointers:
            return info.leaves
        found: dict[tuple[object, ...], Leaf] = {}
        for x in sorted(info.leaves, key=lambda x: not isinstance(x.type, Pointer)):
            if is_as_wide(x.type, model) and not x.bit_fields and may_hit(x, self.pointers[number]):
                x = replace(x, type=Pointer(Void()), number_width=model.pointer_width)
            elif isinstance(x.type, Pointer) and may_hit(x, self.numbers[number]):
                x = replace(x, number_width=model.pointer_width)
            found.setdefault((x.offset, x.dims, x.kind), x)
        return tuple(found.values())


NOTHING = Mixed({}, {}, ())


def mixed(context: ProgramContext, points_to: PointsTo, sites: set[int]) -> Mixed:
    """What there is to know about these sites."""
    if not sites:
        return NOTHING
    pointers: dict[int, set[Offset]] = {n: set() for n in sites}
    numbers: dict[int, set[Offset]] = {n: set() for n in sites}
    constraints: dict[Constraint, None] = {}
    for op in _accesses(context):
        is_pointer = isinstance(op.type, Pointer)
        for site, offsets in points_to.targets(op.place.values).items():
            if site in sites:
                (pointers if is_pointer else numbers)[site] |= offsets
                if not is_pointer and op.old:
                    constraints[LoadFrom(R.EXPOSED, op.place.values)] = None
                if not is_pointer and op.new:
                    constraints[StoreTo(op.place.values, ANY_NUMBER)] = None
    return Mixed(pointers, numbers, tuple(constraints))


def _accesses(context: ProgramContext) -> Iterator[R.MemAccess]:
    for t in context.templates.values():
        for e in t.edges:
            if isinstance(e.op, R.MemAccess) and (
                isinstance(e.op.type, Pointer) or is_as_wide(e.op.type, context.model)
            ):
                yield e.op
