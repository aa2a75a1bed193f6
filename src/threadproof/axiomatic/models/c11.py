"""C11 repaired: RC11 of Lahav, Vafeiadis, Kang, Hur, Dreyer, "Repairing Sequential Consistency in C/C++11" (PLDI 2017).

A consistent execution with a data race makes the whole test undefined. Accesses that are not atomic have no tag of an
order; `rlx` is on all that are atomic, `acq` on reads and fences that acquire, `rel` on writes and fences that release,
`sc` on what is sequentially consistent.
"""

from __future__ import annotations

from threadproof.axiomatic.execution import Execution
from threadproof.axiomatic.models.model import ACYCLIC, EMPTY, IRREFLEXIVE, Axiom, Model, Parts
from threadproof.axiomatic.relations import (
    Relation,
    closure,
    compose,
    inverse,
    meet,
    minus,
    reflexive,
    restrict,
    star,
    union,
)


def _optional_fence(x: Execution, tag: str) -> Relation:
    """([F with the tag]; sb)?"""
    s = x.skeleton
    return reflexive(restrict(s.po, s.fences & s.tagged(tag)))


def _synchronizes(x: Execution) -> Relation:
    s = x.skeleton
    atomic = s.tagged("rlx")
    same = reflexive(restrict(s.po_location, s.writes, s.writes))
    sequence = restrict(same, s.writes & ~s.initial, s.writes & atomic)
    releases = compose(sequence, star(compose(x.rf, s.rmw)))
    before = restrict(_optional_fence(x, "rel"), s.tagged("rel"))
    acquired = restrict(x.rf, -1, s.reads & atomic)
    after = restrict(reflexive(restrict(s.po, -1, s.fences & s.tagged("acq"))), -1, s.tagged("acq"))
    return compose(before, releases, acquired, after)


def _hb(x: Execution) -> Relation:
    return x.once("hb", lambda: closure(union(x.skeleton.po, x.once("sw", lambda: _synchronizes(x)))))


def _eco(x: Execution) -> Relation:
    return x.once("eco", lambda: closure(union(x.rf, x.co, x.fr)))


def _coherence(x: Execution) -> Parts:
    return {"hb;eco?": compose(_hb(x), reflexive(_eco(x)))}


def _atomicity(x: Execution) -> Parts:
    return {"rmw & (rb;mo)": meet(x.skeleton.rmw, compose(x.fr, x.co))}


def _psc(x: Execution) -> Parts:
    s = x.skeleton
    sc = s.tagged("sc")
    if not sc:
        return {"psc": [0] * s.size}
    hb = _hb(x)
    accesses, fences = sc & s.memory, sc & s.fences
    elsewhere = minus(s.po, s.po_location)
    at_location = [row & where for row, where in zip(hb, s.location, strict=True)]
    base = union(s.po, compose(elsewhere, hb, elsewhere), at_location, x.co, x.fr)
    diagonal = [1 << i if accesses >> i & 1 else 0 for i in range(s.size)]
    left = union(diagonal, restrict(reflexive(hb), fences))
    right = union(diagonal, restrict(reflexive(hb), -1, fences))
    psc_base = compose(left, base, right)
    psc_fences = restrict(union(hb, compose(hb, _eco(x), hb)), fences, fences)
    return {"psc of accesses": psc_base, "psc of fences": psc_fences}


def _thin_air(x: Execution) -> Parts:
    return {"sb": x.skeleton.po, "rf": x.rf}


def _races(x: Execution) -> Parts:
    s = x.skeleton
    hb = _hb(x)
    conflicts = []
    for i, where in enumerate(s.location):
        others = where & ~s.same_thread[i] & ~s.initial
        conflicts.append(0 if s.initial >> i & 1 else others if s.writes >> i & 1 else others & s.writes)
    atomic = s.tagged("rlx")
    unordered = minus(minus(conflicts, hb), inverse(hb))
    return {"race": [row & ~atomic if atomic >> i & 1 else row for i, row in enumerate(unordered)]}


MODEL = Model(
    name="c11",
    title="RC11",
    architectures=("C",),
    axioms=(
        Axiom("coherence", IRREFLEXIVE, _coherence),
        Axiom("atomicity", EMPTY, _atomicity),
        Axiom("sc", ACYCLIC, _psc),
        Axiom("no-thin-air", ACYCLIC, _thin_air),
    ),
    mapping="c11",
    pruned_by="coherence",
    defined=Axiom("no-race", EMPTY, _races),
)
