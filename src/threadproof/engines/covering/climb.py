"""A solver's interpolants for a path: the core of its contradiction as a chain of formulas, cut at the heads of loops.

Between the cuts, conditions are carried back from one interpolant to the next. Entry point: `Climber`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from threadproof.analysis.graph import loop_heads
from threadproof.engines.covering.ladder import Ladder, Versions
from threadproof.engines.covering.path import Conjunct, Path
from threadproof.engines.covering.tree import Node
from threadproof.ir.symbolic import Symbolic
from threadproof.logic import term as T
from threadproof.logic.term import Term, Var, conjuncts


class Climber:
    def __init__(self, symbolic: Symbolic, ladder: Ladder, check: Callable[[Iterable[Term]], bool]) -> None:
        self.symbolic = symbolic
        self.ladder = ladder
        self.check = check
        self._heads: dict[str, frozenset[int]] = {}

    def interpolants(self, path: Path, core: list[Conjunct], position: int) -> list[Term] | None:
        """A solver's interpolants at the heads of loops, carried back to the nodes between them."""
        n = len(path.actions)
        start = max(position, 0)
        relevant = self._relevant(path, core, start)
        if any(v.dims for vs in relevant for v in vs):
            return None
        cuts = [k for k in range(start, n + 1) if k in (start, n) or self._is_head(path.nodes[k])]
        versions = Versions()
        if position < 0:
            known = [T.eq(T.var(v), self.symbolic.initially(T.var(v))) for v in sorted(relevant[0], key=_name)]
        else:
            known = [c for c in path.nodes[start].label.clauses if not any(v.dims for v in c.vars)]
        parts = [T.and_(*[versions.now(t) for t in known])]
        names = [versions.names()]
        step: list[Term] = []
        for k in range(start, n):
            a = path.actions[k]
            step += [versions.now(t) for at, t in core if at == k]
            if a.input_range is not T.TRUE:
                step.append(versions.now(path.input_range(k)))
            written = [v for v in sorted(relevant[k + 1 - start], key=_name) if v in a.written]
            values = [versions.now(path.back(k, T.var(v))) for v in written]
            new = versions.write(written)
            step += [T.eq(T.var(new[v]), value) for v, value in zip(written, values, strict=True)]
            if k + 1 in cuts:
                parts.append(T.and_(*step))
                names.append(versions.names())
                step = []
        parts.append(T.and_(*[versions.now(t) for at, t in core if at == n]))
        found = self.ladder.interpolate(parts)
        if found is None:
            return None
        at_cut = {k: T.substitute(t, names[i]) for i, (k, t) in enumerate(zip(cuts, found, strict=True))}
        return self._between(path, core, position, at_cut)

    def _relevant(self, path: Path, core: list[Conjunct], start: int) -> list[set[Var]]:
        """The variables of the core at each node from `start` on."""
        n = len(path.actions)
        inputs = set(path.inputs.values())
        found = [{v for at, t in core if at == n for v in t.vars}]
        for k in range(n - 1, start - 1, -1):
            mine = {v for at, t in core if at == k for v in t.vars}
            for v in found[-1]:
                mine |= {v} if v.dims else path.back(k, T.var(v)).vars
            found.append(mine - inputs - set(path.inputs_at(k)))
        found.reverse()
        return found

    def _between(self, path: Path, core: list[Conjunct], position: int, at_cut: dict[int, Term]) -> list[Term] | None:
        """From the interpolants at the cuts, clauses for all nodes behind `position`."""
        n = len(path.actions)
        clauses = [at_cut[n]]
        alive = [T.not_(at_cut[n])]
        for k in range(n - 1, position, -1):
            if k in at_cut:
                clauses.append(at_cut[k])
                alive = [T.not_(at_cut[k])]
                continue
            alive = [path.back(k, t) for t in alive] + [t for at, t in core if at == k]
            for x in path.inputs_at(k):
                if any(x in t.vars for t in alive):
                    bounds = [c for c in conjuncts(path.input_range(k)) if x in c.vars]
                    from threadproof.engines.covering.eliminate import eliminate

                    eliminated = eliminate([*alive, *bounds], x, self.check)
                    if eliminated is None:
                        return None
                    alive = eliminated
            clauses.append(T.not_(T.and_(*alive)))
        clauses.reverse()
        return clauses

    def _is_head(self, n: Node) -> bool:
        a = n.action
        if a is None or a.target is None:
            return False
        t = a.target.template
        heads = self._heads.get(t.name)
        if heads is None:
            heads = self._heads[t.name] = loop_heads(t)
        return a.target.location in heads


def _name(v: Var) -> str:
    return v.name
