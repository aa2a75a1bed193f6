"""Facts that refute an impossible derivation: for each unfolded branch, what its part implies and the rest excludes.

Branch by branch, premises first, each then standing for its part. What the rest says about the parameters of a branch,
found by solving equations, often suffices: the core of the contradiction, negated, is the fact. Otherwise what the part
says about them is tried, then a solver's interpolants. Those are asked at once where facts of one shape pile up: then
the plain ones only count. Entry point: `Interpolants.refute`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from threadproof.horn.clause import Predicate
from threadproof.horn.equations import about
from threadproof.horn.parts import parts
from threadproof.horn.shape import Shapes
from threadproof.horn.unfold import Branch
from threadproof.logic import term as T
from threadproof.logic.term import Term, conjuncts
from threadproof.smt.interpolate import Interpolator, make_interpolator
from threadproof.smt.solver import Solver

#: facts of one shape at one predicate before a solver is asked
SAME_SHAPE: Final = 8
#: seconds for one interpolation by a solver
LIMIT: Final = 3.0
#: Of so many conjuncts, each is tried whether it can go.
MINIMIZED: Final = 12


class Interpolants:
    def __init__(self, solver: Solver) -> None:
        self.solver = solver
        self.calls = 0
        self._shapes = Shapes()
        self._rungs: dict[str, Interpolator] = {}

    def refute(self, root: Branch) -> list[tuple[Predicate, Term]] | None:
        """Facts about the parameters of predicates: with them as atoms, this derivation does not come again."""
        facts = self._of_branches(root)
        if facts is None or max((self._shapes.note(p, t) for p, t in facts), default=0) > SAME_SHAPE:
            better = self._of_chain(root)
            return facts if better is None else better
        return facts

    # ------------------------------------------------------------ branch by branch

    def _of_branches(self, root: Branch) -> list[tuple[Predicate, Term]] | None:
        facts: dict[Branch, Term] = {}
        for b in root.walk():
            if b is root or not b.is_unfolded:
                continue
            part = [*b.terms, *[t for p in b.premises for t in self._said_by(p, facts)]]
            found = self._between(b, part, list(self._rest(root, b, facts)))
            if found is None:
                return None
            facts[b] = found
        return [self._as_fact(b, t) for b, t in facts.items()]

    def _said_by(self, b: Branch, facts: dict[Branch, Term]) -> Sequence[Term]:
        return (facts[b],) if b in facts else b.cube

    def _rest(self, root: Branch, without: Branch, facts: dict[Branch, Term]) -> Iterator[Term]:
        stack = [root]
        while stack:
            b = stack.pop()
            if b is without:
                continue
            if b in facts or not b.is_unfolded:
                yield from self._said_by(b, facts)
            else:
                yield from b.terms
                stack += b.premises

    def _between(self, b: Branch, part: list[Term], rest: list[Term]) -> Term | None:
        params = frozenset(b.params)
        core = self._core(part, about(rest, params))
        if core is not None:
            return T.not_(T.and_(*core))
        core = self._core(rest, about(part, params))
        if core is not None:
            return T.and_(*core)
        found = self._ask([T.and_(*part), T.and_(*rest)])
        return None if found is None else found[0]

    def _core(self, fixed: list[Term], chosen: list[Term]) -> list[Term] | None:
        """Some of the chosen terms, which are no conjunctions, that contradict the fixed ones."""
        check = self.solver.check
        fixed = [c for t in fixed for c in conjuncts(t)]
        refuted = next((part for part in parts(dict.fromkeys((*fixed, *chosen))) if check(*part) is False), None)
        if refuted is None:
            return None
        used = frozenset(self.solver.core())
        core = [t for t in chosen if t in used]
        fixed = [t for t in fixed if t in refuted]
        if len(core) <= MINIMIZED:
            for t in list(core):
                fewer = [u for u in core if u is not t]
                if check(*fixed, *fewer) is False:
                    core = fewer
        return core

    def _as_fact(self, b: Branch, t: Term) -> tuple[Predicate, Term]:
        p = b.node.predicate
        assert p is not None
        return p, T.substitute(t, {v: T.var(w) for v, w in zip(b.params, p.params, strict=True)})

    # ------------------------------------------------------------ by a solver

    def _of_chain(self, root: Branch) -> list[tuple[Predicate, Term]] | None:
        """Where every branch has one premise at most: a solver's interpolants for the sequence."""
        chain = [root]
        while chain[-1].premises and chain[-1].premises[0].is_unfolded:
            if len(chain[-1].premises) > 1:
                return None
            chain.append(chain[-1].premises[0])
        if any(len(b.premises) > 1 for b in chain):
            return None
        chain.reverse()
        parts = [T.and_(*b.terms) for b in chain]
        parts[0] = T.and_(parts[0], *[t for p in chain[0].premises for t in p.cube])
        found = self._ask(parts)
        return None if found is None else [self._as_fact(b, t) for b, t in zip(chain, found, strict=False)]

    def _ask(self, parts: list[Term]) -> list[Term] | None:
        self.calls += 1
        for name in ("spacer", "sequence"):
            rung = self._rungs.get(name)
            if rung is None:
                rung = self._rungs[name] = make_interpolator(name)
            found = rung.interpolate(parts, limit=LIMIT)
            if found is not None:
                return found
        return None
