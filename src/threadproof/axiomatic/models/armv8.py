"""ARMv8 with multi-copy atomicity: Pulte, Flur, Deacon, French, Sarkar, Sewell, "Simplifying ARM Concurrency" (POPL
2018), the same as the first `aarch64.cat` of Deacon (ARM manual DDI 0487, 2016 to 2017, section B2.3).

One rule is of 2022: what follows an atomic instruction that acquires and releases comes after its store as well. Later
versions of the manual order more (any po-later write of the same location, not only after dependencies) and treat
instructions that choose (CSEL, CAS) in finer detail; `docs/soundness.md` says so.
"""

from __future__ import annotations

from threadproof.axiomatic.execution import Execution
from threadproof.axiomatic.models.model import (
    ACYCLIC,
    ATOMICITY,
    SC_PER_LOCATION,
    Axiom,
    Model,
    Parts,
)
from threadproof.axiomatic.relations import compose, restrict, targets, union


def _visible(x: Execution) -> Parts:
    """ob: observed by, ordered by dependencies, atomicity or barriers before."""
    parts = {"rfe": x.rfe, "fre": x.fre, "coe": x.coe}
    parts |= _of_traces(x)
    s = x.skeleton
    written = union(s.control, s.data)
    parts["(ctrl|data);coi"] = compose(written, x.coi)
    parts["(addr|data);rfi"] = compose(s.once("dd", lambda: union(s.address, s.data)), x.rfi)
    parts["rmw;rfi;[A|Q]"] = restrict(x.rfi, targets(s.rmw), s.tagged("A", "Q"))
    parts["po;[L];coi"] = compose(parts["po;[L]"], x.coi)
    return parts


def _of_traces(x: Execution) -> Parts:
    """The parts that do not depend on who reads from whom."""
    s = x.skeleton
    acquiring, releasing = s.tagged("A") & s.reads, s.tagged("L") & s.writes
    after_isb = s.fences & s.tagged("isb")
    address_po = s.once("addr;po", lambda: compose(s.address, s.po))

    make = {
        "addr": lambda: s.address,
        "data": lambda: s.data,
        "ctrl;[W]": lambda: restrict(s.control, -1, s.writes),
        "ctrl;[ISB]": lambda: compose(restrict(s.control, -1, after_isb), restrict(s.po, -1, s.reads)),
        "addr;po;[ISB]": lambda: compose(restrict(address_po, -1, after_isb), restrict(s.po, -1, s.reads)),
        "addr;po;[W]": lambda: restrict(address_po, -1, s.writes),
        "rmw": lambda: s.rmw,
        "dmb.full": lambda: s.fenced("dmb"),
        "dmb.ld": lambda: restrict(s.fenced("dmb.ld"), s.reads & ~s.tagged("noret")),
        "dmb.st": lambda: restrict(s.fenced("dmb.st"), s.writes, s.writes),
        "[L];po;[A]": lambda: restrict(s.po, releasing, acquiring),
        "[A|Q];po": lambda: restrict(s.po, s.tagged("A", "Q") & s.reads, s.memory),
        "po;[L]": lambda: restrict(s.po, s.memory, releasing),
        "[range([A];amo;[L])];po": lambda: restrict(s.po, targets(restrict(s.amo, acquiring, releasing))),
    }
    return {name: s.once(f"armv8 {name}", relation) for name, relation in make.items()}


MODEL = Model(
    name="armv8",
    title="ARMv8",
    architectures=("AArch64", "ARM"),
    axioms=(SC_PER_LOCATION, ATOMICITY, Axiom("external", ACYCLIC, _visible)),
    mapping="armv8",
    pruned_by="sc-per-location",
)
