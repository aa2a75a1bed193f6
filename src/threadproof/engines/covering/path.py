"""The way from one node of the tree to another, with an input variable of its own for each Havoc on it."""

from __future__ import annotations

from threadproof.engines.covering.tree import Node
from threadproof.ir.symbolic import Action
from threadproof.logic import term as T
from threadproof.logic.term import Term, Var
from threadproof.records import replace

#: a conjunct of a contradiction with the number of the node on the path that it belongs to
Conjunct = tuple[int, Term]


class Path:
    def __init__(self, base: Node | None, v: Node) -> None:
        nodes = [v]
        while nodes[-1] is not base and nodes[-1].parent is not None:
            nodes.append(nodes[-1].parent)
        nodes.reverse()
        self.nodes = nodes
        actions: list[Action] = []
        for n in nodes[1:]:
            assert n.action is not None
            actions.append(n.action)
        self.actions = actions
        #: (position on the path, which input of the action there) -> its own variable
        self.inputs: dict[tuple[int, int], Var] = {}

    def back(self, i: int, t: Term) -> Term:
        """A term at node i + 1 as a term at node i."""
        a = self.actions[i]
        t = a.before(t)
        for n, (x, _) in enumerate(a.inputs):
            if x in t.vars:
                t = rename(t, x, self.input(i, n))
        return t

    def input(self, i: int, n: int) -> Var:
        mine = self.inputs.get((i, n))
        if mine is None:
            canonical, _ = self.actions[i].inputs[n]
            mine = self.inputs[i, n] = replace(canonical, name=f"{canonical.name}{i}")
        return mine

    def guard(self, i: int) -> Term:
        return self._own(i, self.actions[i].guard)

    def input_range(self, i: int) -> Term:
        return self._own(i, self.actions[i].input_range)

    def inputs_at(self, i: int) -> list[Var]:
        return [self.inputs[i, n] for n in range(len(self.actions[i].inputs)) if (i, n) in self.inputs]

    def _own(self, i: int, t: Term) -> Term:
        for n, (x, _) in enumerate(self.actions[i].inputs):
            if x in t.vars:
                t = rename(t, x, self.input(i, n))
        return t


def rename(t: Term, old: Var, new: Var) -> Term:
    if not old.dims:
        return T.substitute(t, {old: T.var(new)})
    return T.transform(t, lambda u: T.select(new, u.args) if u.var is old else None)
