"""Why each loop ends, from a proof by ranking functions. Entry point: `loops`."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Any

from threadproof.ir.program import Program
from threadproof.logic.table import read_terms
from threadproof.logic.term import Var
from threadproof.result.invariant import Names
from threadproof.result.loop import Loop
from threadproof.result.verdict import Proof


def loops(program: Program, proof: Proof) -> list[Loop]:
    """Of a proof of the kind `ranking`."""
    return list(_of_layers(program, proof.data))


def _of_layers(program: Program, data: Any) -> Iterator[Loop]:
    names = Names(program)
    widths = {row[2]: row[1] for row in data["terms"] if row[0] == "var"}

    def variable(name: str) -> Var:
        v = names.known.get(name)
        return v if v is not None and v.width == widths[name] else Var(name, widths[name], shared=False)

    terms = read_terms(data["terms"], variable)
    for template, ranks, drops in data["layers"]:
        if drops:
            # (a number that is the same at most places says more than one at a single place)
            rank = max((terms[n] for _, n in ranks), key=lambda t: (bool(t.vars), str(t)))
            yield Loop(_thread(template), _place(program, template, [at for at, _ in ranks]), rank, names.of)
    for template, heads in data["heads"].items():
        for head in heads:
            yield Loop(_thread(template), _place(program, template, [head]), None, names.of)


def _thread(template: str) -> str:
    return template.partition("#")[0]


def _place(program: Program, template: str, places: Collection[int]) -> str:
    """Of the first line among some locations."""
    origins = [(*e.steps, e.origin)[0] for at in places for e in program.templates[template].edges[at]]
    return program.place(min(origins, key=lambda o: (o.file, o.line)))
