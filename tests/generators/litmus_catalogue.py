"""The tests in `tests/litmus` that are cycles: name, machine and edges. As a program, it writes their files."""

from __future__ import annotations

from pathlib import Path

from tests.generators.litmus import cycle, in_assembly, in_c

FOLDER = Path(__file__).resolve().parents[1] / "litmus"
_SUFFIXES = {"C": "", "PPC": ".ppc", "ARM": ".arm", "AArch64": ".a64", "X86_64": ".x86"}

#: a line is the name, then the edges; a word and a colon say the machine of those that follow
_CYCLES = """
C:
SB                PodWR Fre PodWR Fre
LB                PodRW Rfe PodRW Rfe
MP                PodWW Rfe PodRR Fre
S                 PodWW Rfe PodRW Wse
R                 PodWW Wse PodWR Fre
2+2W              PodWW Wse PodWW Wse
WRC               Rfe PodRW Rfe PodRR Fre
RWC               Rfe PodRR Fre PodWR Fre
WWC               Rfe PodRW Rfe PodRW Wse
WRW+WR            Rfe PodRW Wse PodWR Fre
WRR+2W            Rfe PodRR Fre PodWW Wse
IRIW              Rfe PodRR Fre Rfe PodRR Fre
ISA2              PodWW Rfe PodRW Rfe PodRR Fre
W+RWC             PodWW Rfe PodRR Fre PodWR Fre
Z6.0              PodWW Rfe PodRW Wse PodWR Fre
Z6.1              PodWW Wse PodWW Rfe PodRW Wse
Z6.2              PodWW Rfe PodRW Rfe PodRW Wse
Z6.3              PodWW Wse PodWW Rfe PodRR Fre
Z6.4              PodWW Wse PodWR Fre PodWR Fre
Z6.5              PodWW Wse PodWW Wse PodWR Fre
3.SB              PodWR Fre PodWR Fre PodWR Fre
3.LB              PodRW Rfe PodRW Rfe PodRW Rfe
3.2W              PodWW Wse PodWW Wse PodWW Wse
SB+fences         FscdWR Fre FscdWR Fre
LB+fences         FscdRW Rfe FscdRW Rfe
MP+fences         FscdWW Rfe FscdRR Fre
R+fences          FscdWW Wse FscdWR Fre
2+2W+fences       FscdWW Wse FscdWW Wse
IRIW+fences       Rfe FscdRR Fre Rfe FscdRR Fre
RWC+fences        Rfe FscdRR Fre FscdWR Fre
SB+acqrel         FacqreldWR Fre FacqreldWR Fre
MP+frel+facq      FreldWW Rfe FacqdRR Fre
MP+rel+acq        PodWW.rel Rfe acq.PodRR Fre
MP+rel+rlx        PodWW.rel Rfe PodRR Fre
MP+rel-wsi+acq    PodWW.rel Wsi Rfe acq.PodRR Fre
SB+sc             sc.PodWR.sc Fre sc.PodWR.sc Fre
SB+rel+acq        rel.PodWR.acq Fre rel.PodWR.acq Fre
IRIW+sc           sc.Rfe sc.PodRR.sc Fre sc.Rfe sc.PodRR.sc Fre
IRIW+sc-reads     Rfe sc.PodRR.sc Fre Rfe sc.PodRR.sc Fre
IRIW+acq          Rfe acq.PodRR.acq Fre Rfe acq.PodRR.acq Fre
WRC+rel+acq       Rfe acq.PodRW.rel Rfe acq.PodRR Fre
ISA2+rel+acq      PodWW.rel Rfe acq.PodRW.rel Rfe acq.PodRR Fre
LB+datas          DatadRW Rfe DatadRW Rfe
LB+ctrls          CtrldRW Rfe CtrldRW Rfe
LB+data-rfi-data  DatadRW Rfi DatadRW Rfe DatadRW Rfe
MP+fence+addr     FscdWW Rfe AddrdRR Fre
MP+fence+ctrl     FscdWW Rfe CtrldRR Fre
X86_64:
SB                PodWR Fre PodWR Fre
SB+mfences        MfencedWR Fre MfencedWR Fre
SB+mfence+po      MfencedWR Fre PodWR Fre
SB+locks          lock.PodWR Fre lock.PodWR Fre
SB+rfi-pos        Rfi PodRR Fre Rfi PodRR Fre
MP                PodWW Rfe PodRR Fre
LB                PodRW Rfe PodRW Rfe
S                 PodWW Rfe PodRW Wse
R                 PodWW Wse PodWR Fre
R+po+mfence       PodWW Wse MfencedWR Fre
2+2W              PodWW Wse PodWW Wse
WRC               Rfe PodRW Rfe PodRR Fre
IRIW              Rfe PodRR Fre Rfe PodRR Fre
PPC:
MP+syncs              SyncdWW Rfe SyncdRR Fre
MP+lwsyncs            LwsyncdWW Rfe LwsyncdRR Fre
MP+lwsync+po          LwsyncdWW Rfe PodRR Fre
MP+lwsync+addr        LwsyncdWW Rfe AddrdRR Fre
MP+lwsync+ctrl        LwsyncdWW Rfe CtrldRR Fre
MP+lwsync+ctrlisync   LwsyncdWW Rfe CtrlIsyncdRR Fre
MP+lwsync+isync       LwsyncdWW Rfe IsyncdRR Fre
MP+eieio+addr         EieiodWW Rfe AddrdRR Fre
PPOCA                 SyncdWW Rfe CtrldRW Rfi AddrdRR Fre
PPOAA                 SyncdWW Rfe AddrdRW Rfi AddrdRR Fre
SB+syncs              SyncdWR Fre SyncdWR Fre
SB+lwsyncs            LwsyncdWR Fre LwsyncdWR Fre
LB+addrs              AddrdRW Rfe AddrdRW Rfe
LB+datas              DatadRW Rfe DatadRW Rfe
LB+ctrls              CtrldRW Rfe CtrldRW Rfe
LB+data+po            DatadRW Rfe PodRW Rfe
S+lwsync+data         LwsyncdWW Rfe DatadRW Wse
R+syncs               SyncdWW Wse SyncdWR Fre
R+lwsync+sync         LwsyncdWW Wse SyncdWR Fre
2+2W+lwsyncs          LwsyncdWW Wse LwsyncdWW Wse
WRC+addrs             Rfe AddrdRW Rfe AddrdRR Fre
WRC+lwsync+addr       Rfe LwsyncdRW Rfe AddrdRR Fre
ISA2+lwsync+addrs     LwsyncdWW Rfe AddrdRW Rfe AddrdRR Fre
RWC+syncs             Rfe SyncdRR Fre SyncdWR Fre
RWC+addr+sync         Rfe AddrdRR Fre SyncdWR Fre
IRIW+addrs            Rfe AddrdRR Fre Rfe AddrdRR Fre
IRIW+lwsyncs          Rfe LwsyncdRR Fre Rfe LwsyncdRR Fre
IRIW+syncs            Rfe SyncdRR Fre Rfe SyncdRR Fre
W+RWC+lwsync+addr+sync LwsyncdWW Rfe AddrdRR Fre SyncdWR Fre
W+RWC+eieio+addr+sync EieiodWW Rfe AddrdRR Fre SyncdWR Fre
Z6.3+lwsyncs+addr     LwsyncdWW Wse LwsyncdWW Rfe AddrdRR Fre
Z6.3+syncs+addr       SyncdWW Wse SyncdWW Rfe AddrdRR Fre
ARM:
MP+dmbs               DmbdWW Rfe DmbdRR Fre
MP+dmb+addr           DmbdWW Rfe AddrdRR Fre
MP+dmb+ctrl           DmbdWW Rfe CtrldRR Fre
MP+dmb+ctrlisb        DmbdWW Rfe CtrlIsbdRR Fre
MP+dmb.st+addr        DmbStdWW Rfe AddrdRR Fre
MP+dmb+fri-rfi-ctrlisb DmbdWW Rfe Fri Rfi CtrlIsbdRR Fre
SB+dmbs               DmbdWR Fre DmbdWR Fre
LB+datas              DatadRW Rfe DatadRW Rfe
R+dmbs                DmbdWW Wse DmbdWR Fre
R+dmb.st+dmb          DmbStdWW Wse DmbdWR Fre
2+2W+dmbs             DmbdWW Wse DmbdWW Wse
WRC+dmb+addr          Rfe DmbdRW Rfe AddrdRR Fre
IRIW+addrs            Rfe AddrdRR Fre Rfe AddrdRR Fre
IRIW+dmbs             Rfe DmbdRR Fre Rfe DmbdRR Fre
PPOCA                 DmbdWW Rfe CtrldRW Rfi AddrdRR Fre
PPOAA                 DmbdWW Rfe AddrdRW Rfi AddrdRR Fre
AArch64:
SB+dmb.sys            DmbdWR Fre DmbdWR Fre
SB+dmb.sts            DmbStdWR Fre DmbStdWR Fre
SB+rel-acq            rel.PodWR.acq Fre rel.PodWR.acq Fre
SB+rel-acqpc          rel.PodWR.pc Fre rel.PodWR.pc Fre
SB+swpals             SwpaldWR Fre SwpaldWR Fre
MP+dmb.sys            DmbdWW Rfe DmbdRR Fre
MP+dmb.st+dmb.ld      DmbStdWW Rfe DmbLddRR Fre
MP+dmb.sy+po          DmbdWW Rfe PodRR Fre
MP+po+dmb.sy          PodWW Rfe DmbdRR Fre
MP+dmb.sy+addr        DmbdWW Rfe AddrdRR Fre
MP+dmb.sy+ctrl        DmbdWW Rfe CtrldRR Fre
MP+dmb.sy+ctrlisb     DmbdWW Rfe CtrlIsbdRR Fre
MP+dmb.sy+addr-isb    DmbdWW Rfe AddrdRR IsbdRR Fre
MP+rel+acq            PodWW.rel Rfe acq.PodRR Fre
MP+rel+acqpc          PodWW.rel Rfe pc.PodRR Fre
MP+rel+addr-rfi-acq   PodWW.rel Rfe AddrdRW Rfi acq.PodRR Fre
PPOCA                 DmbdWW Rfe CtrldRW Rfi AddrdRR Fre
PPOAA                 DmbdWW Rfe AddrdRW Rfi AddrdRR Fre
LB+datas              DatadRW Rfe DatadRW Rfe
LB+ctrls              CtrldRW Rfe CtrldRW Rfe
LB+addr+addr-po       AddrdRW Rfe AddrdRR PodRW Rfe
LB+dmb.lds            DmbLddRW Rfe DmbLddRW Rfe
S+dmb.sy+data         DmbdWW Rfe DatadRW Wse
S+dmb.sy+data-wsi     DmbdWW Rfe DatadRW Wsi PodWR Fre
S+rel+data-wsi        PodWW.rel Rfe DatadRW Wsi Rfe DatadRW Wse
MP+rel-wsi+addr       PodWW.rel Wsi Rfe AddrdRR Fre
2+2W+dmb.sts          DmbStdWW Wse DmbStdWW Wse
2+2W+rels             PodWW.rel Wse PodWW.rel Wse
R+dmb.sys             DmbdWW Wse DmbdWR Fre
R+dmb.st+dmb.sy       DmbStdWW Wse DmbdWR Fre
WRC+addrs             Rfe AddrdRW Rfe AddrdRR Fre
WRC+po+addr           Rfe PodRW Rfe AddrdRR Fre
ISA2+dmb.sy+addrs     DmbdWW Rfe AddrdRW Rfe AddrdRR Fre
RWC+addr+dmb.sy       Rfe AddrdRR Fre DmbdWR Fre
IRIW+addrs            Rfe AddrdRR Fre Rfe AddrdRR Fre
IRIW                  Rfe PodRR Fre Rfe PodRR Fre
Z6.3+dmb.sts+addr     DmbStdWW Wse DmbStdWW Rfe AddrdRR Fre
"""


def listed() -> dict[str, str]:
    """The text of each file, by its name."""
    found = {}
    machine = "C"
    for line in _CYCLES.strip().splitlines():
        name, *words = line.split()
        if not words:
            machine = name.removesuffix(":")
            continue
        made = cycle(name, " ".join(words))
        assert made is not None, line
        file = f"{name}{_SUFFIXES[machine]}.litmus"
        found[file] = in_c(made) if machine == "C" else in_assembly(made, machine)
    return found


if __name__ == "__main__":
    for file, text in listed().items():
        (FOLDER / file).write_text(text, encoding="utf-8")
