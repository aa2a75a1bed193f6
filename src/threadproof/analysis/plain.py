"""Static facts as plain data (what JSON can hold), for proofs: `evidence.facts` reads and re-checks them.

A term is a list: ["const", value, width], ["var", name], ["select", name, index, ...], [operator, width, arguments...].
A cell is [name, index, ...]; a place is [template, location, number of the edge there, number of the access].
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from threadproof.analysis.exclusion import Place, Reason
from threadproof.analysis.knowledge import Case, Knowledge
from threadproof.analysis.movers import Movers
from threadproof.analysis.ownership import Ownership, Unpublished
from threadproof.analysis.races import RaceAnalysis
from threadproof.ir import op as O
from threadproof.logic.term import Term, Var


def race_facts(analysis: RaceAnalysis) -> dict[str, Any]:
    """Everything that `evidence.facts.races.check` needs to see that there is no race."""
    return {**knowledge_facts(analysis.knowledge), **_exclusions(analysis.excluded)}


def mover_facts(movers: Movers) -> dict[str, Any]:
    """What `evidence.facts.movers.check` needs: the mover of every edge, and why."""
    kinds = {t.name: [[movers.of(t.name, e).value for e in out] for out in t.edges] for t in movers.knowledge.templates}
    return {**knowledge_facts(movers.knowledge), **_exclusions(movers.excluded), "movers": kinds}


def _exclusions(excluded: list[tuple[Place, Place, list[Reason]]]) -> dict[str, Any]:
    secrets: list[Ownership | Unpublished] = []
    pairs = [
        [_place(a), _place(b), [_reason(r, secrets) for r in reasons]]
        for a, b, reasons in excluded
        if not any(r.kind == "single" for r in reasons)
    ]
    return {"secrets": [_secret(s) for s in secrets], "pairs": pairs}


def knowledge_facts(k: Knowledge) -> dict[str, Any]:
    return {
        "owners": sorted(v.name for v in k.locks.owners),
        "readers": {r.name: w.name for r, w in k.locks.readers.items()},
        "ended_at_exit": {name: sorted(names) for name, names in k.exit_ended.items()},
        "cases": {name: [[_case(c) for c in cases] for cases in at] for name, at in k.cases.items()},
    }


def _case(c: Case) -> dict[str, Any]:
    found: dict[str, Any] = {}
    if c.where:
        found["where"] = sorted((term(t) for t in c.where), key=repr)
    for name, cells in (("held", c.held), ("tokens", c.tokens)):
        if cells:
            found[name] = sorted((cell(x) for x in cells), key=repr)
    for name, names in (("unstarted", c.unstarted), ("ended", c.ended)):
        if names:
            found[name] = sorted(names)
    return found


def _place(p: Place) -> list[Any]:
    out = p.template.edges[p.edge.source]
    number = next(i for i, e in enumerate(out) if e is p.edge)
    return [p.template.name, p.edge.source, number, O.footprint(p.edge.op).index(p.access)]


def _secret(s: Ownership | Unpublished) -> dict[str, Any]:
    found: dict[str, Any] = {"number": s.secret.number, "bits": s.secret.bits}
    found["vars"] = sorted([owner, v.name] for owner, v in s.flow.vars)
    match s:
        case Ownership():
            found["site"] = s.secret.site
            found["at"] = {name: [[_names(vs) for vs in state] for state in at] for name, at in s.at.items()}
        case Unpublished():
            found["writer"] = s.template
            found["at"] = {s.template: [None if may is None else [[], _names(may)] for may in s.at]}
    return found


def _names(variables: Iterable[Var]) -> list[str]:
    return sorted(v.name for v in variables)


def _reason(r: Reason, secrets: list[Ownership | Unpublished]) -> list[Any]:
    match r.kind:
        case "owned" | "unpublished":
            assert r.secret is not None
            number = next((i for i, s in enumerate(secrets) if s is r.secret), len(secrets))
            if number == len(secrets):
                secrets.append(r.secret)
            return ["secret", r.side, number]
        case "unstarted" | "ended":
            return [r.kind, r.side]
        case "lock":
            return [r.kind, *map(cell, r.locks)]
        case _:
            return [r.kind]


def cell(c: O.Cell) -> list[Any]:
    return [c.var.name, *map(term, c.index)]


def term(t: Term) -> list[Any]:
    if t.op == "const":
        return ["const", t.value, t.width]
    if t.var is not None:
        return [t.op, t.var.name, *map(term, t.args)]
    return [t.op, t.width, *map(term, t.args)]
