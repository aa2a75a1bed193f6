"""The axioms of SC, TSO and PSO against machines that execute: interleaving, and store buffers.

The machines are a few lines each and share nothing with the package but the text of the test.
"""

from __future__ import annotations

from typing import NamedTuple

import pytest

from tests.generators.litmus import Op, ops_in_c, random_ops
from threadproof.axiomatic.formats.litmus import parse_litmus
from threadproof.axiomatic.judge import judge
from threadproof.axiomatic.models import MODELS

BATCH = 40

#: of one thread, oldest first: place and value
Buffer = tuple[tuple[str, int], ...]


class Machine(NamedTuple):
    memory: tuple[tuple[str, int], ...]
    #: where each thread is
    at: tuple[int, ...]
    buffers: tuple[Buffer, ...]
    registers: tuple[tuple[str, int], ...]


def outcomes(threads: list[list[Op]], model: str) -> set[tuple[tuple[str, int], ...]]:
    """Memory and registers at the end, under any schedule."""
    places = sorted({place for ops in threads for _, place, _ in ops})
    start = Machine(tuple((p, 0) for p in places), (0,) * len(threads), ((),) * len(threads), ())
    seen, waiting, found = {start}, [start], set()
    while waiting:
        state = waiting.pop()
        following = [n for thread in range(len(threads)) for n in _steps(state, thread, threads[thread], model)]
        if not following:
            found.add((*state.memory, *sorted(state.registers)))
        for one in following:
            if one not in seen:
                seen.add(one)
                waiting.append(one)
    return found


def _steps(state: Machine, thread: int, ops: list[Op], model: str) -> list[Machine]:
    buffer = state.buffers[thread]
    found = []
    for n, (place, value) in enumerate(buffer):
        # a buffer of TSO has one end; in PSO each place has its own
        if n == 0 or (model == "pso" and all(other != place for other, _ in buffer[:n])):
            found.append(_with(state, thread, memory=(place, value), buffer=buffer[:n] + buffer[n + 1 :], moves=0))
    at = state.at[thread]
    if at == len(ops):
        return found
    kind, place, value = ops[at]
    own = [v for p, v in buffer if p == place]
    memory = dict(state.memory)
    if kind == "store":
        if model == "sc":
            found.append(_with(state, thread, memory=(place, value)))
        else:
            found.append(_with(state, thread, buffer=(*buffer, (place, value))))
    elif kind == "load":
        seen = own[-1] if own else memory[place]
        found.append(_with(state, thread, register=(f"{thread}:r{at}", seen)))
    elif kind == "fence":
        if not buffer:
            found.append(_with(state, thread))
    elif not own and (model == "pso" or not buffer):
        found.append(_with(state, thread, memory=(place, value), register=(f"{thread}:r{at}", memory[place])))
    return found


def _with(
    state: Machine,
    thread: int,
    *,
    memory: tuple[str, int] | None = None,
    buffer: Buffer | None = None,
    register: tuple[str, int] | None = None,
    moves: int = 1,
) -> Machine:
    cells = dict(state.memory)
    if memory is not None:
        cells[memory[0]] = memory[1]
    at = tuple(a + moves * (n == thread) for n, a in enumerate(state.at))
    buffers = tuple(buffer if n == thread and buffer is not None else b for n, b in enumerate(state.buffers))
    registers = state.registers if register is None else tuple(sorted((*state.registers, register)))
    return Machine(tuple(cells.items()), at, buffers, registers)


def _axiomatic(threads: list[list[Op]], model: str) -> set[tuple[tuple[str, int], ...]]:
    program = parse_litmus(ops_in_c(threads), "test")
    (found,) = judge(program, [MODELS[model]])
    names = [name if thread is None else f"{thread}:{name}" for thread, name in program.observed()]
    states = set()
    for state in found.states:
        given = list(zip(names, state, strict=True))
        cells = sorted(pair for pair in given if ":" not in pair[0])
        states.add((*cells, *sorted(pair for pair in given if ":" in pair[0])))
    return states  # type: ignore[return-value]


@pytest.mark.in_turn(20)
@pytest.mark.parametrize("model", ["sc", "tso", "pso"])
@pytest.mark.parametrize("batch", range(20))
def test_the_axioms_allow_what_the_machine_does(batch: int, model: str) -> None:
    for seed in range(batch * BATCH, (batch + 1) * BATCH):
        threads = random_ops(seed)
        assert _axiomatic(threads, model) == outcomes(threads, model), f"{seed}\n{ops_in_c(threads)}"


def test_the_machines_differ_where_they_should() -> None:
    store_buffering: list[list[Op]] = [[("store", "x", 1), ("load", "y", 1)], [("store", "y", 1), ("load", "x", 1)]]
    message_passing: list[list[Op]] = [[("store", "x", 1), ("store", "y", 1)], [("load", "y", 0), ("load", "x", 1)]]
    models = ("sc", "tso", "pso")
    assert [len(outcomes(store_buffering, model)) for model in models] == [3, 4, 4]
    assert [len(outcomes(message_passing, model)) for model in models] == [3, 3, 4]
