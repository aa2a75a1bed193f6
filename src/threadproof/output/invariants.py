"""The invariants of a proof by Horn clauses, in C syntax beside the lines where they hold. Entry: `format_invariants`.

An invariant belongs to a boundary between blocks: it holds whenever a thread (or, in proofs about several at once, each
of these) is about to execute that line, whatever the others do.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from threadproof.ir.program import Program
from threadproof.logic import term as T
from threadproof.logic.table import read_terms
from threadproof.logic.term import Var, conjuncts
from threadproof.output.c_syntax import to_c


def format_invariants(program: Program, data: Mapping[str, Any]) -> str:
    """Of the data of a `horn-solution`."""
    names = Names(program)
    widths = {row[2]: row[1] for row in data["terms"] if row[0] == "var"}
    variables = {name: names.known.get(name) or Var(name, width, shared=False) for name, width in widths.items()}
    terms = read_terms(data["terms"], lambda name: variables[name])
    lines: list[str] = []
    thread = ""
    for predicate, number in data["solution"]:
        places = [p.rsplit("@", 1) for p in predicate.split(" ")]
        heading = ", ".join([t for t, _ in places])
        if heading != thread:
            thread = heading
            lines.append(thread)
        for name, location in places:
            lines.append(_place(program, name, location))
        parts = conjuncts(terms[number])
        said = ["(never)"] if T.FALSE in parts else [to_c(c, names.of) for c in parts] or ["(anything)"]
        lines += [f"               {text}" for text in said]
    return "\n".join(lines) + "\n"


def _place(program: Program, name: str, location: str) -> str:
    out = program.templates[name].edges[int(location[1:])] if location[1:].isdecimal() else []
    if not out:
        return f"    {location:>7}"
    origin = out[0].origin
    return f"    {origin.line:>7} | {program.source_text(origin)}"


class Names:
    """What people call the variables."""

    def __init__(self, program: Program) -> None:
        every = [*program.shared, *[v for t in program.templates.values() for v in t.locals]]
        self.known = {v.name: v for v in every}

    def of(self, v: Var) -> str:
        name, copy = v.name, ""
        if "'" in name:
            name, number = name.rsplit("'", 1)
            copy = f" of thread {int(number) + 1}"
        original = self.known.get(name)
        if original is None:
            text = name
        elif name.endswith(".owner"):
            text = f"owner({original.lvalue or name.removesuffix('.owner')})"
        else:
            text = original.lvalue or name
        return f"«{text}{copy}»" if copy else text
