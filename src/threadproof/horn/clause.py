"""Horn clauses over terms: predicates to be found, clauses that they must satisfy, and what a solution is.

    P(x + 1, y)  :-  P(x, y), Q(y, z), x < z.            Clause(head, body, constraint)
    false        :-  P(x, y), x > 10.                    Clause(None, ...)

All variables of a clause are universally quantified; the arguments of an application are terms over them, of the
widths of the predicate's parameters. There are no arrays: whoever makes clauses has replaced them. A solution gives
each predicate a formula over its parameters under which every clause holds, over bit-vectors as everywhere else.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from threadproof.logic import term as T
from threadproof.logic.term import Term, Var
from threadproof.records import dataclass, field


@dataclass(frozen=True, slots=True, eq=False)
class Predicate:
    """To be found; compare by identity."""

    name: str
    params: tuple[Var, ...]

    def __call__(self, *args: Term) -> Application:
        assert [a.width for a in args] == [v.width for v in self.params], self.name
        return Application(self, args)

    def __repr__(self) -> str:
        return self.name


@dataclass(frozen=True, slots=True)
class Application:
    predicate: Predicate
    args: tuple[Term, ...]

    def under(self, solution: Solution) -> Term:
        """What it says if the predicate is the formula that the solution gives it."""
        return T.substitute(solution[self.predicate], self.changes())

    def changes(self) -> dict[Var, Term]:
        """The arguments in place of the parameters, where they differ."""
        return {v: t for v, t in zip(self.predicate.params, self.args, strict=True) if t is not T.var(v)}

    def __repr__(self) -> str:
        return f"{self.predicate}({', '.join(map(repr, self.args))})"


@dataclass(frozen=True, slots=True, eq=False)
class Clause:
    head: Application | None
    body: tuple[Application, ...] = ()
    constraint: Term = T.TRUE
    #: where it comes from, for people and for whoever turns a derivation into a schedule
    note: object = ""

    def terms(self) -> Iterator[Term]:
        """All that is said of variables: arguments and constraint."""
        for a in self.body if self.head is None else (*self.body, self.head):
            yield from a.args
        yield self.constraint

    def __repr__(self) -> str:
        parts = [*map(repr, self.body), *([] if self.constraint is T.TRUE else [repr(self.constraint)])]
        return f"{self.head or 'false'} :- {', '.join(parts) or 'true'}."


#: a formula over the parameters of each predicate
Solution = Mapping[Predicate, Term]


@dataclass(slots=True)
class System:
    predicates: list[Predicate] = field(default_factory=list)
    clauses: list[Clause] = field(default_factory=list)

    def predicate(self, name: str, params: tuple[Var, ...]) -> Predicate:
        p = Predicate(name, params)
        self.predicates.append(p)
        return p

    def add(self, head: Application | None, *body: Application, constraint: Term = T.TRUE, note: object = "") -> None:
        if constraint is not T.FALSE:
            self.clauses.append(Clause(head, body, constraint, note))

    def obligations(self, solution: Solution) -> Iterator[tuple[Clause, list[Term]]]:
        """Each clause with terms that must be contradictory together for it to hold under the solution."""
        for c in self.clauses:
            terms = [a.under(solution) for a in c.body]
            terms.append(c.constraint)
            if c.head is not None:
                terms.append(T.not_(c.head.under(solution)))
            yield c, terms


@dataclass(frozen=True, slots=True)
class Derivation:
    """How false follows: a clause, and a derivation for each application in its body."""

    clause: Clause
    premises: tuple[Derivation, ...] = ()
    #: of the clause's variables; 0 where nothing is said
    values: Mapping[Var, int] = field(default_factory=dict, compare=False, repr=False)
