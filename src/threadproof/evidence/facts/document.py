"""Reads plain facts back: names become variables, lists become terms. Nothing is believed, only understood.

`read(program, facts)` raises `BadFacts` if the document does not even make sense for the program.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from threadproof.ir import op as O
from threadproof.ir.program import Program, Template
from threadproof.logic import term as T
from threadproof.logic.term import Term, Var

#: operators whose result width is not that of their arguments, and that `rebuild` takes from a template term
_RESIZING = {"zext": T.zext, "sext": T.sext, "extract": T.extract}
_MANY = {"and": T.and_, "or": T.or_}


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
    if len(data) - 1 != v.dims:
        raise BadFacts(f"{v.name} has {v.dims} dimensions")
    return O.Cell(v, tuple(term(x, names) for x in data[1:]))


def term(data: list[Any], names: Mapping[str, Var]) -> Term:
    op = data[0]
    if op == "const":
        return T.const(data[1], data[2])
    if op == "var":
        return T.var(names[data[1]])
    args = tuple(term(x, names) for x in data[2:])
    if op == "select":
        return T.select(names[data[1]], args)
    if op in _RESIZING:
        return _RESIZING[op](args[0], data[1])
    if op in _MANY:
        return _MANY[op](*args)
    if op not in T.OPERATORS:
        raise BadFacts(f"unknown operator {op}")
    made: Term = T.REBUILD[op](*args)
    return made
