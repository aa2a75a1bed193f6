"""Where a value can have come from: all variables whose values may reach some variables, by copying only.

A *secret* is a set of values: those whose low bits are a given number. `flow_into(program, templates, seeds, secret)`
gives the variables from which values are copied into the seeds, as long as everything else that is written to them is
harmless: a value that is no secret. Steps that write a secret constant are its *sources*; `Fresh` steps of the secret's
own site make new ones. None if something is written that is not understood (arithmetic, inputs).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from threadproof.ir import op as O
from threadproof.ir.program import Edge, Template
from threadproof.logic.term import Term, Var

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


def flow_into(templates: Iterable[Template], seeds: Iterable[Owned], secret: Secret) -> Flow | None:
    templates = list(templates)
    found = Flow()
    pending = list(dict.fromkeys(seeds))
    found.vars.update(pending)
    while pending:
        owner, v = pending.pop()
        if not _starts_harmless(templates, owner, v, secret):
            return None
        for t in templates:
            if owner not in ("", t.name) and not any(
                isinstance(e.op, O.Create) and e.op.template == owner for e in t.all_edges()
            ):
                continue
            for e in t.all_edges():
                for value in _written(templates, t, e, owner, v):
                    if value is None:
                        return None
                    if isinstance(value, O.Fresh):
                        if value.site != secret.site and (value.shift < secret.bits or secret.has(value.base)):
                            return None
                        continue
                    for p in parts(value):
                        if p.var is not None and p.op in ("var", "select"):
                            source = ("" if p.var.shared else t.name, p.var)
                            if source not in found.vars:
                                found.vars.add(source)
                                pending.append(source)
                        elif p.value is not None and secret.has(p.value) and secret.site is None:
                            found.sources.append((t, e))
                        elif not is_harmless(p, secret):
                            return None
    return found


def _starts_harmless(templates: list[Template], owner: str, v: Var, secret: Secret) -> bool:
    if any(v is t.self_var for t in templates):
        return False
    if any(v in t.params for t in templates if t.name == owner):
        return True
    values = [v.init, *(c for _, c in v.cells)]
    return all(x is not None and not secret.has(x) for x in values)


def _written(templates: list[Template], t: Template, e: Edge, owner: str, v: Var) -> Iterator[Term | O.Fresh | None]:
    """What the edge writes to the variable; None: something unknown."""
    match e.op:
        case O.Create(template=name) if name == owner:
            created = next(x for x in templates if x.name == name)
            yield from (a for p, a in zip(created.params, e.op.args, strict=True) if p is v)
        case _ if owner not in ("", t.name):
            return
        case O.Step():
            yield from (u.value for u in e.op.updates if u.var is v)
        case O.Fresh():
            if e.op.target is v:
                yield e.op
            elif e.op.counter is v:
                yield None
        case _:
            if any(c.var is v for c in O.writes(e.op)):
                yield None
