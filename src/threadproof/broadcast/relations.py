"""Steps of a given number of threads as decision diagrams, for sets of states.

A *control* says for each thread where it is. It is sorted, so it does not matter which thread is where; the position of
a thread in it is its *slot*. The values of shared variables and of the locals of each slot are a diagram for each
control. So there are no program counters in diagrams, a step touches only the variables that it changes, and locals
that are forgotten where a thread is do not occur.

Threads at the same location are alike: exchanging their slots leaves a set of states as it is, so it is enough if one
of them moves. That a thread joins others is why the image of a step must be closed under such exchanges again.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import permutations

from threadproof.broadcast.diagrams import Diagram, Diagrams, Renaming
from threadproof.broadcast.program import ACTIVE, DORMANT, ENTRY, Control, Edge, Program, now, variable
from threadproof.broadcast.rules import Rule, assertions, beginning, forgotten, rules
from threadproof.logic import term as T
from threadproof.logic.term import Term, Var
from threadproof.records import dataclass

#: template and location
Place = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Relation:
    """A step of one slot from a control to another."""

    edge: Edge
    active: int
    target: Control
    #: what must hold, each with the variables that nothing later is about
    parts: list[tuple[Diagram, Diagram]]
    #: which variables have the values afterwards, and as which variables
    names: Mapping[str, str]
    renaming: Renaming | None
    #: for each thread that comes to where others are: the exchanges with these
    exchanges: list[list[Renaming]]


class Relations:
    def __init__(self, program: Program, counts: Mapping[str, int], max_nodes: int) -> None:
        self.program = program
        #: the template of each slot; one more for each template, for a thread that is started although there is none
        self.slots = [i for i, t in enumerate(program.templates) for _ in range(counts[t.name])]
        self._owners = [*self.slots, *range(len(program.templates))]
        self._locals = [[name for name, _ in t.locals] for t in program.templates]
        self._rules: dict[Place, list[tuple[int, Rule]]] = {}
        for i in range(len(program.templates)):
            for number, rule in enumerate(rules(program, i)):
                self._rules.setdefault((i, rule.edge.source), []).append((number, rule))
        self.diagrams = Diagrams(self._names(), max_nodes)
        self._known_locals: dict[Place, list[str]] = {}
        self._relations: dict[tuple[Control, int], list[Relation]] = {}
        self._diagrams: dict[tuple[object, ...], Diagram] = {}

    # ---------------------------------------------------------------- names

    def _names(self) -> list[str]:
        """Shared variables first: given these, what is known of one thread depends little on the others."""
        names = [name for name, _ in self.program.shared]
        names += [local(slot, name) for slot, t in enumerate(self._owners) for name in self._locals[t]]
        return [name + prime for name in names for prime in ("", "'")]

    def locals(self, place: Place) -> list[str]:
        """Those that have a value there."""
        known = self._known_locals.get(place)
        if known is None:
            gone = forgotten(self.program.templates[place[0]], place[1])
            known = [name for i, name in enumerate(self._locals[place[0]]) if not gone >> i & 1]
            self._known_locals[place] = known
        return known

    def variables(self, control: Control) -> list[str]:
        """All that have a value."""
        names = [name for name, _ in self.program.shared]
        return names + [local(slot, name) for slot, place in enumerate(control) for name in self.locals(place)]

    def _without_value(self, slots: Iterable[int], control: Control) -> Diagram:
        """The locals of slots that have no value, before and after a step."""
        names = [
            local(slot, name) + prime
            for slot in slots
            for name in self._locals[control[slot][0]]
            if name not in self.locals(control[slot])
            for prime in ("", "'")
        ]
        return self.diagrams.all_of(names)

    def _diagram(self, term: Term, threads: Mapping[str, int]) -> Diagram:
        """With slots for threads."""
        names: dict[Var, Term] = {}
        for thread, slot in threads.items():
            for name in self._locals[self._owners[slot]]:
                for prime in ("", "'"):
                    names[variable(f"{thread}.{name}{prime}")] = now(local(slot, name) + prime)
        return self.diagrams.of(T.substitute(term, names))

    # ---------------------------------------------------------------- where it begins, and what is wrong

    def initial(self) -> tuple[Control, Diagram]:
        templates = self.program.templates
        control = tuple((t, DORMANT if templates[t].dormant else ENTRY) for t in self.slots)
        shared = self.program.shared
        found = self.diagrams.cube({name: bool(value) for name, value in shared if value is not None})
        for slot, (t, location) in enumerate(control):
            if location == ENTRY:
                begins = self._diagram(beginning(templates[t], "1"), {"1": slot})
                found &= begins.exists(self._without_value([slot], control))
        return control, found

    def bad(self, control: Control) -> Diagram:
        """Is there a thread at an error location, or at an assertion that can fail?"""
        found = self.diagrams.false
        for slot in representatives(control):
            t, location = control[slot]
            template = self.program.templates[t]
            if location in template.errors:
                return self.diagrams.true
            for condition in assertions(template, location):
                fails = self._diagram(T.not_(condition), {ACTIVE: slot})
                found |= fails.exists(self._without_value([slot], control))
        return found

    def in_order(self, control: Control) -> Diagram:
        """Of states that differ in the order of threads at the same location only: one."""
        found = self.diagrams.true
        for slot in range(1, len(control)):
            if control[slot - 1] == control[slot]:
                rest = self.diagrams.true
                for name in reversed(self.locals(control[slot])):
                    one, two = (self.diagrams.var(local(s, name)) for s in (slot - 1, slot))
                    rest = one.ite(two & rest, two | rest)
                found &= rest
        return found

    # ---------------------------------------------------------------- steps

    def steps(self, control: Control, slot: int) -> list[Relation]:
        known = self._relations.get((control, slot))
        if known is None:
            known = [self._relation(control, slot, *r) for r in self._rules.get(control[slot], ())]
            self._relations[control, slot] = known
        return known

    def _relation(self, control: Control, active: int, number: int, rule: Rule) -> Relation:
        moved = list(control)
        moved[active] = (control[active][0], rule.edge.target)
        newcomers = [active]
        new = None
        if rule.starts is not None:
            new = len(control) + rule.starts
            if (rule.starts, DORMANT) in control:
                new = control.index((rule.starts, DORMANT))
                moved[new] = (rule.starts, ENTRY)
                newcomers.append(new)
        order = sorted(range(len(moved)), key=lambda s: (moved[s], s))
        target = tuple(moved[s] for s in order)
        nothing = self.diagrams.true
        parts = [(self._own(control, active, number, rule, new), nothing)]
        parts += [(part, nothing) for part in self._joint(control, active, rule)]
        parts += self._single(control, active, number, rule)
        parts[-1] = (parts[-1][0], parts[-1][1] & self._vanishing(control, active, number, rule))
        names = self._after(rule, active, order, target)
        return Relation(
            rule.edge,
            active,
            target,
            [(part, gone) for part, gone in parts if part != nothing or gone != nothing],
            names,
            self.diagrams.renaming(names),
            self._exchanges(target, [order.index(s) for s in newcomers]),
        )

    def _own(self, control: Control, active: int, number: int, rule: Rule, new: int | None) -> Diagram:
        """About the active thread, and the one that it starts, which has no values before."""
        key = ("own", control[active][0], number, active, new)
        found = self._diagrams.get(key)
        if found is None:
            kept = {f"{ACTIVE}.{name}" for name in self.locals((control[active][0], rule.edge.target))}
            kept |= {name for name, _ in self.program.shared}
            values = [T.eq(now(n + "'"), v) for n, v in rule.assigned.items() if v is not None and n in kept]
            threads = {ACTIVE: active} if new is None else {ACTIVE: active, "1": new}
            found = self._diagram(T.and_(rule.own, *values), threads)
            if new is not None and rule.starts is not None:
                begun = self.locals((rule.starts, ENTRY)) if new < len(control) else []
                gone = [local(new, name) for name in self._locals[rule.starts] if name not in begun]
                found = found.exists(self.diagrams.all_of(gone))
            self._diagrams[key] = found
        return found

    def _single(self, control: Control, active: int, number: int, rule: Rule) -> Iterator[tuple[Diagram, Diagram]]:
        """About one passive thread each, of which old values of what is broadcast do not matter later."""
        for slot, (t, location) in enumerate(control):
            formulas = [f for templates, f in rule.others if templates == (t,)]
            if slot == active or not (formulas or rule.broadcast[t]):
                continue
            key = (control[active][0], number, active, slot, location)
            found = self._diagrams.get(("single", *key))
            if found is None:
                known = self.locals(control[slot])
                changed = [n for i, n in enumerate(self._locals[t]) if rule.broadcast[t] >> i & 1 and n in known]
                gone = self.diagrams.all_of(local(slot, name) for name in changed)
                found = self._diagram(T.and_(*formulas), {ACTIVE: active, "1": slot})
                found = found.exists(self._without_value([slot], control))
                self._diagrams["single", *key], self._diagrams["gone", *key] = found, gone
            yield found, self._diagrams["gone", *key]

    def _joint(self, control: Control, active: int, rule: Rule) -> Iterator[Diagram]:
        """About several passive threads."""
        passive = [slot for slot in range(len(control)) if slot != active]
        for templates, formula in rule.others:
            if len(templates) < 2:
                continue
            for slots in permutations(passive, len(templates)):
                if all(self.slots[s] == t for s, t in zip(slots, templates, strict=True)):
                    threads = {ACTIVE: active} | {str(i): s for i, s in enumerate(slots, 1)}
                    yield self._diagram(formula, threads).exists(self._without_value(slots, control))

    def _vanishing(self, control: Control, active: int, number: int, rule: Rule) -> Diagram:
        """Old values of what is assigned, and all of the active thread that has no value afterwards."""
        t = control[active][0]
        key = ("vanishing", t, number, active)
        found = self._diagrams.get(key)
        if found is None:
            kept = self.locals((t, rule.edge.target))
            names = [name for name, _ in self.program.shared if name in rule.assigned]
            names += [local(active, n) for n in self._locals[t] if n not in kept or f"{ACTIVE}.{n}" in rule.assigned]
            names += [local(active, n) + "'" for n in self._locals[t] if n not in kept]
            found = self._diagrams[key] = self.diagrams.all_of(names)
        return found

    def _after(self, rule: Rule, active: int, order: list[int], target: Control) -> dict[str, str]:
        names = {name + "'" if name in rule.assigned else name: name for name, _ in self.program.shared}
        for position, slot in enumerate(order):
            t = self.slots[slot]
            changed = {name for i, name in enumerate(self._locals[t]) if rule.broadcast[t] >> i & 1}
            if slot == active:
                changed = {name.partition(".")[2] for name in rule.assigned}
            for name in self.locals(target[position]):
                names[local(slot, name) + ("'" if name in changed else "")] = local(position, name)
        return names

    def image(self, found: Diagram, relation: Relation) -> Diagram:
        """After the step."""
        for part, gone in relation.parts:
            found = self.diagrams.meet(found, part, gone)
        if relation.renaming is not None:
            found = found.substitute(relation.renaming)
        return closed(found, relation.exchanges)

    def _exchanges(self, target: Control, newcomers: list[int]) -> list[list[Renaming]]:
        found = []
        for i, slot in enumerate(newcomers):
            there = [s for s, place in enumerate(target) if place == target[slot] and s not in newcomers[i:]]
            exchanges = [self.exchange(slot, other, target[slot]) for other in there]
            found.append([exchange for exchange in exchanges if exchange is not None])
        return found

    def exchange(self, one: int, other: int, place: Place) -> Renaming | None:
        """Of the values of two slots at the same location; None if there are none."""
        pairs = [(local(one, name), local(other, name)) for name in self.locals(place)]
        return self.diagrams.renaming(dict(pairs) | {y: x for x, y in pairs})


def local(slot: int, name: str) -> str:
    return f"{slot}:{name}"


def representatives(control: Control) -> list[int]:
    """One slot of those that are at the same location."""
    return [slot for slot, place in enumerate(control) if slot == 0 or control[slot - 1] != place]


def closed(found: Diagram, exchanges: Iterable[list[Renaming]]) -> Diagram:
    """Under exchanges of the one that joins others with these."""
    for joined in exchanges:
        one = found
        for exchange in joined:
            found |= one.substitute(exchange)
    return found
