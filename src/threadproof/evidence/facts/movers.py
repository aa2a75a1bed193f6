"""Claims that steps commute with those of others around them. Entry point: `check(program, facts)`.

A step is a *both*-mover if every conflicting access of another instance is excluded, whether or not that step is
possible yet. Taking a lock may be a *right*-mover and giving it back a *left*-mover if all that anybody does with the
lock is that, and comparing its owner with oneself. Ending the thread is a left-mover if others only wait for it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from threadproof.evidence.facts import secrets
from threadproof.evidence.facts.cases import CaseRules
from threadproof.evidence.facts.document import BadFacts, read
from threadproof.evidence.facts.local import conjuncts
from threadproof.evidence.facts.races import Place, RaceRules
from threadproof.evidence.facts.secrets import SecretRules
from threadproof.ir import op as O
from threadproof.ir.program import Program, Template
from threadproof.logic import term as T
from threadproof.logic.term import Term, Var

KINDS = ("both", "right", "left", "none")


def check(program: Program, facts: Mapping[str, Any]) -> list[str]:
    try:
        document = read(program, facts)
        claims = secrets.read(program, facts)
        reasons = {(tuple(a), tuple(b)): why for a, b, why in facts["pairs"]}
        movers = facts["movers"]
    except BadFacts as problem:
        return [str(problem)]
    except (KeyError, TypeError, ValueError) as problem:
        return [f"the facts are not well-formed: {problem}"]
    rules = CaseRules(program, document)
    kept = SecretRules(rules.threads, claims)
    found = [*rules.complaints(), *kept.complaints()]
    return found or list(MoverRules(program, rules, RaceRules(program, rules, kept, reasons), movers).complaints())


class MoverRules:
    def __init__(self, program: Program, rules: CaseRules, pairs: RaceRules, movers: Mapping[str, Any]) -> None:
        self.program = program
        self.rules = rules
        self.pairs = pairs
        self.movers = movers
        self.users: dict[Var, list[Place]] = {}
        for t in rules.threads.templates:
            for location, out in enumerate(t.edges):
                for n, e in enumerate(out):
                    for k, a in enumerate(O.footprint(e.op)):
                        place = Place(t, e, a, (t.name, location, n, k), False)
                        self.users.setdefault(a.var, []).append(place)

    def complaints(self) -> Iterator[str]:
        for t in self.rules.threads.templates:
            kinds = self.movers.get(t.name)
            if kinds is None or [len(x) for x in kinds] != [len(out) for out in t.edges]:
                yield f"{t.name}: not every edge has a mover"
                continue
            for location, out in enumerate(t.edges):
                for n, e in enumerate(out):
                    kind = kinds[location][n]
                    if kind not in KINDS or (kind != "none" and not self._is_right(t, location, n, kind, kinds)):
                        yield f"{t.name} L{location} (line {e.origin.line}) is no {kind}-mover"

    def _is_right(self, t: Template, location: int, n: int, kind: str, kinds: list[list[str]]) -> bool:
        op = t.edges[location][n].op
        match op:
            case O.Create() | O.Exit() | O.Signal() | O.Unsupported():
                return False
            case O.AtomicBegin():
                return kind == "both" and self._is_quiet_section(t, t.edges[location][n].target, kinds)
        directions = set()
        for k, a in enumerate(O.footprint(op)):
            place = Place(t, t.edges[location][n], a, (t.name, location, n, k), False)
            if not self._is_alone(place):
                directions.add(self._direction(place))
        return directions <= {kind, "both"}

    def _is_alone(self, a: Place) -> bool:
        """Every conflicting access is excluded."""
        for b in self.users[a.access.var]:
            same = a.template is b.template and self.rules.threads.id_of(a.template) is not None
            if (a.access.write or b.access.write) and not same and self.pairs.pair(a, b):
                return False
        return True

    def _is_quiet_section(self, t: Template, start: int, kinds: list[list[str]]) -> bool:
        seen, pending = {start}, [start]
        while pending:
            at = pending.pop()
            for n, e in enumerate(t.edges[at]):
                if isinstance(e.op, O.AtomicEnd):
                    continue
                if kinds[at][n] != "both":
                    return False
                if e.target not in seen:
                    seen.add(e.target)
                    pending.append(e.target)
        return True

    # ------------------------------------------------------------ locks and ends

    def _direction(self, p: Place) -> str:
        document, op = self.rules.document, p.edge.op
        if not isinstance(op, O.Step):
            return "none"
        if p.access.var is self.program.ended:
            return "left" if p.access.write and self._is_only_waited_for() else "none"
        owner = document.readers.get(p.access.var, p.access.var)
        if owner not in document.owners:
            return "none"
        reader = document.reader_of(owner)
        family = {owner} if reader is None else {owner, reader}
        if not all(self._is_orderly(u, family) for v in family for u in self.users.get(v, ())):
            return "none"
        found = {self._way(p, u) for u in op.updates if u.var in family}
        return "both" if not found else found.pop() if len(found) == 1 else "none"

    def _way(self, p: Place, u: O.Update) -> str:
        if self._takes(u):
            return "right"
        cases = self.rules.possible(p.template, p.edge)
        cell = O.Cell(u.var, u.index)
        return "left" if all(cell in c.held | c.tokens for c in cases) else "none"

    @staticmethod
    def _takes(u: O.Update) -> bool:
        """By what `LockRules` has made sure of, it is a release or a read-release otherwise."""
        old = T.select(u.var, u.index)
        return u.value.value != 0 and u.value is not T.add(old, T.const(-1, old.width))

    def _is_orderly(self, p: Place, family: set[Var]) -> bool:
        op = p.edge.op
        if not self.rules.possible(p.template, p.edge):
            return True
        if not isinstance(op, O.Step) or any(not family.isdisjoint(i.vars) for i in p.access.index):
            return False
        if any(u.var not in family and not family.isdisjoint(u.value.vars) for u in op.updates):
            return False
        mine = [u for u in op.updates if u.var in family]
        return all(self._is_orderly_test(x, p.template, mine, family) for x in conjuncts(op.guard))

    def _is_orderly_test(self, x: Term, t: Template, mine: list[O.Update], family: set[Var]) -> bool:
        if family.isdisjoint(x.vars):
            return True
        equal = x.args[0] if x.op == "not" else x
        if equal.op != "eq" or equal.args[0].var not in family or equal.args[0].op not in ("var", "select"):
            return False
        if self.rules.threads.is_self(equal.args[1], t):
            return True
        if equal.args[1].value != 0 or not mine:
            return False
        takes = any(self._takes(u) for u in mine)
        return takes if equal is x else not takes and all(u.value.value is None for u in mine)

    def _is_only_waited_for(self) -> bool:
        ended = self.program.ended
        for p in self.users.get(ended, ()):
            op = p.edge.op
            if p.access.write:
                continue
            if not isinstance(op, O.Step) or any(ended in u.value.vars for u in op.updates):
                return False
            for x in conjuncts(op.guard):
                if ended in x.vars and not (x.op == "eq" and x.args[0].var is ended and x.args[1].value == 1):
                    return False
        return self.rules.threads.is_honest
