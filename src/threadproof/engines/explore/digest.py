"""One number for a whole set of reached states, whatever the order in which they were found.

A state is an int made of the hash values of its parts (see `graph`), so the sorted ints are canonical.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable

CHUNK = 10_000


def digest(states: Iterable[int]) -> str:
    rows = sorted(states)
    size = (rows[-1].bit_length() + 7) // 8 if rows else 0
    h = hashlib.sha256()
    for i in range(0, len(rows), CHUNK):
        h.update(b"".join([s.to_bytes(size, "little") for s in rows[i : i + CHUNK]]))
    return h.hexdigest()
