"""Predicate abstraction of clauses: which literals over the atoms of the head follow from literals of the body.

An abstract fact is a predicate with a cube: literals that hold together. It follows by a clause from abstract facts of
the body, and its cube is all that is implied, one literal at a time. Entry point: `Abstraction.conclude`.
"""

from __future__ import annotations

from threadproof.horn.clause import Application, Clause, Predicate
from threadproof.horn.houdini import instance
from threadproof.horn.parts import Split, Splitter
from threadproof.logic import term as T
from threadproof.logic.evaluate import Model, evaluate
from threadproof.logic.term import Term
from threadproof.records import dataclass, field
from threadproof.smt.solver import Solver

Cube = tuple[Term, ...]


@dataclass(slots=True, eq=False)
class Node:
    """An abstract fact (no predicate: false) and how it was derived."""

    predicate: Predicate | None
    cube: Cube
    clause: Clause
    premises: tuple[Node, ...]
    #: equal for equal cubes
    number: int = 0
    #: how many atoms its predicate had
    atoms: int = 0
    literals: frozenset[Term] = field(init=False)
    is_active: bool = True
    #: nodes that it is a premise of; and what was not added because of it: clauses with premises
    users: list[Node] = field(default_factory=list)
    covered: list[tuple[Clause, tuple[Node, ...]]] = field(default_factory=list)
    #: its literals, said of an application's arguments
    _said: dict[Application, list[Term]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.literals = frozenset(self.cube)

    def said_of(self, a: Application) -> list[Term]:
        found = self._said.get(a)
        if found is None:
            found = self._said[a] = [instance(t, a) for t in self.cube]
        return found


class Abstraction:
    def __init__(self, solver: Solver) -> None:
        self._splitter = Splitter(solver)
        #: predicate -> its atoms, in the order they came
        self.atoms: dict[Predicate, dict[Term, None]] = {}
        #: predicate -> what holds in any case, and is part of every cube
        self.lemmas: dict[Predicate, tuple[Term, ...]] = {}
        self._known: dict[tuple[Clause, tuple[int, ...]], _Conclusion] = {}
        self._cubes: dict[Cube, int] = {}
        self._instances: dict[tuple[Term, Application], Term] = {}

    def add(self, p: Predicate, fact: Term) -> bool:
        """Make an atom of a fact, unless it is one already."""
        if fact.op == "not":
            fact = fact.args[0]
        if fact.value is not None or fact in self.atoms.setdefault(p, {}):
            return False
        self.atoms[p][fact] = None
        return True

    def conclude(self, clause: Clause, premises: tuple[Node, ...]) -> Node | None:
        """What follows by a clause from one abstract fact for each application in its body. None: it cannot be.

        What the solver does not decide is taken to be possible.
        """
        key = (clause, tuple([n.number for n in premises]))
        known = self._known.get(key)
        if known is None:
            known = self._known[key] = self._start(clause, premises)
        if not known.is_possible:
            return None
        head = clause.head
        if head is None:
            return Node(None, (), clause, premises)
        atoms = self.atoms.get(head.predicate, {})
        lemmas = self.lemmas.get(head.predicate, ())
        found = [literal for atom in atoms if (literal := self._literal(atom, head, known)) is not None]
        cube = tuple(dict.fromkeys([*lemmas, *found]))
        return Node(head.predicate, cube, clause, premises, self._cubes.setdefault(cube, len(self._cubes)), len(atoms))

    def _start(self, clause: Clause, premises: tuple[Node, ...]) -> _Conclusion:
        terms = [t for n, a in zip(premises, clause.body, strict=True) for t in n.said_of(a)]
        terms.append(clause.constraint)
        split = self._splitter.split(terms)
        answer = split.check()
        if answer is False:
            return _Conclusion(split, is_possible=False)
        return _Conclusion(split, models=[split.model()] if answer else [])

    def _literal(self, atom: Term, head: Application, known: _Conclusion) -> Term | None:
        if atom in known.literals:
            return known.literals[atom]
        t = self.instance(atom, head)
        found: Term | None = None
        if t.value is not None:
            found = atom if t.value else T.not_(atom)
        else:
            values = {evaluate(t, m) for m in known.models}
            if len(values) < 2:
                for value in values or {0, 1}:
                    opposite = T.not_(t) if value else t
                    answer = known.split.check_with(opposite)
                    if answer is False:
                        found = atom if value else T.not_(atom)
                        break
                    if isinstance(answer, Model):
                        known.models.append(answer)
        known.literals[atom] = found
        return found

    def instance(self, fact: Term, a: Application) -> Term:
        key = (fact, a)
        found = self._instances.get(key)
        if found is None:
            found = self._instances[key] = instance(fact, a)
        return found


@dataclass(slots=True)
class _Conclusion:
    """What is known of one clause with given cubes."""

    split: Split
    is_possible: bool = True
    models: list[Model] = field(default_factory=list)
    #: atom -> the literal that is implied, if one is
    literals: dict[Term, Term | None] = field(default_factory=dict)
