"""Bounds of variables hold in random executions, and are those that a person would see."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from tests.generators.cooperative import generate
from threadproof import pipeline
from threadproof.analysis.bounds import bounds
from threadproof.errors import Limit
from threadproof.evidence.execute import _moves, _step
from threadproof.frontend import load
from threadproof.ir.interpret import Semantics
from threadproof.ir.program import Program
from threadproof.logic import term as T
from threadproof.options import Options
from threadproof.properties import named

RAMP = """extern unsigned char __VERIFIER_nondet_uchar(void);
#include <fthread.h>
static int target, duty;
static void command(void *arg) { while (1) { target = __VERIFIER_nondet_uchar() * 100 / 255; ft_thread_cooperate(); } }
static void ramp(void *arg) {
    while (1) {
        int k = target % 4;
        while (k > 0) { k--; ft_thread_cooperate(); }
        if (duty + 7 <= target) duty += 7;
        else if (duty > target) duty = duty > 7 ? duty - 7 : 0;
        else duty = target;
    }
}
int main(void) {
    ft_scheduler_t s = ft_scheduler_create();
    ft_thread_create(s, command, 0, 0);
    ft_thread_create(s, ramp, 0, 0);
    ft_scheduler_start(s);
    ft_exit();
}
"""


def _program(path: Path, text: str, property_: str) -> Program:
    path.write_text(text)
    return pipeline._prepared(load(path, Options()), named(property_), form="instances")


def test_a_ramp(tmp_path: Path) -> None:
    found = bounds(_program(tmp_path / "program.c", RAMP, "no-overflow"))
    by_name = {v.name: tuple(i) for v, i in found.items()}
    assert by_name["target"] == by_name["duty"] == (0, 100)
    assert by_name["ramp::ramp.k"] == (0, 3)


def test_what_is_still_growing_is_no_bound(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    program = _program(tmp_path / "program.c", RAMP, "no-overflow")
    monkeypatch.setattr("threadproof.analysis.bounds.ROUNDS", 2)
    assert not bounds(program)


@pytest.mark.in_turn(3)
@pytest.mark.parametrize("block", range(3))
def test_random_executions(block: int, tmp_path: Path) -> None:
    looked_at = 0
    for seed in range(10 * block, 10 * (block + 1)):
        program = _program(tmp_path / "program.c", generate(seed), "no-deadlock")
        found = {v: i for v, i in bounds(program).items() if not v.dims}
        rng = random.Random(seed)
        semantics = Semantics(program)
        state = semantics.initial()
        for _ in range(150):
            for i in state.instances:
                for v in (*program.shared, *semantics.template(i).locals):
                    if v in found:
                        value = semantics.evaluate(T.var(v), state, i)
                        number = T.to_signed(value, v.width) if v.signed else value
                        assert found[v].low <= number <= found[v].high, (seed, v, found[v], number)
                        looked_at += 1
            state, moves = _moves(semantics, state, rng)
            if not moves or state.halted:
                break
            try:
                _, state, _ = _step(semantics, state, *rng.choice(moves), rng)
            except Limit:
                break
    assert looked_at > 1000
