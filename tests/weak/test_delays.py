"""Only stores that matter are late: against programs in which all are, wherever they can be."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.generators.late import generate
from tests.helpers.ir_oracle import Oracle, TooLarge
from tests.weak.buffered import Ours, finals, loaded, understood
from threadproof.analysis.sharing import reachable_templates
from threadproof.errors import Limit
from threadproof.evidence import totality
from threadproof.ir import checker
from threadproof.ir.program import Program
from threadproof.ir.sections import inside_sections
from threadproof.passes.memory_model import AS_USUAL
from threadproof.passes.simplify import simplify
from threadproof.passes.weak.barriers import MACHINES, Machine, accesses, around
from threadproof.passes.weak.buffers import with_buffers
from threadproof.passes.weak.conflicts import At, Node
from threadproof.passes.weak.delays import Delays
from threadproof.passes.weak.early import with_early_loads
from threadproof.passes.weak.outcomes import with_failures
from threadproof.passes.weak.pairs import Pairs

BATCH = 5
#: states of a program
MOST = 20_000


class AllLate(Delays):
    """Nothing is found out about the program, but for who has registers for himself."""

    def __init__(self, program: Program, machine: Machine) -> None:
        super().__init__(program, machine)
        self.nodes = []
        found = []
        for t in reachable_templates(program):
            inside = inside_sections(t)
            for at, out in enumerate(t.edges):
                for n, e in enumerate(out):
                    touched = [a for a in accesses(e.op) if a.var.name[0] != "r"]
                    if not touched:
                        continue
                    found.append((At(t.name, at, n), touched))
                    if any(a.write for a in touched) and at not in inside and not around(e.op, machine).is_direct:
                        self.late.add(At(t.name, at, n))
            self.pending[t.name] = set(range(len(t.edges)))
        self._all = dict(found)
        self._by_edge = {at: i for i, (at, _) in enumerate(found)}
        self.vars = {a.var for _, touched in found for a in touched}
        self._sections = []
        for t in self.templates:
            self._look_at(t)

    def is_shared_store(self, at: At) -> bool:
        return any(a.write for a in self._all.get(at, ()))

    def is_shared_load(self, at: At) -> bool:
        return any(not a.write for a in self._all.get(at, ()))


class AllPairs(Pairs):
    """All accesses may change places with all others behind them, but for registers."""

    def _find_conflicts(self) -> tuple[list[Node], list[set[int]]]:
        nodes = []
        for t in self.templates:
            for out in t.edges:
                for n, e in enumerate(out):
                    touched = tuple([a for a in accesses(e.op) if a.var.name[0] != "r"])
                    if touched:
                        is_store = any(a.write for a in touched)
                        nodes.append(Node(At(t.name, e.source, n), touched, (), is_store))
        return nodes, [set() for _ in nodes]

    def _is_critical(self, i: int, c: int, behind: dict[int, int]) -> bool:
        return True


@pytest.mark.in_turn(50)
@pytest.mark.parametrize("batch", range(100))
def test_only_what_matters_changes_places(batch: int, tmp_path: Path) -> None:
    for seed in range(batch * BATCH, (batch + 1) * BATCH):
        written = loaded(generate(seed), tmp_path, "sc")
        try:
            every, is_every = understood(with_early_loads(AllPairs(simplify(with_failures(written))), 3))
            some, is_some = understood(with_early_loads(Pairs(simplify(with_failures(written))), 8))
            assert not checker.check(every)
            assert not checker.check(some)
            # (threads of one template share their registers)
            oracle = Ours if "t1" in written.templates else Oracle
            expected, found = finals(every, MOST, oracle), finals(some, MOST, oracle)
        except (TooLarge, Limit):
            continue
        assert is_some or expected <= found, seed
        assert is_every or found <= expected, seed


@pytest.mark.in_turn(66)
@pytest.mark.parametrize("model", ["tso", "pso"])
@pytest.mark.parametrize("batch", range(100))
def test_only_stores_that_matter_are_late(batch: int, model: str, tmp_path: Path) -> None:
    for seed in range(batch * BATCH, (batch + 1) * BATCH):
        written = loaded(generate(seed), tmp_path, "sc")
        machine = MACHINES[model]
        every = with_buffers(AllLate(simplify(written), machine), 16)
        some = with_buffers(Delays(simplify(written), machine), 16)
        for made in (every, some):
            assert not checker.check(made)
            assert not totality.check(made)
        try:
            expected = finals(every, MOST)
        except TooLarge:
            continue
        assert finals(some) == expected, seed
        if AS_USUAL in some.scope:
            assert finals(written) == expected, seed
