"""Numbers that lie over each other, as members of unions and views through other pointers do: one cell for all.

An object of which numbers are accessed at several types, or at another one than it has, is cut into *words*: the
smallest pieces of its bytes that no access crosses. A word is one cell, and an access to some of its bytes is an access
to some of the cell's bits (`Leaf.whole`), little-endian, in one step, as every access is: nothing is lost, and bytes
beside it keep their value. The exception are races, and stores that may be late: two accesses to different bytes of a
word have nothing to do with each other, though they touch one cell. So if one of them writes, and that matters
(`apart`), the word is not understood, and the object is a grid.

Pointers, synchronisation objects and thread ids are no bytes here: an integer that lies over one of those in use is
not understood. Objects that are only accessed at the types they have stay as they are.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import gcd, lcm
from typing import Final, TypeGuard

from threadproof.frontend.ctypes import Array, CType, DataModel, Float, Int, Struct, has_values, is_thread_id
from threadproof.frontend.memory.layout import Dimensions, Leaf, SiteInfo, with_dimension
from threadproof.records import dataclass, replace

#: a word has at most so many bytes, and what repeats in an object
MOST_BYTES: Final = 16
MOST_REPEATED: Final = 512


@dataclass(frozen=True, slots=True)
class IntegerAccess:
    """To `size` bytes at an offset that is congruent to `start` modulo `modulus`, or equal to it, if that is 0."""

    start: int
    modulus: int
    size: int
    writes: bool


@dataclass(frozen=True, slots=True)
class _Zone:
    """`count` times `unit` bytes that are alike; None: known only at run time."""

    begin: int
    unit: int
    count: int | None


def is_number(t: CType) -> TypeGuard[Int | Float]:
    """Is it its bits, and nothing else?"""
    return isinstance(t, Int | Float) and has_values(t) and not is_thread_id(t)


def cut(
    model: DataModel, info: SiteInfo, accesses: Iterable[IntegerAccess], others: Iterable[Leaf], *, apart: bool
) -> tuple[tuple[Leaf, ...], tuple[Leaf, ...]]:
    """The leaves of an object, and the parts of them that are accessed. `others`: those in use that are no numbers."""
    leaves = [x for x in info.leaves if not is_number(x.type)]
    parts: list[Leaf] = []
    #: what was not cut: it stays as it is
    beside: dict[Leaf, list[_Zone]] = {}
    accesses = list(accesses)
    zones = _zones(model, info, accesses)
    if any(zone.unit > MOST_REPEATED for zone in zones):
        return info.leaves, ()
    for zone in zones:
        taken = [(at, model.size_of(x.type)) for x in others for at in _cells(x, zone)]
        spans: dict[tuple[int, int], bool] = {}
        for a in accesses:
            for at in _positions(zone, a):
                is_free = not any(at < o + n and o < at + a.size for o, n in taken)
                if at + a.size <= zone.unit and is_free:
                    spans[at, a.size] = spans.get((at, a.size), False) or a.writes
        words = [w for w in _words(spans) if not apart or not _may_seem_to_race(w)]
        for x in info.leaves:
            if is_number(x.type) and _is_beside(x, words, zone, model.size_of(x.type)):
                beside.setdefault(x, []).append(zone)
        for run in _runs(words, zone, info):
            whole, views = _leaf(run, zone, info)
            leaves.append(whole)
            parts += views
    return (*leaves, *(x for x, found in beside.items() if len(found) == len(zones))), tuple(parts)


def _is_beside(x: Leaf, words: list[_Word], zone: _Zone, size: int) -> bool:
    return not any(at < first + length and first < at + size for at in _cells(x, zone) for first, length, _ in words)


def _zones(model: DataModel, info: SiteInfo, accesses: list[IntegerAccess]) -> list[_Zone]:
    start, unit = info.tail
    if info.size is None:
        return [_Zone(0, start, 1)] * (start > 0) + [_Zone(start, unit, None)]
    element = info.element
    while isinstance(element, Array):
        element = element.of
    if isinstance(element, Struct) and start > 0:
        behind = info.size - start
        return [_Zone(0, start, 1)] + [_Zone(start, unit, behind // unit)] * (behind >= unit > 0)
    size = max(model.size_of(element), 1) if element is not None else 1
    if size < info.size:
        # large enough that no access has to cross the border
        size = min(lcm(size, *(a.size for a in accesses)), info.size)
    return [_Zone(0, size, -(-info.size // size))] if info.size else []


def _positions(zone: _Zone, a: IntegerAccess) -> Iterable[int]:
    """Where in what repeats an access may begin."""
    away = a.start - zone.begin
    if not a.modulus:
        is_inside = away >= 0 and (zone.count is None or away < zone.unit * zone.count)
        return [away % zone.unit] if is_inside else []
    step = a.modulus if zone.count == 1 else gcd(a.modulus, zone.unit)
    return range(away % step, zone.unit, step)


def _cells(x: Leaf, zone: _Zone) -> Iterable[int]:
    """Where in what repeats the cells of a leaf may begin."""
    start = x.offset - zone.begin
    if zone.count == 1:
        count = x.count
        return range(start, zone.unit) if count is None else [x.offset_of(i) - zone.begin for i in range(count)]
    if start < 0:
        return ()  # it is in front of the zone
    step = gcd(zone.unit, *(stride for _, stride in x.dims))
    return range(start % step, zone.unit, step)


#: offset and size of a piece, and by offset and size what is accessed of it, and whether it is written
_Word = tuple[int, int, tuple[tuple[int, int, bool], ...]]


def _words(spans: dict[tuple[int, int], bool]) -> list[_Word]:
    found: list[list[tuple[int, int, bool]]] = []
    end = 0
    for (at, size), writes in sorted(spans.items()):
        if not found or at >= end:
            found.append([])
        found[-1].append((at, size, writes))
        end = max(end, at + size)
    words = []
    for group in found:
        first, last = group[0][0], max(at + size for at, size, _ in group)
        if last - first <= MOST_BYTES:
            words.append((first, last - first, tuple((at - first, size, writes) for at, size, writes in group)))
    return words


def _may_seem_to_race(word: _Word) -> bool:
    return any(
        (a[2] or b[2]) and (a[0] + a[1] <= b[0] or b[0] + b[1] <= a[0]) for a in word[2] for b in word[2] if a is not b
    )


def _runs(words: list[_Word], zone: _Zone, info: SiteInfo) -> list[tuple[_Word, int, Leaf | None]]:
    """Words that are elements of one array, as one: the first of them, how many there are, and what it is by type."""
    found: list[tuple[_Word, int, Leaf | None]] = []
    for word in words:
        at, size, pattern = word
        typed = next((x for x in info.leaves if is_number(x.type) and x.element_at(zone.begin + at) is not None), None)
        if found:
            (first, length, before), n, leaf = found[-1]
            if (first + n * length, length, before, leaf) == (at, size, pattern, typed):
                found[-1] = ((first, length, before), n + 1, leaf)
                continue
        found.append((word, 1, typed))
    return found


def _leaf(run: tuple[_Word, int, Leaf | None], zone: _Zone, info: SiteInfo) -> tuple[Leaf, list[Leaf]]:
    (at, size, pattern), n, typed = run
    dims: Dimensions = with_dimension(with_dimension((), zone.count, zone.unit), n, size)
    offset = zone.begin + at
    is_own = typed is not None and is_number(typed.type) and typed.type.width == 8 * size
    if is_own and typed is not None and typed.offset == offset and typed.dims == dims:
        whole = replace(typed, is_word=True)
    else:
        kind = typed.type if is_own and typed is not None else Int(8 * size, False, "word")
        path = f".bytes{offset}" if typed is None else f"{typed.path}.bytes{offset}"
        whole = Leaf(offset, dims, kind, path, path, is_word=True)
    views = [
        replace(whole, offset=offset + first, type=Int(8 * length, False, "part"), whole=whole)
        for first, length, _ in pattern
        if length != size
    ]
    return whole, views
