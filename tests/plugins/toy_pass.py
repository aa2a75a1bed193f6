"""A toy pass: the edges out of every location in the opposite order. What a program can do stays the same.

Waiting, failing, discarded and unsupported steps, creations, ends, sections and accesses: no edge is changed.
"""

from __future__ import annotations

from dataclasses import replace

from threadproof import passes
from threadproof.ir.program import Program
from threadproof.properties import Kind


def turn_around(program: Program) -> Program:
    turned = {n: replace(t, edges=[out[::-1] for out in t.edges]) for n, t in program.templates.items()}
    return replace(program, templates=turned)


passes.register(passes.Pass("turn-around", turn_around, preserves=frozenset(Kind) - {Kind.ENDLESS}))
