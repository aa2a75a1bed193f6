"""What the passes make of a program: `all_forms` after each of them, `final_forms` as engines see it."""

from __future__ import annotations

from threadproof import passes
from threadproof.ir.program import Program
from threadproof.options import FORMS
from threadproof.properties import named


def all_forms(program: Program, property_: str) -> list[tuple[str, Program]]:
    found: list[tuple[str, Program]] = []
    prepared = passes.run(program, named(property_), lambda name, p: found.append((f"plain/{name}", p)))
    for form in FORMS:
        if form != "plain":

            def note(name: str, p: Program, form: str = form) -> None:
                found.append((f"{form}/{name}", p))

            passes.in_form(prepared, named(property_), form, note)
    return found


def final_forms(program: Program, property_: str) -> list[tuple[str, Program]]:
    prepared = passes.run(program, named(property_))
    found = [("plain", prepared)]
    for form in FORMS:
        if form != "plain":
            found.append((form, passes.in_form(prepared, named(property_), form)))
    return found
