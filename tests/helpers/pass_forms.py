"""What the passes make of a program: `all_forms` after each of them, `final_forms` as engines see it."""

from __future__ import annotations

from threadproof import passes
from threadproof.ir.program import Program
from threadproof.options import FORMS


def all_forms(program: Program, property_: str) -> list[tuple[str, Program]]:
    found: list[tuple[str, Program]] = []
    prepared = passes.run(program, property_, lambda name, p: found.append((f"plain/{name}", p)))
    for form in FORMS:
        if form != "plain":

            def note(name: str, p: Program, form: str = form) -> None:
                found.append((f"{form}/{name}", p))

            passes.run(passes.for_formulas(prepared, property_, form, note), property_, note)
    return found


def final_forms(program: Program, property_: str) -> list[tuple[str, Program]]:
    prepared = passes.run(program, property_)
    found = [("plain", prepared)]
    for form in FORMS:
        if form != "plain":
            found.append((form, passes.run(passes.for_formulas(prepared, property_, form), property_)))
    return found
