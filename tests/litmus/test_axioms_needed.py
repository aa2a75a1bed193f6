"""No axiom of a model, and no part of those that say what is ordered, can be left out: then a verdict changes."""

from __future__ import annotations

import pytest

from tests.helpers.litmus_tests import expected, read_test
from threadproof.axiomatic.candidates import executions
from threadproof.axiomatic.judge import judge
from threadproof.axiomatic.models import MODELS
from threadproof.axiomatic.unfold import unfold
from threadproof.records import replace

#: model, axiom, test
AXIOMS = """
sc      sc               SB
sc      atomicity        INC
tso     sc-per-location  CoWR
tso     atomicity        INC
tso     global-order     2+2W
pso     sc-per-location  CoWR
pso     atomicity        INC
pso     global-order     LB
rmo     sc-per-location  CoWW
rmo     atomicity        INC
rmo     thin-air         LB+data-rfi-data
rmo     global-order     MP+fence+addr
power   sc-per-location  CoRR.ppc
power   atomicity        INC.ppc
power   no-thin-air      LB+addrs.ppc
power   observation      MP+lwsync+addr.ppc
power   propagation      2+2W+lwsyncs.ppc
power   exclusive        2+2W+reserved.ppc
armv7   sc-per-location  CoRR.arm
armv7   atomicity        INC.arm
armv7   no-thin-air      LB+datas.arm
armv7   propagation      IRIW+dmbs.arm
armv7   exclusive        2+2W+exclusives.arm
armv8   sc-per-location  CoRR.a64
armv8   atomicity        INC+ldadds.a64
armv8   external         MP+dmb.sys.a64
c11     coherence        MP+rel+acq
c11     atomicity        INC
c11     sc               SB+sc
c11     no-thin-air      LB
"""
#: axioms that follow from others
IMPLIED = {
    # all fences of ARMv7 are strong, so fre;prop;hb* is in prop
    ("armv7", "observation"),
}
#: model, axiom, test, and what is left out of the axiom
PARTS = """
sc      sc            MP                        po
sc      sc            MP                        rf
sc      sc            MP                        fr
sc      sc            2+2W                      co
tso     global-order  MP                        po
tso     global-order  SB+mfences.x86            mfence
tso     global-order  SB+locks.x86              locked;po
tso     global-order  SB+cmpxchgs.x86           po;locked
tso     global-order  MP                        rfe
tso     global-order  2+2W                      co
tso     global-order  MP                        fr
pso     global-order  LB                        po
pso     global-order  MP+fences                 membar
pso     global-order  SB+xchgs                  atomic
pso     global-order  LB                        rfe
pso     global-order  2+2W+fences               co
pso     global-order  MP+fences                 fr
rmo     global-order  MP+fence+addr             dependency
rmo     global-order  LB+fences                 membar
rmo     global-order  SB+acqrel-xchgs           atomic
rmo     global-order  LB+fences                 rfe
rmo     global-order  2+2W+fences               co
rmo     global-order  MP+fences                 fr
rmo     thin-air      LB+data-rfi-data          dependency
rmo     thin-air      LB+data-rfi-data          rf
power   no-thin-air   LB+addrs.ppc              ppo
power   no-thin-air   LB+addrs.ppc              rfe
power   propagation   2+2W+lwsyncs.ppc          co
power   propagation   IRIW+syncs.ppc            prop
armv8   external      MP+rel+acq.a64            rfe
armv8   external      MP+rel+acq.a64            fre
armv8   external      2+2W+dmb.sts.a64          coe
armv8   external      MP+dmb.sy+addr.a64        addr
armv8   external      LB+datas.a64              data
armv8   external      LB+ctrls.a64              ctrl;[W]
armv8   external      MP+dmb.sy+ctrlisb.a64     ctrl;[ISB]
armv8   external      MP+dmb.sy+addr-isb.a64    addr;po;[ISB]
armv8   external      LB+addr+addr-po.a64       addr;po;[W]
armv8   external      SB+dmb.sys.a64            dmb.full
armv8   external      LB+dmb.lds.a64            dmb.ld
armv8   external      2+2W+dmb.sts.a64          dmb.st
armv8   external      SB+rel-acq.a64            [L];po;[A]
armv8   external      MP+rel+acq.a64            [A|Q];po
armv8   external      2+2W+rels.a64             po;[L]
armv8   external      SB+swpals.a64             [range([A];amo;[L])];po
armv8   external      SB+swpal-firsts.a64       [range([A];amo;[L])];po
armv8   external      S+rel+data-wsi.a64        (ctrl|data);coi
armv8   external      MP+rel+addr-rfi-acq.a64   (addr|data);rfi
armv8   external      MP+rel+swp-rfi-acq.a64    rmw;rfi;[A|Q]
armv8   external      MP+rel-wsi+addr.a64       po;[L];coi
c11     sc            SB+sc                     psc of accesses
c11     sc            RWC+fences                psc of fences
"""
#: parts that the other parts imply: what orders the read of an atomic instruction orders its write, too
IMPLIED_PARTS = {("rmo", "global-order", "rmw"), ("armv8", "external", "rmw")}
#: axioms whose parts are looked at one by one
IN_PARTS = {"global-order", "thin-air", "external", "sc", "propagation"}


def _rows(text: str) -> list[list[str]]:
    return [line.split(maxsplit=3) for line in text.strip().splitlines()]


@pytest.mark.parametrize(("model", "axiom", "test"), [tuple(row) for row in _rows(AXIOMS)])
def test_without_an_axiom_a_verdict_changes(model: str, axiom: str, test: str) -> None:
    assert judge(read_test(test), [MODELS[model].without(axiom)])[0].verdict != expected()[test][model]


@pytest.mark.parametrize(("model", "axiom", "test", "part"), [tuple(row) for row in _rows(PARTS)])
def test_without_a_part_a_verdict_changes(model: str, axiom: str, test: str, part: str) -> None:
    assert judge(read_test(test), [MODELS[model].without(axiom, part)])[0].verdict != expected()[test][model]


def test_without_races_a_test_has_a_meaning() -> None:
    assert judge(read_test("MP+na+rlx"), [replace(MODELS["c11"], defined=None)])[0].verdict == "Allowed"


def test_no_axiom_is_forgotten() -> None:
    shown = {(model, axiom) for model, axiom, _ in _rows(AXIOMS)}
    assert shown | IMPLIED == {(model.name, axiom.name) for model in MODELS.values() for axiom in model.axioms}
    assert not shown & IMPLIED


def test_no_part_is_forgotten() -> None:
    program = read_test("SB")
    x = next(iter(executions(program, unfold(program), "coherent")))
    parts = {
        (model.name, axiom.name, part)
        for model in MODELS.values()
        for axiom in model.axioms
        if axiom.name in IN_PARTS and model.name != "armv7"
        for part in axiom.parts(x)
    }
    shown = {(model, axiom, part) for model, axiom, _, part in _rows(PARTS)}
    # (without an access of order sc there is one part, which is empty)
    unknown = {part for part in parts - shown - IMPLIED_PARTS if part[2] != "psc"}
    assert not unknown
