"""Reads plain facts back: names become variables, lists become terms. Nothing is believed, only understood.

`read(program, facts)` raises `BadFacts` if the document does not even make sense for the program.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from threadproof.ir import op as O
from threadproof.ir.program import Program, Template
from threadproof.logic import term as T
from threadproof.logic.floats import RELATIONS
from threadproof.logic.table import MAX_WIDTH, is_well_sorted
from threadproof.logic.term import Term, Var
from threadproof.records import NamedTuple, dataclass

_MANY = {"and": T.and_, "or": T.or_}
_CONDITIONS = {"not", "and", "or", "eq", *T.COMPARISONS, *RELATIONS}


class BadFacts(Exception):
    pass


class Case(NamedTuple):
    where: frozenset[Term]
    held: frozenset[O.Cell]
    tokens: frozenset[O.Cell]
    unstarted: frozenset[str]
    ended: frozenset[str]


@dataclass(slots=True)
class Document:
    owners: frozenset[Var]
    readers: dict[Var, Var]
    ended_at_exit: dict[str, frozenset[str]]
    cases: dict[str, list[list[Case]]]

    def reader_of(self, w: Var) -> Var | None:
        return next((r for r, x in self.readers.items() if x is w), None)


def read(program: Program, facts: Mapping[str, Any]) -> Document:
    try:
        return _read(program, facts)
    except (KeyError, IndexError, TypeError, ValueError, AttributeError, AssertionError) as problem:
        raise BadFacts(f"the facts are not well-formed: {type(problem).__name__} {problem}") from problem


def _read(program: Program, facts: Mapping[str, Any]) -> Document:
    shared = {v.name: v for v in program.shared}
    cases = {}
    for name, at in facts["cases"].items():
        t = program.templates[name]
        names = names_of(program, t)
        if len(at) != len(t.edges):
            raise BadFacts(f"{name} has {len(t.edges)} locations, the facts speak of {len(at)}")
        cases[name] = [[_case(c, names, program) for c in here] for here in at]
    started = {e.op.template for n in cases for e in program.templates[n].all_edges() if isinstance(e.op, O.Create)}
    if not started | {program.main} <= set(cases):
        raise BadFacts(f"nothing is said about {sorted((started | {program.main}) - set(cases))}")
    if not set(facts["ended_at_exit"]) <= set(cases):
        raise BadFacts("the end of a thread is spoken of that is never started")
    return Document(
        frozenset(shared[n] for n in facts["owners"]),
        {shared[r]: shared[w] for r, w in facts["readers"].items()},
        {n: frozenset(program.templates[x].name for x in names) for n, names in facts["ended_at_exit"].items()},
        cases,
    )


def names_of(program: Program, t: Template) -> dict[str, Var]:
    return {v.name: v for v in (*program.shared, *t.locals)}


def _case(data: Mapping[str, Any], names: Mapping[str, Var], program: Program) -> Case:
    where = frozenset(term(x, names) for x in data.get("where", ()))
    for x in where:
        if x.width != T.BOOL or any(v.shared or v.dims for v in x.vars):
            raise BadFacts(f"not a condition on local scalars: {x}")
    held, tokens = (frozenset(cell(x, names) for x in data.get(k, ())) for k in ("held", "tokens"))
    for h in (*held, *tokens):
        if not h.var.shared or any(v.shared or v.dims for i in h.index for v in i.vars):
            raise BadFacts(f"not a shared cell named by local scalars: {h.term}")
    threads = [frozenset(program.templates[n].name for n in data.get(k, ())) for k in ("unstarted", "ended")]
    return Case(where, held, tokens, *threads)


def cell(data: list[Any], names: Mapping[str, Var]) -> O.Cell:
    v = names[data[0]]
    return O.Cell(v, _index(v, tuple(term(x, names) for x in data[1:])))


def term(data: list[Any], names: Mapping[str, Var]) -> Term:
    """Its operands fit: an ill-sorted term means nothing, so anything could be concluded from it."""
    op = data[0]
    if op == "const":
        value, width = data[1:]
        if type(value) is not int or type(width) is not int or not 0 <= width <= MAX_WIDTH or value >> max(width, 1):
            raise BadFacts(f"no constant: {data}")
        return T.const(value, width)
    args = tuple(term(x, names) for x in data[2:])
    if op in ("var", "select"):
        v = names[data[1]]
        return T.select(v, _index(v, args))
    width = data[1] if op in T.RESIZE else _width(op, args)
    if op not in T.OPERATORS or type(width) is not int or not is_well_sorted(op, width, [a.width for a in args]):
        raise BadFacts(f"no term: {str(data)[:80]}")
    if op in T.RESIZE:
        return T.RESIZE[op](args[0], width)
    made: Term = _MANY[op](*args) if op in _MANY else T.REBUILD[op](*args)
    return made


def _index(v: Var, index: tuple[Term, ...]) -> tuple[Term, ...]:
    if len(index) != v.dims or any(i.width == T.BOOL for i in index):
        raise BadFacts(f"{v.name} has {v.dims} dimensions")
    return index


def _width(op: str, args: tuple[Term, ...]) -> int:
    """What it has if its operands fit."""
    if op in _CONDITIONS:
        return T.BOOL
    return args[1 if op == "ite" else 0].width
