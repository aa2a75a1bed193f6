"""Blocks that can be taken as one step (Lipton's reduction): between which locations a thread is never interrupted.

A block is a run of right movers, then at most one step that is no mover, the commit, then left movers (`movers`); steps
that are both fit anywhere. Interleavings with other threads' steps can be reordered so that the block is in one piece.
From the commit on a block must be able to finish, whatever happens, or its effect would never be seen: where a thread
may wait, fail an assumption, loop or end the process after its commit, the block ends before that. Every loop has a
boundary; creation ends a block; a violation inside a block is one, as a thread may stop there.

`boundaries` gives the locations between blocks; more of them are always sound, and with none left out there is no
reduction. The block that a location lies in is for people: `phases`.
"""

from __future__ import annotations

from collections.abc import Callable

from threadproof.analysis.graph import loop_heads
from threadproof.analysis.movers import Mover
from threadproof.ir import op as O
from threadproof.ir.program import Edge, Program, Template
from threadproof.ir.sections import inside_sections
from threadproof.logic import term as T

#: before and after the commit
PRE, POST = 1, 2

MoverOf = Callable[[str, Edge], Mover]


def all_boundaries(t: Template) -> frozenset[int]:
    """Without reduction: everywhere but inside atomic sections."""
    inside = inside_sections(t)
    return frozenset([at for at in range(len(t.edges)) if at not in inside])


def around_own_steps(program: Program) -> dict[str, frozenset[int]]:
    """Of main, and of what it may start, directly or not."""
    found = {program.main: _without_own(program.templates[program.main])}
    pending = [program.main]
    while pending:
        for e in program.templates[pending.pop()].all_edges():
            if isinstance(e.op, O.Create) and e.op.template not in found:
                found[e.op.template] = _without_own(program.templates[e.op.template])
                pending.append(e.op.template)
    return found


def _without_own(t: Template) -> frozenset[int]:
    """Not before a step that is the thread's own affair, unless a loop begins there."""
    inside = inside_sections(t)
    kept = {t.entry, t.exit, *t.errors, *loop_heads(t)}
    own = {at for at, out in enumerate(t.edges) if out and all(_is_own(e.op) for e in out)}
    return frozenset([at for at in range(len(t.edges)) if at not in inside and (at in kept or at not in own)])


def _is_own(op: O.Op) -> bool:
    is_ordinary = isinstance(op, O.Step | O.Havoc) and not O.is_environment(op)
    return is_ordinary and not O.is_visible(op) and not getattr(op, "waits", False)


def boundaries(t: Template, mover: MoverOf) -> frozenset[int]:
    return _Blocks(t, mover).out


def phases(t: Template, mover: MoverOf) -> dict[int, int]:
    """For each location inside a block, whether the block may have committed there."""
    blocks = _Blocks(t, mover)
    return {at: phase for at, phase in blocks.phase.items() if at not in blocks.out}


class _Blocks:
    def __init__(self, t: Template, mover: MoverOf) -> None:
        self.t = t
        self.mover = mover
        self.inside = inside_sections(t)
        created = {e.target for e in t.all_edges() if isinstance(e.op, O.Create)}
        self.must = {t.entry, t.exit, *t.errors, *((loop_heads(t) | created) - self.inside)}
        self.out = frozenset(self.must)
        while True:
            bad = self._bad()
            if not bad:
                break
            self.out |= bad

    def _bad(self) -> set[int]:
        """Locations inside blocks where these must have ended."""
        self.phase: dict[int, int] = {}
        bad: set[int] = set()
        pending = [(at, PRE) for at in sorted(self.out)]
        while pending:
            at, phase = pending.pop()
            if self.phase.get(at, 0) & phase:
                continue
            self.phase[at] = self.phase.get(at, 0) | phase
            if phase == POST and at not in self.inside and self._may_get_stuck(at):
                bad.add(at)
            for e in self.t.edges[at]:
                after = self._after(e, phase, at)
                if after is None:
                    bad.add(at)
                elif e.target not in self.out:
                    pending.append((e.target, after))
        return bad

    def _after(self, e: Edge, phase: int, at: int) -> int | None:
        if at in self.inside:
            # the section has been counted as a whole where it begins
            return phase
        kind = self.mover(self.t.name, e)
        if phase == PRE:
            return PRE if kind in (Mover.BOTH, Mover.RIGHT) else POST
        return POST if kind in (Mover.BOTH, Mover.LEFT) else None

    def _may_get_stuck(self, at: int) -> bool:
        out = self.t.edges[at]
        if any(isinstance(e.op, O.Exit | O.Unsupported | O.AtomicBegin | O.Signal) for e in out):
            return True
        guards = [e.op.guard if isinstance(e.op, O.Step) else T.TRUE for e in out]
        return T.TRUE not in guards and T.or_(*guards) is not T.TRUE and not _are_complementary(guards)


def _are_complementary(guards: list[T.Term]) -> bool:
    """Always one of them holds, as can be seen at once."""
    if len(guards) != 2:
        return False
    a, b = (set(g.args) if g.op == "and" else {g} for g in guards)
    (mine, theirs) = (a - b, b - a)
    return not (a & b) and len(mine) == len(theirs) == 1 and T.not_(next(iter(mine))) in theirs
