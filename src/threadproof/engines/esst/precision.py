"""Predicate abstraction: which predicates a new node's label is made of, and what it says about them.

Predicates are the atoms of interpolants, if they are small: a large one is hardly ever of use elsewhere, and each
question about it is hard; and bounds of variables that probably hold (`analysis.bounds`), everywhere, which are decided
without a solver. Where predicates are looked at (`--precision`):

    location   where the thread that had just moved was then
    thread     wherever that thread is
    global     everywhere

A predicate over locals of several threads is looked at everywhere. A label says of each predicate whether it holds, if
that is certain (`cartesian`); and which combinations are possible of those that are not (`predicates`: the strongest
Boolean combination, by asking for all of them), as far as they have to do with each other and are not too many. Where
it says which value a variable has, it says nothing else about that variable.

The region of a thread is the part of the label about its locals; the global region is the rest. A step of one thread
forgets of the others' regions what does not follow after it.
"""

from __future__ import annotations

from collections.abc import Iterable

from threadproof.engines.covering.labels import Label, Labels, value_given
from threadproof.engines.covering.tree import Node
from threadproof.ir.symbolic import Action, Control, Symbolic
from threadproof.logic import term as T
from threadproof.logic.term import Term, Var

#: how predicates are combined: undecided ones that share variables, so many at most
MOST = 6
#: parts of a predicate
LARGEST = 7
EVERYWHERE = (0, -1)


class Precision:
    def __init__(
        self, symbolic: Symbolic, labels: Labels, kind: str, bounds: Iterable[Term], *, is_boolean: bool
    ) -> None:
        self.symbolic = symbolic
        self.labels = labels
        self.kind = kind
        self.is_boolean = is_boolean
        #: (instance, location), location -1: anywhere -> predicates
        self.at: dict[tuple[int, int], dict[Term, None]] = {EVERYWHERE: dict.fromkeys(bounds)}
        #: these are not worth a question
        self.bounds = frozenset(self.at[EVERYWHERE])
        #: are atoms of interpolants predicates, too?
        self.learns = True
        #: clauses whose atoms are known
        self._learnt: dict[tuple[int, int], set[Term]] = {}
        self._known: dict[tuple[object, ...], tuple[Term, ...]] = {}
        self._found: dict[tuple[Label, Action, tuple[object, ...]], list[Term]] = {}
        self._stronger: dict[tuple[Label, Action, tuple[object, ...], Label], Label] = {}
        self._large: dict[Term, bool] = {}

    @property
    def size(self) -> int:
        return len({p for found in self.at.values() for p in found})

    # ------------------------------------------------------------ which

    def learn(self, n: Node) -> None:
        """The atoms of a node's label are predicates from now on."""
        if n.action is None or n.label.is_false or not self.learns:
            return
        moved = n.action.id
        here = (moved, -1)
        if self.kind == "location":
            here = (moved, next((p.location for p in n.control.places if p.id == moved), -1))
        learnt = self._learnt.setdefault(here, set())
        for c in self.labels.ordered(n.label):
            if c not in learnt:
                learnt.add(c)
                for p in T.atoms(c):
                    self._learn(p, here)

    def _learn(self, p: Term, here: tuple[int, int]) -> None:
        if self._is_large(p):
            return
        owners = {self.symbolic.origin[v][0] for v in p.vars if v in self.symbolic.origin} - {0}
        key = EVERYWHERE if self.kind == "global" or len(owners) > 1 else here
        if p not in self.at.setdefault(key, {}):
            self.at[key][p] = None
            self._known.clear()
            self._found.clear()
            self._stronger.clear()

    def _is_large(self, p: Term) -> bool:
        found = self._large.get(p)
        if found is None:
            found = self._large[p] = len(list(T.subterms(p))) > LARGEST
        return found

    def of(self, c: Control) -> tuple[Term, ...]:
        """Those that say which value a variable has come first."""
        found = self._known.get(self._who(c))
        if found is None:
            keys = [EVERYWHERE, *[(p.id, at) for p in c.places for at in (-1, p.location)]]
            terms = dict.fromkeys([t for k in keys for t in self.at.get(k, ()) if self._is_about(t, c)])
            found = self._known[self._who(c)] = tuple(sorted(terms, key=lambda t: value_given(t) is None))
        return found

    def _who(self, c: Control) -> tuple[object, ...]:
        """What the predicates of a control depend on."""
        return tuple([(p.id, p.location) for p in c.places]) if self.kind == "location" else tuple(c.ids)

    def _is_about(self, t: Term, c: Control) -> bool:
        return all(self.symbolic.origin.get(v, (0, v))[0] in (0, *c.ids) for v in t.vars)

    # ------------------------------------------------------------ what is known about them

    def stronger_at_first(self, root: Node) -> Label:
        """The label of the root, with what holds in the initial state."""
        label = root.label
        for p in self.of(root.control):
            value = self.symbolic.initially(p)
            if value.value is not None:
                label = self.labels.add(label, p if value is T.TRUE else T.not_(p))
        return label

    def stronger(self, before: Label, n: Node) -> Label:
        """The label of a node, with what holds if this is the one of its parent."""
        assert n.action is not None
        key = (before, n.action, self._who(n.control), n.label)
        found = self._stronger.get(key)
        if found is None:
            found = n.label
            for clause in self.clauses(before, n.action, n.control):
                found = self.labels.add(found, clause)
            self._stronger[key] = found
        return found

    def clauses(self, label: Label, a: Action, c: Control) -> list[Term]:
        """What holds after a step from where a label holds, in terms of the predicates."""
        key = (label, a, self._who(c))
        found = self._found.get(key)
        if found is None:
            found = self._found[key] = self._clauses(label, a, self.of(c))
        return found

    def _clauses(self, label: Label, a: Action, predicates: tuple[Term, ...]) -> list[Term]:
        labels = self.labels
        facts = labels.add(labels.add(label, a.guard), a.input_range)
        if a.guard is not T.TRUE and labels.has_no_state(facts):
            return [T.FALSE]
        found: list[Term] = []
        open_: list[tuple[Term, Term]] = []
        #: where the value of a variable is known, nothing else has to be said about it
        fixed: set[Var] = set()
        known = frozenset().union(*[x.vars for x in facts.clauses]) if facts.clauses else frozenset()
        for p in predicates:
            if fixed.issuperset(p.vars):
                continue
            q = T.substitute(a.before(p), facts.values)
            is_asked = p not in self.bounds and not q.vars.isdisjoint(known)
            if p in self.bounds and labels.follows_from_bounds(facts, q):
                found.append(p)
                continue
            if q is T.TRUE or q in facts.clauses or (is_asked and labels.entails(facts, q)):
                found.append(p)
            elif q is T.FALSE or T.not_(q) in facts.clauses or (is_asked and labels.entails(facts, T.not_(q))):
                found.append(T.not_(p))
            elif is_asked:
                open_.append((p, q))
                continue
            else:
                continue
            given = value_given(found[-1])
            if given is not None:
                fixed.add(given[0])
        if self.is_boolean:
            for group in _groups(open_):
                found += self._combinations(labels.ordered(facts), group)
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
