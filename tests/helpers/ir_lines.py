"""The edges of a template as short lines, to compare in tests of passes."""

from __future__ import annotations

from threadproof.ir.printer import print_op
from threadproof.ir.program import Program


def lines(program: Program, thread: str = "main") -> list[str]:
    """`0 -> 1: x := 1`, without the prefix of local names and without the step that ends the thread."""
    t = program.templates[thread]
    found = []
    for e in t.all_edges():
        text = print_op(e.op).replace(f"{thread}.", "")
        if not text.startswith("ended["):
            target = "error" if e.target in t.errors else "exit" if e.target == t.exit else str(e.target)
            found.append(f"{e.source} -> {target}: {text}")
    return found
