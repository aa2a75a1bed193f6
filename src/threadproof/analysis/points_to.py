"""Which objects may a pointer point to, and where in them? Inclusion-based (Andersen), flow-insensitive.

Calls are inlined before, so this is context-sensitive for free. A target is (site, offset, modulus): the pointer is
`offset` bytes into an object of the site (modulus 0), or at any offset congruent to it (modulus m > 0). Null and
uninitialised pointers are no targets. Which pointers may be numbers is found out on the way (`may_be_number`). The
analysis over-approximates every execution of the constraints, in any order, by any number of threads; that is why it is
sound for concurrent programs. What a function does that is called through a pointer counts once the pointer may point
to it.

Entry point: `solve(constraints) -> PointsTo`.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator
from math import gcd

from threadproof.records import dataclass, field

Node = Hashable
#: (offset, modulus)
Offset = tuple[int, int]
#: site -> offsets
Targets = dict[int, set[Offset]]

#: more different offsets than this into one site are summarised by a modulus
MAX_OFFSETS = 12
ANYWHERE: Offset = (0, 1)
#: instead of a site: a pointer that was made of a number at which an object might lie
NUMBER = -1


@dataclass(frozen=True, slots=True)
class From:
    """A pointer value: the node's value (or a site's address, when `base` is an int) moved by `shift` bytes.

    With a modulus m > 0, moved by any amount congruent to `shift` modulo m. Then the bits of the offset that are in
    `mask` are set or cleared.
    """

    base: Node
    shift: int = 0
    modulus: int = 0
    mask: int = 0
    is_set: bool = False

    def moved(self, shift: int, modulus: int = 0) -> From:
        assert not self.mask
        m = gcd(self.modulus, modulus)
        total = self.shift + shift
        return From(self.base, total % m if m else total, m)


@dataclass(frozen=True, slots=True)
class Copy:
    """node := value"""

    node: Node
    values: tuple[From, ...]


@dataclass(frozen=True, slots=True)
class LoadFrom:
    """node := *place"""

    node: Node
    place: tuple[From, ...]


@dataclass(frozen=True, slots=True)
class StoreTo:
    """*place := value"""

    place: tuple[From, ...]
    values: tuple[From, ...]


@dataclass(frozen=True, slots=True)
class Everything:
    """All that is stored in the objects `source` points to is stored in those of `place` too."""

    place: tuple[From, ...]
    source: tuple[From, ...]


@dataclass(frozen=True, slots=True)
class Inside:
    """A constraint of a step that is behind calls through pointers: each of these points to that site there."""

    calls: tuple[tuple[tuple[From, ...], int], ...]
    of: Copy | LoadFrom | StoreTo | Everything


Constraint = Copy | LoadFrom | StoreTo | Everything | Inside


def _overlap(a: Offset, b: Offset) -> bool:
    m = gcd(a[1], b[1])
    return a[0] == b[0] if m == 0 else (a[0] - b[0]) % m == 0


def _masked(offset: Offset, v: From) -> Offset:
    if not v.mask:
        return offset
    at, modulus = offset
    unit = 1 << v.mask.bit_length()
    if modulus % unit == 0:
        return (at | v.mask if v.is_set else at & ~v.mask), modulus
    return (0, unit) if not v.is_set and v.mask == unit - 1 else ANYWHERE


def _insert(offsets: set[Offset], new: Offset) -> bool:
    if new in offsets:
        return False
    if new[1] == 0 or offsets:
        for c, m in offsets:
            if m and new[1] % m == 0 and (new[0] - c) % m == 0:
                return False  # already covered
    offsets.add(new)
    if len(offsets) > MAX_OFFSETS:
        m = 0
        first = next(iter(offsets))[0]
        for c, k in offsets:
            m = gcd(gcd(m, k), abs(c - first))
        offsets.clear()
        offsets.add((first % m, m))
    return True


@dataclass(slots=True)
class PointsTo:
    nodes: dict[Node, Targets] = field(default_factory=dict)
    #: what is stored in the objects of a site: offset -> targets of the pointers there
    contents: dict[int, dict[Offset, Targets]] = field(default_factory=dict)
    #: whose values may be numbers
    numbers: set[Node] = field(default_factory=set)
    #: what was asked already, once nothing changes any more
    _asked: dict[tuple[From, ...], Targets] | None = None

    def targets(self, values: Iterable[From]) -> Targets:
        """All targets of a pointer value. (Not to be changed.)"""
        if self._asked is None:
            found = self._targets(values)
            found.pop(NUMBER, None)
            return found
        values = tuple(values)
        known = self._asked.get(values)
        if known is None:
            known = self._asked[values] = self._targets(values)
            known.pop(NUMBER, None)
        return known

    def may_be_number(self, values: Iterable[From]) -> bool:
        return any(v.base == NUMBER or v.base in self.numbers for v in values)

    def _targets(self, values: Iterable[From]) -> Targets:
        out: Targets = {}
        for v in values:
            if isinstance(v.base, int):
                if v.base:
                    _insert(out.setdefault(v.base, set()), _masked((v.shift, v.modulus), v))
                continue
            for site, offsets in self.nodes.get(v.base, _NOTHING).items():
                mine = out.setdefault(site, set())
                for c, m in offsets:
                    g = gcd(m, v.modulus)
                    _insert(mine, _masked(((c + v.shift) % g if g else c + v.shift, g), v))
        return out

    def stored_in(self, site: int) -> set[int]:
        """Sites whose address is stored somewhere in an object of `site`."""
        return {s for t in self.contents.get(site, {}).values() for s in t}

    def _merge(self, into: Targets, new: Targets) -> bool:
        changed = False
        for site, offsets in new.items():
            mine = into.get(site)
            if mine is None:
                mine = into[site] = set()
            for o in sorted(offsets):
                changed |= _insert(mine, o)
        return changed

    def _load(self, place: Targets) -> Targets:
        out: Targets = {}
        for site, offsets in place.items():
            for o, targets in self.contents.get(site, {}).items():
                if any(_overlap(o, p) for p in offsets):
                    self._merge(out, targets)
        return out

    def _store(self, place: Targets, new: Targets) -> list[Node]:
        """The sites whose contents have changed, each as a tuple."""
        changed: list[Node] = []
        for site, offsets in place.items():
            cells = self.contents.setdefault(site, {})
            for o in sorted(offsets):
                if o not in cells and len(cells) >= 4 * MAX_OFFSETS:
                    o = ANYWHERE
                if self._merge(cells.setdefault(o, {}), new):
                    changed.append((site,))
        return changed

    def reached(self, values: Iterable[From]) -> Iterator[int]:
        """The sites of all targets of a pointer value, perhaps some several times."""
        for v in values:
            if isinstance(v.base, int):
                yield v.base
            else:
                yield from self.nodes.get(v.base, _NOTHING)


_NOTHING: Targets = {}


def solve(constraints: Iterable[Constraint]) -> PointsTo:
    """The least solution, by rounds over the constraints in order until nothing changes.

    A constraint is looked at again only after something that it reads has changed: else it would change nothing.
    """
    result = PointsTo()
    todo = list(dict.fromkeys(constraints))
    #: when each constraint was looked at last; nodes, and sites by their number in a tuple: when they changed
    seen = [-1] * len(todo)
    changes: dict[Node, int] = {}
    now, last_change = 0, 0
    while last_change >= 0:
        last_change = -1
        for i, c in enumerate(todo):
            if isinstance(c, Inside):
                if not all(site in result.targets(values) for values, site in c.calls):
                    continue
                c = todo[i] = c.of
            if not _has_changed(c, seen[i], changes, result):
                continue
            now += 1
            seen[i] = now
            for node in _apply(c, result):
                changes[node] = last_change = now
    result.numbers = {node for node, targets in result.nodes.items() if targets.pop(NUMBER, None)}
    for cells in result.contents.values():
        for targets in cells.values():
            targets.pop(NUMBER, None)
    result._asked = {}
    return result


def _has_changed(
    c: Copy | LoadFrom | StoreTo | Everything, since: int, changes: dict[Node, int], result: PointsTo
) -> bool:
    """Anything that a constraint reads, after it was looked at."""
    if since < 0:
        return True
    match c:
        case Copy(values=values):
            return any(changes.get(v.base, -1) >= since for v in values)
        case StoreTo(place=place, values=values):
            return any(changes.get(v.base, -1) >= since for v in place) or any(
                changes.get(v.base, -1) >= since for v in values
            )
        case LoadFrom(place=place) | Everything(source=place):
            more = c.place if isinstance(c, Everything) else ()
            if any(changes.get(v.base, -1) >= since for v in (*place, *more)):
                return True
            return any(changes.get((site,), -1) >= since for site in result.reached(place))


def _apply(c: Copy | LoadFrom | StoreTo | Everything, result: PointsTo) -> list[Node]:
    """What has changed by it: nodes, and the contents of sites."""
    match c:
        case Copy():
            new = result._targets(c.values)
            if new and result._merge(result.nodes.setdefault(c.node, {}), new):
                return [c.node]
        case LoadFrom():
            new = result._load(result.targets(c.place))
            if new and result._merge(result.nodes.setdefault(c.node, {}), new):
                return [c.node]
        case StoreTo():
            new = result._targets(c.values)
            return result._store(result.targets(c.place), new) if new else []
        case Everything():
            changed: list[Node] = []
            for site in result.targets(c.source):
                for offset, new in list(result.contents.get(site, {}).items()):
                    for target in result.targets(c.place):
                        changed += result._store({target: {offset}}, new)
            return changed
    return []
