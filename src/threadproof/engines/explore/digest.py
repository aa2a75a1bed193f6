"""One number for a whole set of reached states, whatever the order they were found in.

The distinct shared tuples and instance tuples are sorted by their text and numbered by rank; each state becomes the
row of ranks of its parts, by instance id; the digest is over the texts and the sorted rows.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable

from threadproof.engines.explore.graph import BITS, FIELD, Graph


def digest(graph: Graph, states: Iterable[int]) -> str:
    fields = [(f, BITS * f) for _, f in sorted(graph.fields.items())]
    used_shared: dict[int, int] = {}
    used_locals: dict[int, int] = {0: 0}
    rows = []
    for s in states:
        used_shared[s & FIELD] = 0
        for _, shift in fields:
            used_locals[s >> shift & FIELD] = 0
        rows.append(s)
    h = hashlib.sha256()
    for used, values in ((used_shared, graph.shared), (used_locals, graph.locals)):
        texts = sorted((repr(values[n]), n) for n in used)
        for rank, (text, n) in enumerate(texts):
            used[n] = rank
            h.update(text.encode())
            h.update(b"\n")
    moves = [(shift, BITS * (i + 1)) for i, (_, shift) in enumerate(fields)]
    ranked = []
    for s in rows:
        row = used_shared[s & FIELD]
        for source, target in moves:
            row |= used_locals[s >> source & FIELD] << target
        ranked.append(row)
    ranked.sort()
    size = (BITS * (len(fields) + 1) + 7) // 8
    for row in ranked:
        h.update(row.to_bytes(size, "little"))
    return h.hexdigest()
