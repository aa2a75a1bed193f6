"""Where a value can have come from: all variables whose values may reach some variables, by copying only.

A *secret* is a set of values: those whose low bits are a given number. `flow_into(writes, seeds, secret)`
gives the variables from which values are copied into the seeds, as long as everything else that is written to them is
harmless: a value that is no secret. Steps that write a secret constant are its *sources*; `Fresh` steps of the secret's
own site make new ones. None if something is written that is not understood (arithmetic, inputs).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from threadproof.ir import op as O
from threadproof.ir.program import Edge, Template
from threadproof.logic.term import Term, Var
from threadproof.records import NamedTuple, dataclass, field

#: the name of the template it belongs to ("" for shared ones), and the variable
Owned = tuple[str, Var]


class Secret(NamedTuple):
    number: int
    #: how many low bits count
    bits: int
    #: the heap site whose objects have these numbers, if there may be many
    site: int | None = None

    def has(self, value: int) -> bool:
        return not (value ^ self.number) & ((1 << self.bits) - 1)


@dataclass(slots=True)
class Flow:
    vars: set[Owned] = field(default_factory=set)
    sources: list[tuple[Template, Edge]] = field(default_factory=list)

    def holds(self, t: Template, v: Var) -> bool:
        return ("" if v.shared else t.name, v) in self.vars


def parts(value: Term) -> tuple[Term, ...]:
    """The terms one of which a value is."""
    if value.op == "ite":
        return parts(value.args[1]) + parts(value.args[2])
    return (value,)


def is_harmless(value: Term, secret: Secret) -> bool:
    """Surely no secret: its low bits are known and others."""
    if value.value is not None:
        return not secret.has(value.value)
    if value.op == "bvor" and value.args[0].op == "shl" and value.args[1].value is not None:
        shift = value.args[0].args[1].value
        mask = (1 << min(shift or 0, secret.bits)) - 1
        return bool((value.args[1].value ^ secret.number) & mask)
    return False


class Writes:
    """All that is written to each variable of some templates, with the step that does; None: something unknown."""

    def __init__(self, templates: Iterable[Template]) -> None:
        self.templates = {t.name: t for t in templates}
        self.of: dict[Owned, list[tuple[Template, Edge, Term | O.Fresh | None]]] = {}
        for t in self.templates.values():
            for e in t.all_edges():
                for owned, value in self._written(t, e):
                    self.of.setdefault(owned, []).append((t, e, value))

    def _written(self, t: Template, e: Edge) -> Iterator[tuple[Owned, Term | O.Fresh | None]]:
        match e.op:
            case O.Create():
                params = self.templates[e.op.template].params if e.op.template in self.templates else ()
                for p, a in zip(params, e.op.args, strict=False):
                    yield (e.op.template, p), a
            case O.Step():
                for u in e.op.updates:
                    yield owned_by(t, u.var), u.value
            case O.Fresh():
                yield owned_by(t, e.op.target), e.op
                if e.op.counter is not None:
                    yield owned_by(t, e.op.counter), None
            case _:
                for c in O.writes(e.op):
                    yield owned_by(t, c.var), None


def owned_by(t: Template, v: Var) -> Owned:
    return "" if v.shared else t.name, v


def flow_into(writes: Writes, seeds: Iterable[Owned], secret: Secret) -> Flow | None:
    found = Flow()
    pending = list(dict.fromkeys(("" if v.shared else owner, v) for owner, v in seeds))
    found.vars.update(pending)
    while pending:
        owner, v = pending.pop()
        if not _starts_harmless(writes, owner, v, secret):
            return None
        for t, e, value in writes.of.get((owner, v), ()):
            if value is None:
                return None
            if isinstance(value, O.Fresh):
                if value.site != secret.site and (value.shift < secret.bits or secret.has(value.base)):
                    return None
                continue
            for p in parts(value):
                if p.var is not None and p.op in ("var", "select"):
                    source = owned_by(t, p.var)
                    if source not in found.vars:
                        found.vars.add(source)
                        pending.append(source)
                elif p.value is not None and secret.has(p.value) and secret.site is None:
                    found.sources.append((t, e))
                elif not is_harmless(p, secret):
                    return None
    return found


def _starts_harmless(writes: Writes, owner: str, v: Var, secret: Secret) -> bool:
    if any(v is t.self_var for t in writes.templates.values()):
        return False
    if owner and v in writes.templates[owner].params:
        return True
    values = [v.init, *(c for _, c in v.cells)]
    return all(x is not None and not secret.has(x) for x in values)
