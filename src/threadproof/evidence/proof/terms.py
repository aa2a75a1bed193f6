"""Reads the clauses of a proof: every row is checked to be a term of this program before it becomes one."""

from __future__ import annotations

from typing import Any

from threadproof.evidence.proof.complaint import Malformed
from threadproof.ir import op as O
from threadproof.ir.program import MAIN_ID, Program, Template
from threadproof.ir.symbolic import Symbolic
from threadproof.logic import term as T
from threadproof.logic.table import MAX_WIDTH, is_well_sorted, read_terms
from threadproof.logic.term import Term, Var

#: of an index of an array that the program never uses
USUAL_WIDTH = 32


def read_clauses(rows: list[Any], symbolic: Symbolic) -> list[Term]:
    """The terms of the table. Raises Malformed."""
    names = _Variables(symbolic)
    widths: list[int] = []
    for number, row in enumerate(rows):
        if not isinstance(row, list) or not _is_well_typed(row, widths, names):
            raise Malformed(f"row {number} of the terms is no term of this program: {str(row)[:80]}")
        widths.append(row[1])
    try:
        return read_terms(rows, names.find)
    except ValueError as problem:
        raise Malformed(str(problem)) from problem


def _is_well_typed(row: list[Any], widths: list[int], names: _Variables) -> bool:
    """Given the widths of the rows before: is this an operator with arguments that it can have?"""
    if len(row) < 3 or not isinstance(row[0], str) or type(row[1]) is not int or not 0 <= row[1] <= MAX_WIDTH:
        return False
    op: str = row[0]
    width: int = row[1]
    rest = row[2:]
    if op == "const":
        return len(rest) == 1 and isinstance(rest[0], str) and rest[0].isdecimal() and len(rest[0]) <= MAX_WIDTH
    is_cell = op in ("var", "select")
    numbers = rest[1:] if is_cell else rest
    if not all(type(n) is int and 0 <= n < len(widths) for n in numbers):
        return False
    given = [widths[n] for n in numbers]
    if is_cell:
        v = names.find(rest[0])
        return v.width == width and bool(given) == (op == "select") and names.index_widths(v) == tuple(given)
    return is_well_sorted(op, width, given)


class _Variables:
    """A variable is named [instance, name], a shared one [0, name]."""

    def __init__(self, symbolic: Symbolic) -> None:
        self.symbolic = symbolic
        program = symbolic.program
        self._shared = {v.name: v for v in program.shared}
        self._locals: dict[str, list[tuple[Template, Var]]] = {}
        for t in program.templates.values():
            for v in t.locals:
                self._locals.setdefault(v.name, []).append((t, v))
        self._widths = _index_widths(program)

    def find(self, name: object) -> Var:
        match name:
            case [int(instance), str(text)]:
                found = self._shared.get(text) if instance == 0 else self._local(instance, text)
                if found is not None:
                    return found
        raise Malformed(f"there is no variable {name!r}")

    def _local(self, instance: int, name: str) -> Var | None:
        program = self.symbolic.program
        owners = [(t, v) for t, v in self._locals.get(name, ()) if _may_run_as(instance, t, program)]
        if len(owners) != 1:
            return None
        template, v = owners[0]
        return self.symbolic.local_of(instance, template.name, v)

    def index_widths(self, v: Var) -> tuple[int, ...] | None:
        """None: indices of different widths are used."""
        return self._widths.get(self.symbolic.origin[v][1], (USUAL_WIDTH,) * v.dims) if v.dims else ()


def _may_run_as(instance: int, t: Template, program: Program) -> bool:
    if t.name == program.main:
        return instance == MAIN_ID
    return instance > MAIN_ID if t.single_id is None else instance == t.single_id


def _index_widths(program: Program) -> dict[Var, tuple[int, ...] | None]:
    """Of each array that is used, the widths of its indices; None if there are different ones."""
    found: dict[Var, set[tuple[int, ...]]] = {}
    for t in program.templates.values():
        for e in t.all_edges():
            cells = [(c.var, c.index) for c in O.writes(e.op)]
            cells += [(u.var, u.args) for r in O.reads(e.op) for u in T.subterms(r) if u.var is not None]
            for v, index in cells:
                if index:
                    found.setdefault(v, set()).add(tuple([i.width for i in index]))
    return {v: widths.pop() if len(widths) == 1 else None for v, widths in found.items()}
