"""Predicate abstraction: which predicates a new node's label is made of, and what it says about them.

Predicates are the atoms of interpolants. Where they are looked at (`--precision`):

    location   where the thread that had just moved was then
    thread     wherever that thread is
    global     everywhere

A predicate over locals of several threads is looked at everywhere. A label says of each predicate whether it holds, if
that is certain (`cartesian`); and which combinations are possible of those that are not (`predicates`: the strongest
Boolean combination, by asking for all of them), as far as they have to do with each other and are not too many.

The region of a thread is the part of the label about its locals; the global region is the rest. A step of one thread
forgets of the others' regions what does not follow after it.
"""

from __future__ import annotations

from threadproof.engines.kit.labels import Labels
from threadproof.engines.kit.tree import Node
from threadproof.ir.symbolic import Action, Control, Symbolic
from threadproof.logic import term as T
from threadproof.logic.term import Term

#: how predicates are combined: undecided ones that share variables, so many at most
MOST = 6
EVERYWHERE = (0, -1)


class Precision:
    def __init__(self, symbolic: Symbolic, labels: Labels, kind: str, *, is_boolean: bool) -> None:
        self.symbolic = symbolic
        self.labels = labels
        self.kind = kind
        self.is_boolean = is_boolean
        #: (instance, location), location -1: anywhere -> predicates
        self.at: dict[tuple[int, int], dict[Term, None]] = {}
        self._known: dict[Control, tuple[Term, ...]] = {}

    @property
    def size(self) -> int:
        return len({p for found in self.at.values() for p in found})

    # ------------------------------------------------------------ which

    def learn(self, n: Node) -> None:
        """The atoms of a node's label are predicates from now on."""
        if n.action is None or n.label.is_false:
            return
        moved = n.action.id
        here = next((p.location for p in n.control.places if p.id == moved), -1)
        for p in dict.fromkeys([a for c in n.label.clauses for a in T.atoms(c)]):
            owners = {self.symbolic.origin[v][0] for v in p.vars if v in self.symbolic.origin} - {0}
            if self.kind == "global" or len(owners) > 1:
                key = EVERYWHERE
            else:
                key = (moved, here if self.kind == "location" else -1)
            if p not in self.at.setdefault(key, {}):
                self.at[key][p] = None
                self._known.clear()

    def of(self, c: Control) -> tuple[Term, ...]:
        found = self._known.get(c)
        if found is None:
            keys = [EVERYWHERE, *[(p.id, at) for p in c.places for at in (-1, p.location)]]
            terms = dict.fromkeys([t for k in keys for t in self.at.get(k, ()) if self._is_about(t, c)])
            found = self._known[c] = tuple(terms)
        return found

    def _is_about(self, t: Term, c: Control) -> bool:
        return all(self.symbolic.origin.get(v, (0, v))[0] in (0, *c.ids) for v in t.vars)

    # ------------------------------------------------------------ what is known about them

    def clauses(self, parent: Node, a: Action, c: Control) -> list[Term]:
        """What holds after a step from a node, in terms of the predicates."""
        labels = self.labels
        facts = labels.add(labels.add(parent.label, a.guard), a.input_range)
        found: list[Term] = []
        open_: list[tuple[Term, Term]] = []
        known = frozenset().union(*[x.vars for x in facts.clauses]) if facts.clauses else frozenset()
        for p in self.of(c):
            q = a.before(p)
            if q in facts.clauses or q is T.TRUE:
                found.append(p)
            elif T.not_(q) in facts.clauses or q is T.FALSE:
                found.append(T.not_(p))
            elif not q.vars.isdisjoint(known):
                if labels.entails(facts, q):
                    found.append(p)
                elif labels.entails(facts, T.not_(q)):
                    found.append(T.not_(p))
                else:
                    open_.append((p, q))
        if self.is_boolean:
            for group in _groups(open_):
                found += self._combinations(list(facts.clauses), group)
        return found

    def _combinations(self, facts: list[Term], group: list[tuple[Term, Term]]) -> list[Term]:
        """A disjunction of the combinations that are possible, unless all are."""
        cubes: list[Term] = []

        def extend(so_far: list[Term], said: list[Term], rest: list[tuple[Term, Term]]) -> None:
            if not rest:
                cubes.append(T.and_(*said))
                return
            (p, q), *others = rest
            for value, meaning in ((p, q), (T.not_(p), T.not_(q))):
                if self.labels.check([*so_far, meaning]):
                    extend([*so_far, meaning], [*said, value], others)

        extend(facts, [], group)
        return [T.or_(*cubes)] if len(cubes) < 1 << len(group) else []


def _groups(open_: list[tuple[Term, Term]]) -> list[list[tuple[Term, Term]]]:
    """Undecided predicates that share variables, directly or not; none that stand alone, and no large ones."""
    groups: list[list[tuple[Term, Term]]] = []
    for item in open_:
        touched = [g for g in groups if any(not x[1].vars.isdisjoint(item[1].vars) for x in g)]
        groups = [g for g in groups if g not in touched]
        groups.append([x for g in touched for x in g] + [item])
    return [g for g in groups if 1 < len(g) <= MOST]
