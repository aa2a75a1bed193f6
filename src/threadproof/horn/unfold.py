"""Is an abstract derivation genuine? It is followed with values, and unfolded symbolically where the values get stuck.

Abstract facts share premises, so a derivation written out as a tree can be huge; it is unfolded from false downwards,
only as far as needed: what is not unfolded is represented by its cube. Either the unfolded part contradicts itself,
then it is what has to be refined, or values are found for all of it. Entry point: `examine`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import count

from threadproof.horn.clause import Derivation
from threadproof.horn.cubes import Node
from threadproof.horn.equations import split
from threadproof.logic import term as T
from threadproof.logic.evaluate import evaluate
from threadproof.logic.term import Term, Var
from threadproof.records import dataclass, field, replace
from threadproof.smt.interpolate import variables
from threadproof.smt.solver import Solver


class Undecided(Exception):
    """The solver did not decide whether a derivation is possible."""


@dataclass(slots=True, eq=False)
class Branch:
    """One use of an abstract fact in the derivation, with variables of its own for the parameters."""

    node: Node
    params: tuple[Var, ...]
    #: its cube, about those variables
    cube: tuple[Term, ...]
    is_unfolded: bool = False
    #: the clause: its constraint, what the parameters are, and what those of the premises are
    terms: tuple[Term, ...] = ()
    premises: tuple[Branch, ...] = ()
    #: variable of the clause -> its copy here
    copies: dict[Var, Var] = field(default_factory=dict)

    def walk(self) -> Iterator[Branch]:
        """Premises first."""
        for p in self.premises:
            yield from p.walk()
        yield self

    def formula(self) -> list[Term]:
        """All that its unfolded part says."""
        out: list[Term] = []
        for b in self.walk():
            out += b.terms if b.is_unfolded else b.cube
        return out


def examine(bad: Node, solver: Solver, tick: Callable[[], None]) -> Derivation | Branch:
    """A derivation of false with values, or a contradictory part of this one, from its root on. Raises Undecided."""
    return _Examination(solver, tick).run(bad)


class _Examination:
    def __init__(self, solver: Solver, tick: Callable[[], None]) -> None:
        self.solver = solver
        self.tick = tick
        self.numbers = count()
        self.derived: dict[tuple[Node, tuple[int, ...]], Derivation] = {}

    def run(self, bad: Node) -> Derivation | Branch:
        root = Branch(bad, (), ())
        self._unfold(root)
        while True:
            self.tick()
            answer = self.solver.check(*root.formula())
            if answer is None:
                raise Undecided
            if not answer:
                return root
            model = self.solver.model()
            done: dict[Branch, Derivation] = {}
            for b in root.walk():
                if b.is_unfolded:
                    values = {v: model.cell(copy) for v, copy in b.copies.items()}
                    done[b] = Derivation(b.node.clause, tuple(done[p] for p in b.premises), values)
                    continue
                found = self._derive(b.node, tuple(model.cell(v) for v in b.params))
                if not isinstance(found, Derivation):
                    self._unfold_along(b, found)
                    break
                done[b] = found
            else:
                return done[root]

    def _derive(self, node: Node, values: tuple[int, ...]) -> Derivation | list[int]:
        """A derivation of the fact with these values, or the way to a premise that cannot have the values it got."""
        known = self.derived.get((node, values))
        if known is not None:
            return known
        c = node.clause
        assert c.head is not None
        terms = [T.eq(t, T.const(n, t.width)) for t, n in zip(c.head.args, values, strict=True)]
        terms.append(c.constraint)
        for a, p in zip(c.body, node.premises, strict=True):
            terms += p.said_of(a)
        answer = self.solver.check(*terms)
        if answer is None:
            raise Undecided
        if not answer:
            return []
        model = self.solver.model()
        chosen = {v: model.cell(v) for t in c.terms() for v in t.vars}
        premises = []
        for k, (a, p) in enumerate(zip(c.body, node.premises, strict=True)):
            found = self._derive(p, tuple(evaluate(t, model) for t in a.args))
            if not isinstance(found, Derivation):
                return [k, *found]
            premises.append(found)
        done = self.derived[node, values] = Derivation(c, tuple(premises), chosen)
        return done

    def _unfold_along(self, b: Branch, way: list[int]) -> None:
        self._unfold(b)
        for k in way:
            b = b.premises[k]
            self._unfold(b)

    def _unfold(self, b: Branch) -> None:
        if b.is_unfolded:
            return
        c = b.node.clause
        number = next(self.numbers)
        b.copies = {v: replace(v, name=f"{v.name}.{number}") for v in variables(list(c.terms()))}
        copy = {v: T.var(new) for v, new in b.copies.items()}
        terms = list(split(T.substitute(c.constraint, copy)))
        if c.head is not None:
            terms += [T.eq(T.var(v), T.substitute(t, copy)) for v, t in zip(b.params, c.head.args, strict=True)]
        premises = []
        for a, node in zip(c.body, b.node.premises, strict=True):
            assert node.predicate is not None
            k = next(self.numbers)
            params = tuple(replace(v, name=f"{v.name}.{k}") for v in node.predicate.params)
            own = {v: T.var(new) for v, new in zip(node.predicate.params, params, strict=True)}
            premises.append(Branch(node, params, tuple(T.substitute(t, own) for t in node.cube)))
            terms += [T.eq(T.var(v), T.substitute(t, copy)) for v, t in zip(params, a.args, strict=True)]
        b.terms, b.premises, b.is_unfolded = tuple(terms), tuple(premises), True
