"""Facts about single threads that follow from the beginning of a path and exclude what the rest of it demands.

Simple relations are tried: between terms that one thread can see, that is shared variables, its own, and what is
demanded of it; equal, less, or a constant. Entry point: `Between.separate`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Final

from threadproof.engines.symmpa.path import Part, Path
from threadproof.logic import term as T
from threadproof.logic.term import Term, Var
from threadproof.smt.solver import Solver

#: terms about one thread that are related to each other
MOST_TERMS: Final = 16


class Between:
    def __init__(self, solver: Solver) -> None:
        self.solver = solver

    def separate(self, part: Part, core: Sequence[Term], n: int) -> list[Term] | None:
        """What must not hold before the n-th step, in terms of single threads; None: it cannot be said simply."""
        return self._mediated(part, core, n) or self._by_facts(part, core, n)

    def _mediated(self, part: Part, core: Sequence[Term], n: int) -> list[Term] | None:
        """Locals of one of two threads have the values of shared variables: so what is demanded is about those."""
        path = part.path
        crossing = [a for t in core for a in T.atoms(t) if len(path.threads(a)) > 1]
        if not crossing:
            return None
        equal: dict[Var, Term] = {}
        for v in {v for a in crossing for v in a.vars if path.threads(T.var(v))}:
            s = next(
                (s for s in path.shared_variables(v.width) if self._holds(part, T.eq(T.var(v), T.var(s)), n)), None
            )
            if s is not None:
                equal[v] = T.var(s)
        simpler = [T.substitute(t, equal) for t in core]
        if not equal or any(len(path.threads(a)) > 1 for t in simpler for a in T.atoms(t)):
            return None
        return [T.or_(T.and_(*simpler), *[T.ne(T.var(v), s) for v, s in equal.items()])]

    def _by_facts(self, part: Part, core: Sequence[Term], n: int) -> list[Term] | None:
        """Simple facts about single threads that exclude what is demanded."""
        path = part.path
        demanded = [a for t in core for a in T.atoms(t)]
        threads: list[int | None] = [*sorted({i for a in demanded for i in path.threads(a)})]
        facts: dict[Term, None] = {}
        constants = {u for a in demanded for u in T.subterms(a) if u.value is not None and u.width}
        for i in threads or [None]:
            terms = _terms(path, i, demanded)
            known = {u for t in terms if (u := part.now(t, n)).value is not None}
            for fact in (*_relations(terms), *_bounds(terms, [*known, *constants])):
                if fact not in facts and self._holds(part, fact, n):
                    facts[fact] = None
        if self.solver.check(*facts, *core) is not False:
            return None
        used = set(self.solver.core())
        chosen = [f for f in facts if f in used]
        # relations say more about other executions than constants do
        for fact in sorted(chosen, key=_preference):
            fewer = [f for f in chosen if f is not fact]
            if self.solver.check(*fewer, *core) is False:
                chosen = fewer
        return [T.not_(T.and_(*chosen))]

    def _holds(self, part: Part, fact: Term, n: int) -> bool:
        return self.solver.check(*part.demanded(n), part.now(T.not_(fact), n)) is False


def _preference(fact: Term) -> int:
    """What goes first."""
    has_constant = any(a.value is not None for a in (fact.args[0].args if fact.op == "not" else fact.args))
    return 0 if has_constant else 1


def _terms(path: Path, thread: int | None, demanded: Sequence[Term]) -> list[Term]:
    """What a thread can see: parts of what is demanded first, then its variables, then shared ones."""
    found: dict[Term, None] = {}
    for a in demanded:
        for u in T.subterms(a):
            if u.width and u.value is None and path.inputs.isdisjoint(u.vars) and path.threads(u) <= {thread}:
                found[u] = None
    mentioned = {v for a in demanded for v in a.vars}
    if thread is not None:
        own = [path.crowd.copy(thread + 1, v) for v in path.crowd.locals[path.templates[thread]]]
        found |= {T.var(v): None for v in sorted(own, key=lambda v: (v not in mentioned, v.name)) if v.width}
    shared = sorted(path.crowd.shared, key=lambda v: (v not in mentioned, v.name))
    found |= {T.var(v): None for v in shared if v.width and v in path.touched}
    return list(found)[:MOST_TERMS]


def _relations(terms: Sequence[Term]) -> Iterator[Term]:
    for a, b in combinations(terms, 2):
        if a.width == b.width:
            yield T.eq(a, b)
            yield T.ne(a, b)
            for x, y in ((a, b), (b, a)):
                yield T.ult(x, y)
                yield T.ule(x, y)
                yield T.slt(x, y)
                yield T.sle(x, y)


def _bounds(terms: Sequence[Term], constants: Sequence[Term]) -> Iterator[Term]:
    for a in terms:
        for c in constants:
            if a.width == c.width:
                yield from (T.eq(a, c), T.ult(a, c), T.ule(a, c), T.slt(a, c), T.sle(a, c))
                yield from (T.ult(c, a), T.ule(c, a), T.slt(c, a), T.sle(c, a))
