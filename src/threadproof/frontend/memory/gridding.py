"""Which objects are grids (`grid`), and how they are laid: from all accesses that may be to them.

An object becomes a grid if there is an access that hits nothing it could be, wherever it points, or one that may be
at any byte and so may hit something else: it is carved. All others stay as they are.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from threadproof.frontend import raw as R
from threadproof.frontend.ctypes import CType, Pointer, Sync
from threadproof.frontend.memory.grid import BAD_ACCESS, Span, lay
from threadproof.frontend.memory.layout import Leaf, SiteInfo
from threadproof.frontend.memory.mixed import may_hit
from threadproof.frontend.memory.offsets import Distance
from threadproof.frontend.memory.words import is_number
from threadproof.logic import term as T
from threadproof.records import replace

if TYPE_CHECKING:
    from threadproof.frontend.memory.places import Places


def lay_grids(places: Places) -> None:
    """The objects that are known to need it are grids."""
    spans: dict[int, dict[Span, None]] = {}
    others: dict[int, dict[Leaf, None]] = {}
    for t in places.context.templates.values():
        for e in t.edges:
            for place, kind in typed_places(e.op) if isinstance(e.op, R.MemAccess | R.SyncAccess) else ():
                for o, offsets in places.objects(place, t.name):
                    number = o.info.site.number
                    if number not in places.sites.grids or number in places.context.opaque:
                        continue
                    for d, _ in places.distances(place, offsets):
                        is_pointer = isinstance(kind, Pointer)
                        if is_pointer or is_number(kind):
                            writes = isinstance(e.op, R.MemAccess) and bool(e.op.new)
                            span = Span(*d.congruence, places.model.size_of(kind), is_pointer, writes)
                            spans.setdefault(number, {})[span] = None
                        else:
                            fitting = [x for x in o.info.leaves if x.fits(kind) and may_hit(x, [d.congruence])]
                            others.setdefault(number, {}).update(dict.fromkeys(fitting))
    for number in sorted(spans):
        info = places.sites.info(number)
        info.grid = lay(places.model, info, spans[number], others.get(number, ()))
        if info.grid is not None:
            info.leaves, info.parts, info.tail = info.grid.leaves, (), (0, 1)


def find_gridded(places: Places) -> set[int]:
    """Objects in which an access hits nothing that it could be, wherever it points, or that are carved: an access
    may be at any byte."""
    found: set[int] = set()
    for t in places.context.templates.values():
        for e in t.edges:
            op = e.op
            if not isinstance(op, R.MemAccess) or not (is_number(op.type) or isinstance(op.type, Pointer)):
                continue
            targets, bad = places.resolve(op.place, op.type, t.name)
            if all(why != BAD_ACCESS for _, why in bad):
                continue
            for o, offsets in places.objects(op.place, t.name):
                distances = [d for d, _ in places.distances(op.place, offsets)]
                is_carved = any(_is_anywhere(d, places.model.size_of(op.type)) for d in distances)
                if (
                    (is_carved or not targets)
                    and _may_be_grid(places, o.info)
                    and any(
                        why == BAD_ACCESS
                        for d in distances
                        for _, why in places.split(replace(o, here=T.TRUE), d, op.type)[1]
                    )
                ):
                    found.add(o.info.site.number)
    return found


def _may_be_grid(places: Places, info: SiteInfo) -> bool:
    is_known = info.site.number in places.context.opaque or info.site.number in places.sites.grids
    is_other = places.is_argument(info) or places.is_end(info) or (info.instanced and bool(info.site.initial))
    return not is_known and not is_other and info.element is not None


def _is_anywhere(d: Distance, size: int) -> bool:
    """As far as is known, it may be at an offset that is not aligned for what is accessed."""
    _, modulus = d.congruence
    return modulus > 0 and modulus % size != 0


def typed_places(op: R.MemAccess | R.SyncAccess) -> list[tuple[R.Place, CType]]:
    if isinstance(op, R.MemAccess):
        return [(op.place, op.type)]
    return [(p, Sync(k, 0)) for p, k in op.objects]
