"""Preserved program order and propagation of "Herding Cats" (Alglave, Maranget, Tautschnig, TOPLAS 36(2), 2014), which
Power and ARMv7 share: figures 25 (ppo), 18 (propagation) and 5 (the axioms).

An access has an initial and a committed part; four relations say which part of one comes before which of another, and
the least fixpoint of their rules is computed here. The form is that of `ppo.cat` and `ppc-checks.cat` in herd 7.57.
"""

from __future__ import annotations

from collections.abc import Callable

from threadproof.axiomatic.execution import Execution
from threadproof.axiomatic.models.model import ACYCLIC, IRREFLEXIVE, Axiom, Parts, reads_writes
from threadproof.axiomatic.relations import Relation, compose, empty, meet, restrict, sources, star, targets, union
from threadproof.records import NamedTuple


class Strength(NamedTuple):
    """Fences as relations, and what differs between the two machines."""

    strong: Relation
    light: Relation
    #: control dependencies that end at such a fence, up to what comes after it
    control_fenced: Relation
    keeps_po_location: bool


def control_fenced(x: Execution, tag: str) -> Relation:
    """ctrl, then a fence of that kind, then anything."""
    s = x.skeleton
    fences = s.tagged(tag) & s.fences
    return compose(restrict(s.control, s.reads, fences), s.po) if fences else empty(s.size)


def ppo(x: Execution, given: Strength) -> Relation:
    return x.once("ppo", lambda: _ppo(x, given))


def _ppo(x: Execution, given: Strength) -> Relation:
    s = x.skeleton
    dependency = s.once("dd", lambda: union(s.address, s.data))
    read_different_writes = meet(s.po_location, compose(x.fre, x.rfe))
    detour = meet(s.po_location, compose(x.coe, x.rfe))
    ci0 = union(given.control_fenced, detour)
    ii0 = union(dependency, x.rfi, read_different_writes)
    cc0 = union(dependency, s.control, s.once("addr;po", lambda: compose(s.address, s.po)))
    if given.keeps_po_location:
        cc0 = union(cc0, s.po_location)
    ii, ci, cc, ic = ii0, ci0, cc0, union(ii0, cc0)
    while True:
        next_ci = union(ci0, compose(ci, ii), compose(cc, ci))
        next_ii = union(ii0, ci, compose(ic, ci), compose(ii, ii))
        next_cc = union(cc0, ci, compose(ci, ic), compose(cc, cc))
        next_ic = union(ii, cc, compose(ic, cc), compose(ii, ic))
        if (next_ci, next_ii, next_cc, next_ic) == (ci, ii, cc, ic):
            break
        # (each has what it had before: the rules are monotone)
        ci, ii, cc, ic = next_ci, next_ii, next_cc, next_ic
    return union(reads_writes(x, ii, "RR"), reads_writes(x, ic, "RW"))


def happens_before(x: Execution, given: Strength) -> Parts:
    return {"ppo": ppo(x, given), "strong fence": given.strong, "light fence": given.light, "rfe": x.rfe}


def _hb_star(x: Execution, given: Strength) -> Relation:
    return x.once("hb*", lambda: star(union(*happens_before(x, given).values())))


def propagation(x: Execution, given: Strength) -> Relation:
    """prop: in which order writes reach other threads."""
    return x.once("prop", lambda: _propagation(x, given))


def _propagation(x: Execution, given: Strength) -> Relation:
    fences = union(given.strong, given.light)
    hb_star = _hb_star(x, given)
    base = compose(union(fences, compose(x.rfe, fences)), hb_star)
    communication = star(union(x.rf, x.co, x.fr))
    strong = compose(communication, star(base), given.strong, hb_star)
    return union(reads_writes(x, base, "WW"), strong)


def axioms(of: Callable[[Execution], Strength]) -> tuple[Axiom, ...]:
    """The three that Power and ARMv7 have beside coherence and atomicity, and that of exclusive pairs."""

    def no_thin_air(x: Execution) -> Parts:
        return happens_before(x, of(x))

    def observation(x: Execution) -> Parts:
        given = of(x)
        return {"fre;prop;hb*": compose(x.fre, propagation(x, given), _hb_star(x, given))}

    def propagating(x: Execution) -> Parts:
        return {"co": x.co, "prop": propagation(x, of(x))}

    return (
        Axiom("no-thin-air", ACYCLIC, no_thin_air),
        Axiom("observation", IRREFLEXIVE, observation),
        Axiom("propagation", ACYCLIC, propagating),
        Axiom("exclusive", ACYCLIC, _exclusive),
    )


def _exclusive(x: Execution) -> Parts:
    """Stores of exclusive pairs are coherent with the program order, as in `ppc-checks.cat` of herd 7.57."""
    s = x.skeleton

    def make() -> Relation:
        mask = sources(s.exclusive) | targets(s.exclusive)
        return restrict(s.po, mask, mask)

    return {"co": x.co, "po of exclusive pairs": s.once("xx", make)}
