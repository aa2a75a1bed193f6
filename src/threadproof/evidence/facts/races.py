"""Is there no data race? Every two accesses that conflict must be excluded, for the reason that the facts give.

Entry point: `check(program, facts)`, which returns what is wrong; nothing means that the facts prove it. Reasons, one
for each pair of cases in which both edges may be taken:

    ["unstarted", n], ["ended", n]   side n knows that the other's template is not running
    ["cells"]                        the two indices differ in every state
    ["lock", a, b]                   the sides hold cells a and b, which are the same lock if the accesses meet
    ["secret", n, k]                 side n keeps secret number k, without which the other access is another one
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from threadproof.evidence.facts import local, secrets
from threadproof.evidence.facts.cases import CaseRules
from threadproof.evidence.facts.document import BadFacts, Case, cell, names_of, read
from threadproof.evidence.facts.secrets import SecretRules
from threadproof.evidence.facts.sections import inside
from threadproof.ir import op as O
from threadproof.ir.program import Edge, Program, Template
from threadproof.logic import term as T
from threadproof.logic.term import Term, Var
from threadproof.records import NamedTuple

#: kinds of variables that can be raced for, as in engines.explore.races
KINDS = ("data", "life")
Index = tuple[Term, ...]


class Place(NamedTuple):
    template: Template
    edge: Edge
    access: O.Access
    #: template, location, number of the edge, number of the access
    key: tuple[str, int, int, int]
    is_inside: bool


def check(program: Program, facts: Mapping[str, Any]) -> list[str]:
    try:
        document = read(program, facts)
        claims = secrets.read(program, facts)
        reasons = {(tuple(a), tuple(b)): why for a, b, why in facts["pairs"]}
    except BadFacts as problem:
        return [str(problem)]
    except (KeyError, TypeError, ValueError) as problem:
        return [f"the pairs are not well-formed: {problem}"]
    rules = CaseRules(program, document)
    kept = SecretRules(rules.threads, claims)
    found = [*rules.complaints(), *kept.complaints()]
    return found or list(RaceRules(program, rules, kept, reasons).complaints())


class RaceRules:
    def __init__(
        self, program: Program, rules: CaseRules, kept: SecretRules, reasons: Mapping[tuple[Any, ...], Any]
    ) -> None:
        self.program = program
        self.rules = rules
        self.kept = kept
        self.reasons = reasons

    def complaints(self) -> Iterator[str]:
        places: dict[Var, list[Place]] = {}
        for t in self.rules.threads.templates:
            opened = inside(t) or frozenset()
            for location, out in enumerate(t.edges):
                for n, e in enumerate(out):
                    if isinstance(e.op, O.Unsupported) and self.rules.document.cases[t.name][location]:
                        yield f"{t.name} may reach what is not understood: {e.op.what}"
                    for k, x in enumerate(O.footprint(e.op)):
                        if x.var.kind in KINDS:
                            place = Place(t, e, x, (t.name, location, n, k), location in opened)
                            places.setdefault(x.var, []).append(place)
        for v, users in places.items():
            for i, a in enumerate(users):
                for b in users[: i + 1]:
                    if self._may_race(a, b):
                        problem = self.pair(a, b)
                        if problem:
                            yield f"{v.name}: {_named(a)} and {_named(b)}: {problem}"

    def _may_race(self, a: Place, b: Place) -> bool:
        if a.template is b.template and self.rules.threads.id_of(a.template) is not None:
            return False
        both_atomic, both_inside = a.access.atomic and b.access.atomic, a.is_inside and b.is_inside
        return (a.access.write or b.access.write) and not both_atomic and not both_inside

    def pair(self, a: Place, b: Place) -> str | None:
        """What is wrong with the reasons that are given for two accesses."""
        why = self.reasons.get((a.key, b.key))
        if why is None:
            return "no reason is given"
        cases = [
            (c, d) for c in self.rules.possible(a.template, a.edge) for d in self.rules.possible(b.template, b.edge)
        ]
        try:
            for c, d in cases:
                if not any(self._excludes(reason, a, c, b, d) for reason in why):
                    return f"{why} is not true"
        except (BadFacts, KeyError, IndexError, TypeError) as problem:
            return f"{why} makes no sense: {problem}"
        return None

    def _excludes(self, reason: list[Any], a: Place, c: Case, b: Place, d: Case) -> bool:
        match reason[0]:
            case "unstarted" | "ended":
                case, other = ((c, b), (d, a))[reason[1]]
                return other.template.name in (case.unstarted if reason[0] == "unstarted" else case.ended)
            case "cells":
                return self._are_apart(a, c, b, d)
            case "secret":
                keeper, other, case = ((a, b, d), (b, a, c))[reason[1]]
                return self.kept.excludes(reason[2], keeper[:3], other[:3], case)
            case "lock":
                x = cell(reason[1], names_of(self.program, a.template))
                y = cell(reason[2], names_of(self.program, b.template))
                if x not in c.held | c.tokens or y not in d.held | d.tokens or not self._is_exclusive(x.var, y.var):
                    return False
                return _is_same_lock(
                    _known(a.access.index, c), _known(x.index, c), _known(b.access.index, d), _known(y.index, d)
                )
            case _:
                return False

    def _is_exclusive(self, x: Var, y: Var) -> bool:
        """Not two owners, and not an owner and a reader, of one lock."""
        readers = self.rules.document.readers
        if x in readers and y in readers:
            return False
        return readers.get(x, x) is readers.get(y, y)

    def _are_apart(self, a: Place, c: Case, b: Place, d: Case) -> bool:
        if len(a.access.index) != len(b.access.index):
            return False
        for x, y in zip(_known(a.access.index, c), _known(b.access.index, d), strict=True):
            if x.value is not None and y.value is not None and x.value != y.value:
                return True
            x, y = _unwrapped(x, y)
            if x.var is a.template.self_var and y.var is b.template.self_var and x.op == y.op == "var":
                return True
        return False


def _named(p: Place) -> str:
    return f"{p.template.name} L{p.key[1]} (line {p.edge.origin.line})"


def _known(index: Index, c: Case) -> Index:
    values = local.values(c.where)
    return tuple(T.substitute(i, values) for i in index)


def _unwrapped(x: Term, y: Term) -> tuple[Term, Term]:
    """x and y are equal if and only if these are."""
    while x.op == y.op and x.args and x.args[0].width == y.args[0].width:
        if x.op == "add" and not (x.args[1].op == "const" and x.args[1] is y.args[1]):
            break
        if x.op not in ("zext", "sext", "add"):
            break
        x, y = x.args[0], y.args[0]
    return x, y


def _is_same_lock(a: Index, lock_a: Index, b: Index, lock_b: Index) -> bool:
    """Do equal accesses have equal locks? What the accesses have in common gets a common name."""
    mine: dict[Term, Term] = {}
    theirs: dict[Term, Term] = {}
    names: set[Var] = set()
    for n, (x, y) in enumerate(zip(a, b, strict=False) if len(a) == len(b) else ()):
        x, y = _unwrapped(x, y)
        if x.width == y.width:
            if x.value is not None or y.value is not None:
                constant = x if x.value is not None else y
                mine[x], theirs[y] = constant, constant
            else:
                name = Var(f"same{n}", x.width, True)
                names.add(name)
                mine[x] = theirs[y] = T.var(name)
    if len(lock_a) != len(lock_b):
        return False
    for x, y in zip(lock_a, lock_b, strict=True):
        x, y = _renamed(x, mine), _renamed(y, theirs)
        if x is not y or not x.vars <= names:
            return False
    return True


def _renamed(t: Term, names: Mapping[Term, Term]) -> Term:
    if t in names:
        return names[t]
    return T.rebuild(t, tuple(_renamed(a, names) for a in t.args)) if t.args else t
