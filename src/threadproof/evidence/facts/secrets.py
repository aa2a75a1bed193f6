"""Claims that other instances cannot know a number: a heap object just allocated, or a constant not yet written down.

A claim names a set of variables into which nothing is ever written but copies of each other and harmless values (no
object of the site, not the constant); see `analysis.ownership` for what follows. Checked step by step:

* *owned*: new numbers come from `Fresh` and are new; at each location, locals that hold one for sure and locals that
  may; as long as there are any of the first, none of the second is written to shared memory, to an array, or handed
  to a new thread.
* *unpublished*: only one template, with one instance, writes the constant, and before it does so (and hands it on) the
  locals that may hold it are known.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from threadproof.evidence.facts.document import BadFacts, Case
from threadproof.evidence.facts.threads import ThreadRules, reached
from threadproof.ir import op as O
from threadproof.ir.program import Edge, Program, Template
from threadproof.logic import term as T
from threadproof.logic.table import MAX_WIDTH
from threadproof.logic.term import Term, Var
from threadproof.records import dataclass

Locals = frozenset[Var]


@dataclass(slots=True)
class Claim:
    number: int
    bits: int
    #: of the heap; None for a constant
    site: int | None
    #: the only template that writes the constant
    writer: str
    vars: set[tuple[str, Var]]
    #: template -> location -> (surely, perhaps) or None
    at: dict[str, list[tuple[Locals, Locals] | None]]

    def has(self, t: Template, v: Var) -> bool:
        return ("" if v.shared else t.name, v) in self.vars

    def is_number(self, value: int) -> bool:
        return (value - self.number) % (1 << self.bits) == 0


def read(program: Program, facts: Mapping[str, Any]) -> list[Claim]:
    try:
        return [_read(program, x) for x in facts.get("secrets", ())]
    except (KeyError, IndexError, TypeError, ValueError) as problem:
        raise BadFacts(f"the secrets are not well-formed: {problem}") from problem


def _read(program: Program, data: Mapping[str, Any]) -> Claim:
    tables = {n: {v.name: v for v in t.locals} for n, t in program.templates.items()}
    tables[""] = {v.name: v for v in program.shared}
    at: dict[str, list[tuple[Locals, Locals] | None]] = {}
    for name, states in data["at"].items():
        if len(states) != len(program.templates[name].edges):
            raise BadFacts(f"{name} does not have {len(states)} locations")
        at[name] = [
            None if s is None else (frozenset(tables[name][v] for v in s[0]), frozenset(tables[name][v] for v in s[1]))
            for s in states
        ]
    members = {(owner, tables[owner][v]) for owner, v in data["vars"]}
    number, bits, site = data["number"], data["bits"], data.get("site")
    if any(type(n) is not int for n in (number, bits, site or 0)) or not 0 <= bits <= MAX_WIDTH:
        raise BadFacts(f"no numbers: {number}, {bits}, {site}")
    return Claim(number, bits, site, data.get("writer", ""), members, at)


class SecretRules:
    def __init__(self, threads: ThreadRules, claims: list[Claim]) -> None:
        self.threads = threads
        self.claims = claims

    def complaints(self) -> Iterator[str]:
        for n, claim in enumerate(self.claims):
            yield from (f"secret {n}: {problem}" for problem in self._claim(claim))

    def _claim(self, claim: Claim) -> Iterator[str]:
        yield from self._starts(claim)
        if claim.site is None and claim.writer not in self.threads.ids:
            yield f"{claim.writer} may have several instances"
        for t in self.threads.templates:
            states = claim.at.get(t.name)
            if states is None and (claim.site is not None or t.name == claim.writer):
                yield f"nothing is said about {t.name}"
                return
            if states is not None and states[t.entry] != (frozenset(), frozenset()):
                yield f"{t.name} starts with a secret"
            for e in t.all_edges():
                problem = self._writes(claim, t, e)
                if states is not None and not problem:
                    problem = self._moves(claim, t, e, states[e.source], states[e.target])
                if problem:
                    yield f"{t.name} L{e.source}: {problem}"
        if claim.site is not None:
            yield from self._draws(claim)

    # ------------------------------------------------------------ what the variables hold

    def _starts(self, claim: Claim) -> Iterator[str]:
        for owner, v in claim.vars:
            t = next((t for t in self.threads.templates if t.name == owner), None)
            if t is not None and v in t.params:
                continue
            if v is (t.self_var if t is not None else None) or v.init is None:
                yield f"{v.name} may hold any number at first"
            elif claim.is_number(v.init) or any(claim.is_number(x) for _, x in v.cells):
                yield f"{v.name} holds the number at first"

    def _writes(self, claim: Claim, t: Template, e: Edge) -> str | None:
        written: list[tuple[Var, Term]] = []
        match e.op:
            case O.Step():
                written = [(u.var, u.value) for u in e.op.updates if claim.has(t, u.var)]
            case O.Create():
                created = self.threads.program.templates[e.op.template]
                pairs = zip(created.params, e.op.args, strict=True)
                written = [(p, a) for p, a in pairs if claim.has(created, p)]
            case O.Fresh():
                if e.op.counter is not None and claim.has(t, e.op.counter):
                    return "a counter is no copy"
                if claim.has(t, e.op.target) and e.op.site != claim.site:
                    if e.op.shift < claim.bits or claim.is_number(e.op.base):
                        return "another site may draw the number"
            case _:
                if any(claim.has(t, c.var) for c in O.writes(e.op)):
                    return "anything may be written"
        for v, value in written:
            for p in _branches(value):
                if not self._is_copy_or_harmless(claim, t, p):
                    return f"{v.name} may become the number"
        return None

    def _is_copy_or_harmless(self, claim: Claim, t: Template, p: Term) -> bool:
        if p.var is not None:
            return claim.has(t, p.var)
        if p.value is not None:
            return not claim.is_number(p.value) or (claim.site is None and t.name == claim.writer)
        if p.op == "bvor" and p.args[0].op == "shl" and p.args[1].value is not None:
            low = min(p.args[0].args[1].value or 0, claim.bits)
            return (p.args[1].value - claim.number) % (1 << low) != 0
        return False

    # ------------------------------------------------------------ who knows it

    def _moves(
        self,
        claim: Claim,
        t: Template,
        e: Edge,
        before: tuple[Locals, Locals] | None,
        after: tuple[Locals, Locals] | None,
    ) -> str | None:
        if after is None or isinstance(e.op, O.Exit | O.Unsupported):
            return None
        if before is None:
            return "what others know is secret again"
        sure, perhaps = before
        if any(self._is_secret(claim, x, perhaps) for x in _told(claim, t, e)):
            return None if claim.site is not None and not after[0] else "the secret is told"
        new: dict[Var, Term | None] = {}
        drawn: Var | None = None
        match e.op:
            case O.Step():
                new = {u.var: u.value for u in e.op.updates if not u.var.shared and not u.index}
            case O.Fresh():
                new = {e.op.target: None}
                drawn = e.op.target if claim.site is not None and e.op.site == claim.site else None
            case _:
                new = {c.var: None for c in O.writes(e.op) if not c.var.shared}
        for v in after[0]:
            value = new.get(v)
            if not claim.has(t, v) or not (v in sure if v not in new else v is drawn or _is_one_of(value, sure)):
                return f"{v.name} need not hold an owned number"
        for owner, v in claim.vars:
            if owner == t.name and v not in after[1] and not v.dims:
                value = new.get(v)
                if v is drawn or (v in perhaps if v not in new else self._is_secret(claim, value, perhaps)):
                    return f"{v.name} may hold a secret"
        return None

    @staticmethod
    def _is_secret(claim: Claim, value: Term | None, perhaps: Locals) -> bool:
        if value is None:
            return False
        return any(
            not p.vars.isdisjoint(perhaps) or (claim.site is None and p.value is not None and claim.is_number(p.value))
            for p in _branches(value)
        )

    def _draws(self, claim: Claim) -> Iterator[str]:
        """Numbers of the site are new whenever they are drawn."""
        for t in self.threads.templates:
            mine = [(e, e.op) for e in t.all_edges() if isinstance(e.op, O.Fresh) and e.op.site == claim.site]
            counters = {op.counter for _, op in mine}
            if len(counters) > 1:
                yield f"{t.name} counts the objects of one site in several ways"
            for e, op in mine:
                if (op.base, op.shift) != (claim.number, claim.bits) or not op.shift:
                    yield f"{t.name} draws numbers of another kind"
                if op.counter is None and any(f.source in reached(t, e.target) for f, _ in mine):
                    yield f"{t.name} may draw a number again"
            for e in t.all_edges():
                if not any(e is f for f, _ in mine) and any(c.var in counters for c in O.writes(e.op)):
                    yield f"{t.name} changes the counter"

    # ------------------------------------------------------------ what follows

    def excludes(
        self, n: int, keeper: tuple[Template, Edge, O.Access], other: tuple[Template, Edge, O.Access], case: Case
    ) -> bool:
        """The other access, in this case, would need to know what the keeper has told nobody."""
        claim = self.claims[n]
        t, e, a = keeper
        u, _, b = other
        state = claim.at[t.name][e.source]
        if state is None:
            return False
        if claim.site is None:
            if t.name != claim.writer or u.name == t.name:
                return False
            known = [v for v in case.where if v.op == "eq" and v.args[1].value == claim.number]
            return any(x.args[0].op == "var" and self._knows(claim, u, x.args[0]) for x in known)
        if len(a.index) != len(b.index):
            return False
        for i, j in zip(a.index, b.index, strict=True):
            if i.op == j.op == "lshr" and i.args[1].value == j.args[1].value == claim.bits:
                x, y = i.args[0], j.args[0]
                mask = T.const((1 << claim.bits) - 1, y.width)
                same_site = T.eq(T.bvand(y, mask), T.const(claim.number, y.width))
                if x.op == "var" and x.var in state[0] and self._knows(claim, u, y) and same_site in case.where:
                    return x.width == y.width
        return False

    @staticmethod
    def _knows(claim: Claim, t: Template, y: Term) -> bool:
        if y.op != "var" or y.var is None or y.var.shared or (claim.site is None and y.width != claim.bits):
            return False
        return claim.has(t, y.var)


def _told(claim: Claim, t: Template, e: Edge) -> list[Term]:
    match e.op:
        case O.Step():
            return [u.value for u in e.op.updates if (u.var.shared or u.index) and claim.has(t, u.var)]
        case O.Create():
            return list(e.op.args)
        case _:
            return []


def _is_one_of(value: Term | None, sure: Locals) -> bool:
    return value is not None and value.op == "var" and value.var in sure


def _branches(value: Term) -> tuple[Term, ...]:
    return _branches(value.args[1]) + _branches(value.args[2]) if value.op == "ite" else (value,)
