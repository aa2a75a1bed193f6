"""Permutations of threads that are alike: from a state of one control to a state of another that can do the same.

After `passes.instantiate` most instances have templates of their own. Two are *alike* if their templates have the same
graph and operations up to the names of variables and constants. A permutation of such instances comes with new names
for variables (`flag[0]` becomes `flag[1]`) and for values (owner 2 becomes owner 3, bit 2 of a set of waiters bit 3).

It is a *symmetry* from control w to control v if it takes every place of w to a place of v, and every edge that may
still be taken from there on, by running instances and those they create, to the edge at the same position: guards,
updates and all, where values that get new names are only copied, compared for equality, and used as indices. Then a
state of v and the state of w with the old names can do the same for ever, step by step, and go wrong together: related
states differ at most in variables that nobody touches any more. That is all; how the program began does not matter,
nor does what was done already. It is a relation in both directions, so steps commute in one state if they do in the
other, and reorderings correspond. Refused, as numbers depend on who draws them: instances that are moved and may still
create threads or objects; and leaks, which are defined by object numbers.

Where alone steps matter: alike templates have the same graph, and so the same retreating edges; a cover by symmetry
keeps the sum of the distances that instances without creations can still go forward, and moves no others, so steps
taken alone still form no cycle.

Permutations are guessed (values from constants in the same place of two templates, by `sorts`), then verified, edge by
edge (`rest`). Entry point: `Symmetries.related`.
"""

from __future__ import annotations

from collections.abc import Hashable
from itertools import pairwise

from threadproof.engines.covering.alike import Pairs, skeleton
from threadproof.engines.covering.renaming import Change, Symmetry
from threadproof.engines.covering.rest import Rest
from threadproof.engines.covering.sorts import RIGID, THREADS, Sorts
from threadproof.ir import op as O
from threadproof.ir.program import Template
from threadproof.ir.symbolic import Control, Place, Symbolic
from threadproof.logic.term import Var
from threadproof.properties import Kind, Property


class Symmetries:
    def __init__(self, symbolic: Symbolic, property_: Property) -> None:
        self.symbolic = symbolic
        self.program = symbolic.program
        self.sorts = Sorts(self.program)
        self._rest = Rest(symbolic, property_)
        #: template -> number of its kind
        self._kinds: dict[str, int] = {}
        #: kind -> the numbers of its instances, where these are known
        self._members: dict[int, tuple[int, ...]] = {}
        if not (property_.has(Kind.LEAK) and self.program.memory is not None and self.program.memory.heap):
            self._find_kinds()
        self.exist = bool(self._kinds)
        self._statuses: dict[Control, dict[tuple[int, ...], list[int]]] = {}
        self._families: dict[Hashable, list[Control]] = {}
        self._keys: dict[Control, Hashable] = {}
        self._related: dict[Control, tuple[int, list[tuple[Control, Symmetry]]]] = {}
        self._symmetries: dict[frozenset[tuple[int, int]], Symmetry | None] = {}

    # ------------------------------------------------------------ who is alike

    def _find_kinds(self) -> None:
        alike: dict[Hashable, list[Template]] = {}
        edges = [e for t in self.program.templates.values() for e in t.all_edges()]
        # a number that is moved must not be drawn later, so it must be that of a running instance
        is_drawn = any(isinstance(e.op, O.Fresh) and e.op.shift == 0 for e in edges)
        for t in self.program.templates.values():
            if t.name != self.program.main and not (is_drawn and t.single_id is not None):
                alike.setdefault(t.name if t.single_id is None else skeleton(t), []).append(t)
        for kind, (_, members) in enumerate(alike.items()):
            if members[0].single_id is not None:
                if len(members) < 2:
                    continue
                self._members[kind] = tuple([t.single_id for t in members if t.single_id is not None])
            for first, second in pairwise(members):
                for v, w in Pairs(first, second, self.sorts).variables:
                    self.sorts.unite_variables(v, w)
            self._kinds.update({t.name: kind for t in members})

    def _status(self, p: Place) -> tuple[int, ...]:
        """What a permutation must not change about a place."""
        kind = self._kinds.get(p.template.name)
        if kind is None:
            return (-1, p.id, p.location, *p.values)
        return (kind, p.location, *p.values)

    def _key(self, c: Control) -> Hashable:
        """The same for all controls to which a permutation may lead."""
        key = self._keys.get(c)
        if key is None:
            inside = self._status(c.place(c.inside)) if c.inside else ()
            key = self._keys[c] = (tuple(sorted([self._status(p) for p in c.places])), inside)
        return key

    # ------------------------------------------------------------ from control to control

    def add(self, c: Control) -> None:
        """There are nodes with this control."""
        if self.exist:
            self._families.setdefault(self._key(c), []).append(c)

    def related(self, v: Control) -> list[tuple[Control, Symmetry]]:
        """Controls of nodes, with a symmetry from each of them to v (the identity is none)."""
        if not self.exist:
            return []
        family = self._families[self._key(v)]
        seen, found = self._related.get(v, (0, []))
        if seen < len(family):
            for w in family[seen:]:
                s = None if w is v else self._verified(self._permutation(w, v), w)
                if s is not None:
                    found.append((w, s))
            self._related[v] = (len(family), found)
        return found

    def _permutation(self, w: Control, v: Control) -> dict[int, int]:
        """The permutation that takes the places of w to those of v and moves least: the numbers that it moves."""
        here, there = self._by_status(w), self._by_status(v)
        groups = [(ids, there[status]) for status, ids in here.items() if status[0] >= 0]
        for members in self._members.values():
            groups.append(([i for i in members if i not in w.ids], [i for i in members if i not in v.ids]))
        found: dict[int, int] = {}
        for before, after in groups:
            found.update(zip([i for i in before if i not in after], [i for i in after if i not in before], strict=True))
        return found

    def _by_status(self, c: Control) -> dict[tuple[int, ...], list[int]]:
        found = self._statuses.get(c)
        if found is None:
            found = self._statuses[c] = {}
            for p in c.places:
                found.setdefault((*self._status(p), int(p.id == c.inside)), []).append(p.id)
        return found

    def _verified(self, ids: dict[int, int], w: Control) -> Symmetry | None:
        if set(ids) != set(ids.values()):
            return None
        key = frozenset(ids.items())
        if key not in self._symmetries:
            self._symmetries[key] = self._guess(ids)
        s = self._symmetries[key]
        if s is None:
            return None
        return s if all(self._rest.is_kept(s, p) for p in w.places) else None

    # ------------------------------------------------------------ guessing names

    def _guess(self, ids: dict[int, int]) -> Symmetry | None:
        variables: dict[Var, Var] = {}
        constants: list[tuple[Hashable, int, int]] = []
        for a, b in ids.items():
            if a not in self._rest.by_id:
                continue
            pairs = Pairs(self._rest.by_id[a], self._rest.by_id[b], self.sorts)
            for v, w in pairs.variables:
                if variables.setdefault(v, w) is not w:
                    return None
            constants += [(self.sorts.find(sort), x, y) for sort, x, y in pairs.constants]
        if len(set(variables.values())) < len(variables):
            return None
        changes: dict[Hashable, Change] = {}
        for sort in dict.fromkeys([sort for sort, _, _ in constants]):
            moves = _moves([(x, y) for s, x, y in constants if s == sort], is_set=self.sorts.has_sets(sort))
            if moves and sort != RIGID:
                changes[sort] = Change(frozenset(moves.items()), self.sorts.has_sets(sort))
        moved = frozenset(ids.items())
        if self.sorts.find(THREADS) == RIGID:
            return None
        changes[THREADS] = Change(moved)
        for sort in self.sorts.sets_of_threads():
            if sort != RIGID:
                changes[sort] = Change(moved, is_set=True)
        return Symmetry(self.symbolic, self.sorts, ids, _closed(variables), changes)


def _closed(variables: dict[Var, Var]) -> dict[Var, Var]:
    """A permutation of the shared ones: where a chain of new names ends, it goes back to its beginning."""
    found = dict(variables)
    images = set(found.values())
    for first in [v for v in found if v.shared and v not in images]:
        last = found[first]
        while last in found:
            last = found[last]
        found[last] = first
    return found


def _moves(pairs: list[tuple[int, int]], *, is_set: bool) -> dict[int, int]:
    """The permutation that most simply does what the pairs say; empty if there is none, or nothing moves."""
    found: dict[int, int] = {}
    for x, y in pairs:
        if is_set:
            if x.bit_count() != 1 or y.bit_count() != 1:
                continue
            x, y = x.bit_length() - 1, y.bit_length() - 1
        if found.setdefault(x, y) != y:
            return {}
    if len(set(found.values())) != len(found):
        return {}
    for start in [x for x in found if x not in found.values()]:
        end = start
        while end in found:
            end = found[end]
        found[end] = start
    return {x: y for x, y in found.items() if x != y}
