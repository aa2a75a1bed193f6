"""A broadcast program as text that `parser` reads back. Entry points: `print_program`, `print_statement`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import assert_never

from threadproof.broadcast.parser import KEYWORDS
from threadproof.broadcast.program import (
    ACTIVE,
    Assert,
    Constraint,
    Declared,
    Program,
    Start,
    Statement,
    Template,
    Update,
)
from threadproof.logic.show import show
from threadproof.logic.term import TRUE, Term


def print_program(program: Program) -> str:
    blocks = ["\n".join(_template(t)) + "\n" for t in program.templates]
    if program.shared:
        blocks.insert(0, f"shared {_declared(program.shared)};\n")
    return "\n".join(blocks)


def print_statement(statement: Statement, template: str) -> str:
    """`template` is the one that the statement belongs to: its own locals need no prefix."""
    match statement:
        case Assert(condition):
            return f"assert {show(condition)}"
        case Start(started, condition):
            return f"start {_name(started)}" + ("" if condition is TRUE else f" when {show(condition)}")
        case Update((), (), (Constraint(formula, ()),)) if not any(v.name.endswith("'") for v in formula.vars):
            return f"assume {show(formula)}"
        case Update(assigned, broadcast, constraints):
            parts = [f"{target} := {_value(value)}" for target, value in assigned]
            parts += [
                f"all({name if owner == template else f'{_name(owner)}.{name}'}) := *" for owner, name in broadcast
            ]
            return " ".join([", ".join(parts) or "skip", *map(_constraint, constraints)])
        case other:
            assert_never(other)


def _template(t: Template) -> Iterator[str]:
    yield f"template {_name(t.name)} {'*' if t.number is None else t.number}{' dormant' if t.dormant else ''} {{"
    if t.locals:
        yield f"    local {_declared(t.locals)};"
    if t.initially is not TRUE:
        yield f"    initially {show(t.initially)};"
    if t.errors:
        yield f"    error {', '.join(map(str, t.errors))};"
    for location, names in t.forgets:
        yield f"    forgets {location}: {', '.join(names)};"
    for e in t.edges:
        yield f"    {e.source}: {print_statement(e.statement, t.name)} -> {e.target};"
    yield "}"


def _name(name: str) -> str:
    """Of a template: what a programmer called a function may be a keyword here."""
    is_plain = re.fullmatch(r"[A-Za-z_]\w*", name, re.A) and name not in KEYWORDS and name != ACTIVE
    return name if is_plain else f'"{name}"'


def _declared(names: tuple[Declared, ...]) -> str:
    return ", ".join(f"{name} = {'*' if value is None else value}" for name, value in names)


def _value(value: Term | None) -> str:
    return "*" if value is None else show(value)


def _constraint(c: Constraint) -> str:
    indices = ", ".join(f"{index}: {_name(template)}" for index, template in c.passive)
    return f"constrain {f'[{indices}] ' if indices else ''}{show(c.formula)}"
