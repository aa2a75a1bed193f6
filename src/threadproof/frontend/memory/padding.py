"""Which cells of an object have bits that are in no member of it.

Only objects of static storage duration have zeros there (C11 6.7.9p10); what an initialiser for an automatic one leaves
there is open, and gcc -O0 leaves what the stack has.
"""

from __future__ import annotations

from threadproof.frontend.ctypes import DataModel
from threadproof.frontend.memory.layout import MARKS, TAGS, Leaf, SiteInfo


def padded(info: SiteInfo, padding: tuple[tuple[int, int], ...], model: DataModel) -> list[tuple[Leaf, int, int]]:
    """Cells that have some of the bits: the leaf, the number of the element, and which bits of it these are."""
    found = []
    for leaf in info.leaves:
        if leaf.role in (TAGS, MARKS):
            continue  # they begin as those of numbers
        width = 8 * model.size_of(leaf.type)
        last = leaf.offset_of((leaf.count or 1) - 1) * 8 + width
        ranges = [(first, n) for first, n in padding if first < last and 8 * leaf.offset < first + n]
        if not ranges:
            continue
        for i in range(leaf.count or 1):
            start = 8 * leaf.offset_of(i)
            mask = 0
            for first, n in ranges:
                low, high = max(first - start, 0), min(first + n - start, width)
                if low < high:
                    mask |= (1 << high) - (1 << low)
            if mask:
                found.append((leaf, i, mask))
    return found
