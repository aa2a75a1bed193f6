"""The checker for proofs by symmetry-aware predicate abstraction: the abstract program can do what the program can.

The proof names predicates, a Boolean broadcast program over them, and evidence that this reaches no error. Checked is,
statement by statement, that every transition of the program has an edge, and that whatever the edge says about Booleans
is true of their predicates: values that are assigned, values that are kept, and every constraint, for all states of the
active thread, of passive ones that are different from it, and inputs. Then the evidence is checked (`broadcast.closed`,
`broadcast.inductive`). Trusted: the transitions of a program (`blocks.transitions`), what formulas say of threads with
a part in a step (`blocks.crowd`), how many instances there are at most (`analysis.instances`), and what a broadcast
program's steps are (`broadcast.moves`).

    boundaries, movers   as for Horn clauses
    predicates           [Boolean, template or null, term]
    terms                rows of `logic.table`; a variable is its name
    abstract             the text of the broadcast program, line by line
    locations            {template: [[boundary, location of the broadcast program]]}
    edges                {template: [[boundary, number of the transition there]]}, in the order of the program's edges
    places               [template, location, values]
    states               [shared valuation, places...], or
    sets, set_terms      [[[template, location], ...], a formula about the Booleans of threads there], or
    known, basis         like states, for any number of threads
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from threadproof.blocks.crowd import Crowd
from threadproof.blocks.transitions import Transition, Transitions
from threadproof.broadcast import closed, inductive
from threadproof.broadcast.cover import Uncoverable
from threadproof.broadcast.moves import LocalState
from threadproof.broadcast.parser import parse_program
from threadproof.broadcast.program import (
    ACTIVE,
    ENTRY,
    NEW,
    Edge,
    Start,
    Template,
    Update,
    after,
    now,
    variable,
)
from threadproof.broadcast.program import (
    Program as Abstract,
)
from threadproof.broadcast.trace import State
from threadproof.errors import InputError
from threadproof.evidence.proof import Checked
from threadproof.evidence.proof.between import between_blocks, by_name, guarded
from threadproof.evidence.proof.complaint import Complaint, Malformed
from threadproof.evidence.proof.prover import Prover
from threadproof.ir.program import Program
from threadproof.logic import term as T
from threadproof.logic.table import read_terms
from threadproof.logic.term import Term, conjuncts
from threadproof.properties import Property
from threadproof.records import dataclass


def check(program: Program, property_: Property, data: object, prover: Prover) -> Checked:
    return guarded(data, prover, lambda proof, counts: _complaints(program, property_, proof, prover, counts))


def _complaints(
    program: Program, property_: Property, data: Mapping[str, Any], prover: Prover, counts: dict[str, int]
) -> Iterator[Complaint]:
    transitions = yield from between_blocks(program, property_, data)
    if transitions is None:
        return
    try:
        abstract = parse_program("\n".join(data["abstract"]), "the abstract program")
    except InputError as error:
        raise Malformed(str(error)) from None
    checker = _Checker(transitions, data, abstract, prover)
    counts.update(predicates=len(checker.predicates), edges=sum(len(t.edges) for t in abstract.templates))
    is_wrong = False
    for complaint in checker.complaints():
        is_wrong = True
        yield complaint
    if is_wrong:
        return
    problem = _evidence(abstract, data, counts)
    if problem is not None:
        yield Complaint(f"the abstract program may reach an error: {problem}")


def _evidence(abstract: Abstract, data: Mapping[str, Any], counts: dict[str, int]) -> str | None:
    if "sets" in data:
        from threadproof.broadcast import closed_sets

        terms = read_terms(data["set_terms"], lambda name: variable(str(name)))
        sets = [(tuple([(int(t), int(at)) for t, at in control]), terms[n]) for control, n in data["sets"]]
        counts["states"] = len(sets)
        return closed_sets.complaint(abstract, _bounds(abstract), sets)
    places = [LocalState(int(t), int(at), int(values)) for t, at, values in data["places"]]
    if any(t < 0 or at < 0 or values < 0 for t, at, values in places):
        raise Malformed("a place is negative")
    if "states" in data:
        counts["states"] = len(data["states"])
        return closed.complaint(
            abstract, _bounds(abstract), places, [(int(s), tuple(bag)) for s, *bag in data["states"]]
        )
    known = frozenset((int(shared), places[i]) for shared, *at in data["known"] for i in at)
    basis = []
    for shared, *bag in data["basis"]:
        threads: dict[LocalState, int] = {}
        for i in bag:
            threads[places[i]] = threads.get(places[i], 0) + 1
        basis.append(State(int(shared), tuple(sorted(threads.items()))))
    counts["states"] = len(known)
    return inductive.complaint(abstract, Uncoverable(known, tuple(basis)))


def _bounds(abstract: Abstract) -> dict[str, int]:
    if any(t.number is None for t in abstract.templates):
        raise Malformed("the number of threads is not bounded")
    return {t.name: t.number or 0 for t in abstract.templates}


@dataclass(frozen=True, slots=True)
class _Predicate:
    template: str | None
    term: Term


class _Checker:
    def __init__(self, transitions: Transitions, data: Mapping[str, Any], abstract: Abstract, prover: Prover) -> None:
        self.transitions = transitions
        self.crowd = Crowd(transitions)
        self.abstract = abstract
        self.prover = prover
        self.data = data
        self.templates = {t.name: t for t in abstract.templates}
        self.predicates = self._read_predicates()
        self.location = {name: {int(at): int(n) for at, n in pairs} for name, pairs in data["locations"].items()}

    def _read_predicates(self) -> dict[str, _Predicate]:
        everything = [*self.crowd.shared, *[v for own in self.crowd.locals.values() for v in own]]
        terms = read_terms(self.data["terms"], by_name(everything))
        found: dict[str, _Predicate] = {}
        for name, template, number in self.data["predicates"]:
            term = terms[number]
            visible = self.crowd.shared if template is None else self.crowd.shared | self.crowd.locals[template]
            if term.width != T.BOOL or not term.vars <= visible or name in found:
                raise Malformed(f"{name} is no predicate")
            found[name] = _Predicate(template, term)
        return found

    def own(self, template: str | None) -> list[tuple[str, _Predicate]]:
        return [(name, p) for name, p in self.predicates.items() if p.template == template]

    # ------------------------------------------------------------ the frame

    def complaints(self) -> Iterator[Complaint]:
        if set(self.templates) != set(self.transitions.of):
            raise Malformed("the abstract program has other templates")
        if {name for name, _ in self.abstract.shared} != {name for name, _ in self.own(None)}:
            raise Malformed("the shared Booleans are not those of the shared predicates")
        for name, value in self.abstract.shared:
            if value is not None and not self._holds([], self._initially(name, value)):
                yield Complaint(f"{name} does not have the value {value} at the beginning")
        for t in self.abstract.templates:
            yield from self._template(t)

    def _template(self, t: Template) -> Iterator[Complaint]:
        is_main = t.name == self.crowd.program.main
        if {name for name, _ in t.locals} != {name for name, _ in self.own(t.name)}:
            raise Malformed(f"the Booleans of {t.name} are not those of its predicates")
        most = self.crowd.most[t.name]
        if t.number is not None and (most is None or t.number < most):
            yield Complaint(f"there may be more than {t.number} threads of {t.name}")
        elif t.number is not None and most is not None and t.number > most:
            yield Complaint(f"there are at most {most} threads of {t.name}")
        if t.dormant == is_main:
            yield Complaint(f"{t.name} does not begin as it should")
        if is_main:
            for name, value in t.locals:
                if value is not None and not self._holds([], self._initially(name, value)):
                    yield Complaint(f"{name} does not have the value {value} at the beginning")
            initial = {_named(n, p, ACTIVE): self.crowd.initially(p.term) for n, p in self._visible(t.name)}
            for part in conjuncts(t.initially):
                if not self._holds([], _translated(part, initial)):
                    yield Complaint(f"{part} need not hold at the beginning")
        elif t.initially is not T.TRUE or any(value is not None for _, value in t.locals):
            yield Complaint(f"{t.name} has initial values")
        location = self.location[t.name]
        if location[self.crowd.program.templates[t.name].entry] != ENTRY or len(set(location.values())) != len(
            location
        ):
            raise Malformed(f"the locations of {t.name}")
        yield from self._edges(t)

    def _edges(self, t: Template) -> Iterator[Complaint]:
        origins = self.data["edges"][t.name]
        if len(origins) != len(t.edges):
            raise Malformed(f"the edges of {t.name}")
        missing = {
            (at, n) for at, out in self.transitions.of[t.name].items() for n, w in enumerate(out) if w.end != "halt"
        }
        for edge, (at, n) in zip(t.edges, origins, strict=True):
            w = self.transitions.of[t.name][at][n]
            missing.discard((at, n))
            yield from self._edge(t, edge, w)
        for at, n in sorted(missing):
            yield Complaint(f"{self.transitions.of[t.name][at][n]!r} has no edge")

    def _initially(self, name: str, value: int) -> Term:
        t = self.crowd.initially(self.predicates[name].term)
        return t if value else T.not_(t)

    def _visible(self, template: str) -> list[tuple[str, _Predicate]]:
        return [*self.own(None), *self.own(template)]

    # ------------------------------------------------------------ one edge

    def _edge(self, t: Template, edge: Edge, w: Transition) -> Iterator[Complaint]:
        location = self.location[t.name]
        if edge.source != location[w.source]:
            yield Complaint(f"the edge of {w!r} begins elsewhere")
        if edge.target not in t.errors if w.end else edge.target != location[w.target]:
            yield Complaint(f"the edge of {w!r} ends elsewhere")
        match edge.statement:
            case Start():
                yield from self._start(edge.statement, w)
            case Update():
                if w.created:
                    yield Complaint(f"the edge of {w!r} starts no thread")
                yield from self._update(edge.statement, w)
            case _:
                yield Complaint(f"the edge of {w!r} is an assertion")

    def _start(self, s: Start, w: Transition) -> Iterator[Complaint]:
        if not self.crowd.is_creation(w) or w.created[0].template != s.template or w.end:
            yield Complaint(f"the edge of {w!r} starts a thread")
            return
        (creation,) = w.created
        guard = conjuncts(w.guard)
        for name, p in self._visible(w.template.name):
            if not self._holds(guard, T.eq(self.crowd.after(p.term, w.template.name, 0, w), p.term)):
                yield Complaint(f"{w!r} changes {name}")
        meaning = self._before(w.template.name, 0, ACTIVE)
        meaning |= {_named(n, p, NEW): self.crowd.begun(p.term, creation) for n, p in self.own(s.template)}
        for part in conjuncts(s.condition):
            if not self._holds(guard, _translated(part, meaning)):
                yield Complaint(f"a thread that {w!r} starts need not satisfy {part}")

    def _update(self, u: Update, w: Transition) -> Iterator[Complaint]:
        name = w.template.name
        guard = conjuncts(w.guard)
        assigned: dict[str, Term | None] = dict(u.assigned)
        if len(assigned) != len(u.assigned):
            raise Malformed("something is assigned twice")
        active = self._before(name, 0, ACTIVE)
        for boolean, p in self._visible(name):
            said = f"{ACTIVE}.{boolean}" if p.template is not None else boolean
            then = self.crowd.after(p.term, name, 0, w)
            if said in assigned:
                value = assigned[said]
                if value is not None and not self._holds(guard, T.eq(then, _translated(value, active))):
                    yield Complaint(f"after {w!r} {said} need not be {value}")
            elif (p.template, boolean) not in u.broadcast and not self._holds(guard, T.eq(then, p.term)):
                yield Complaint(f"{w!r} changes {said}")
        for other in self.templates:
            if self.crowd.may_meet(name, other):
                together = (*guard, *conjuncts(self.crowd.different(name, other)))
                for boolean, p in self.own(other):
                    if (other, boolean) not in u.broadcast:
                        then = self.crowd.after(p.term, other, 1, w)
                        if not self._holds(together, T.eq(then, self.crowd.said(p.term, other, 1))):
                            yield Complaint(f"{w!r} changes {boolean} of other threads")
        for c in u.constraints:
            templates = [name, *[other for _, other in c.passive]]
            meaning = active | self._after(w, name, 0, ACTIVE)
            for part, (index, other) in enumerate(c.passive, 1):
                meaning |= self._before(other, part, index) | self._after(w, other, part, index)
            together = (*guard, *conjuncts(self.crowd.different(*templates)))
            if not self._holds(together, _translated(c.formula, meaning)):
                yield Complaint(f"{w!r} need not satisfy {c.formula}")

    def _before(self, template: str, part: int, index: str) -> dict[Term, Term]:
        return {_named(n, p, index): self.crowd.said(p.term, template, part) for n, p in self._visible(template)}

    def _after(self, w: Transition, template: str, part: int, index: str) -> dict[Term, Term]:
        return {
            _named(n, p, index, primed=True): self.crowd.after(p.term, template, part if p.template else 0, w)
            for n, p in self._visible(template)
        }

    def _holds(self, facts: tuple[Term, ...] | list[Term], goal: Term) -> bool:
        return goal is T.TRUE or self.prover.entails(facts, goal)


def _named(name: str, p: _Predicate, index: str, *, primed: bool = False) -> Term:
    said = name if p.template is None else f"{index}.{name}"
    return after(said) if primed else now(said)


def _translated(t: Term, meaning: Mapping[Term, Term]) -> Term:
    """A formula over Booleans, in terms of what they mean."""
    names = {b.var: m for b, m in meaning.items() if b.var is not None}
    if not t.vars <= names.keys():
        raise Malformed(f"{t} is about something unknown")
    return T.substitute(t, names)
