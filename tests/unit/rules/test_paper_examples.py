"""The examples of the RedComp paper on its program P1-1: locks held, movers, phases, blocks, transitions."""

from __future__ import annotations

from pathlib import Path

import pytest

from threadproof import pipeline
from threadproof.analysis.knowledge import Knowledge
from threadproof.analysis.movers import Movers
from threadproof.blocks.boundaries import POST, PRE, boundaries, phases
from threadproof.blocks.transitions import Transitions
from threadproof.ir import op as O
from threadproof.ir.program import Program, Template
from threadproof.logic import term as T
from threadproof.options import Options
from threadproof.output.blocks import format_blocks
from threadproof.properties import UNREACH_CALL, named

P1 = """
#include <pthread.h>
extern void reach_error(void);
int x = 2, y = 2;
pthread_mutex_t mx = PTHREAD_MUTEX_INITIALIZER, my = PTHREAD_MUTEX_INITIALIZER;
void *one(void *arg) {
  int a;
  pthread_mutex_lock(&mx);
  a = x;
  pthread_mutex_lock(&my);
  y = y + a;
  pthread_mutex_unlock(&my);
  a = a + 1;
  pthread_mutex_lock(&my);
  y = y + a;
  pthread_mutex_unlock(&my);
  x = 2 * x + a;
  pthread_mutex_unlock(&mx);
  return 0;
}
void *two(void *arg) { pthread_mutex_lock(&mx); x = x + 2; pthread_mutex_unlock(&mx); return 0; }
void *three(void *arg) { pthread_mutex_lock(&my); y = y + 2; pthread_mutex_unlock(&my); return 0; }
int main(void) {
  pthread_t t1, t2, t3;
  pthread_create(&t1, 0, one, 0);
  pthread_create(&t2, 0, two, 0);
  pthread_create(&t3, 0, three, 0);
  pthread_join(t1, 0);
  pthread_join(t2, 0);
  pthread_join(t3, 0);
  if (x == 11 || y == 1000) reach_error();
  return 0;
}
"""


@pytest.fixture
def program(tmp_path: Path) -> Program:
    path = tmp_path / "p1.c"
    path.write_text(P1)
    options = Options()
    return pipeline._prepared(pipeline.load(path, options), named(options.property), form="instances")


def _locks(t: Template) -> list[tuple[str, str]]:
    """(role, lock) of the steps in order of control flow."""
    found, at = [], t.entry
    while at != t.exit:
        (e,) = t.edges[at]
        if isinstance(e.op, O.Step) and e.op.role in (O.Role.ACQUIRE, O.Role.RELEASE) and e.op.lock is not None:
            found.append((e.op.role.value, e.op.lock.var.group))
        at = e.target
    return found


def test_example_3_locks_held(program: Program) -> None:
    one = program.templates["one"]
    knowledge = Knowledge(program)
    held = []
    at = one.entry
    while at != one.exit:
        (case,) = knowledge.at("one", at)
        held.append({c.var.group for c in case.held})
        at = one.edges[at][0].target
    assert held[0] == set()
    assert {"mx", "my"} in held
    assert {"mx"} in held
    assert {"my"} not in held


def test_example_4_movers(program: Program) -> None:
    movers = Movers(Knowledge(program))
    kinds = [movers.of("one", e).value for e in program.templates["one"].all_edges()]
    assert kinds.count("right") == 3
    assert kinds.count("left") == 4  # three releases, and the end of the thread
    assert "none" not in kinds


def test_example_5_blocks(program: Program) -> None:
    movers = Movers(Knowledge(program))
    one = program.templates["one"]
    inner = [at for at in boundaries(one, movers.of) if at not in (one.entry, one.exit)]
    # the paper's l6: where the second lock of my is about to be taken (the end is Out by definition)
    assert len(inner) == 1
    (e,) = one.edges[inner[0]]
    assert isinstance(e.op, O.Step)
    assert e.op.lock is not None
    assert (e.op.role, e.op.lock.var.group) == (O.Role.ACQUIRE, "my")
    for name in ("two", "three"):
        t = program.templates[name]
        assert boundaries(t, movers.of) == {t.entry, t.exit}
    found = phases(one, movers.of)
    assert set(found.values()) == {PRE, POST}


def test_example_1_blocks_are_single_transitions(program: Program) -> None:
    """Thread 2 from l0 to l3: mx == 0 before and after, x + 2, and nothing else changes."""
    movers = Movers(Knowledge(program))
    places = {t.name: boundaries(t, movers.of) for t in Knowledge(program).templates}
    transitions = Transitions(program, UNREACH_CALL, places)
    assert [len(w) for w in transitions.of["two"].values()] == [1]
    (w,) = transitions.of["two"][program.templates["two"].entry]
    assert _locks(program.templates["two"]) == [("acquire", "mx"), ("release", "mx")]
    x = next(v for v in program.shared if v.name == "x")
    assert repr(w.after(x)) == "x + 2"
    assert "mx" in repr(w.guard)
    mx = next(v for v in program.shared if v.name.startswith("mx"))
    assert w.after(mx) == T.const(0, mx.width)
    assert all(w.after(v).var is v for v in program.shared if v not in (x, mx) and not v.dims)


def test_example_2_a_loop_around_blocks(tmp_path: Path) -> None:
    """The paper keeps the blocks {l0-l5} and {l6-l10} when a loop is put around both sections of my.

    That cannot be: from l6 the loop leads to a second lock of my after the first was given back. So the head of the
    loop is a boundary, too. The sections themselves stay whole.
    """
    first = P1.index("  pthread_mutex_lock(&my);")
    last = P1.index("  x = 2 * x")
    path = tmp_path / "p1.c"
    path.write_text(P1[:first] + "  while (a <= 4) {\n" + P1[first:last] + "  }\n" + P1[last:])
    lines = pipeline.print_blocks(path, Options()).splitlines()
    of_one = [line[21:] for line in lines[lines.index("one") + 1 : lines.index("two") - 1]]
    assert "┌ while (a <= 4) {" in of_one
    assert [line for line in of_one if "&my" in line or "y = y + a" in line] == [
        "│ pthread_mutex_lock(&my);", "│ y = y + a;", "│ pthread_mutex_unlock(&my);",
        "┌ pthread_mutex_lock(&my);", "│ y = y + a;", "│ pthread_mutex_unlock(&my);",
    ]  # fmt: skip


def test_blocks_command(program: Program) -> None:
    text = format_blocks(program)
    assert "right       ┌ pthread_mutex_lock(&mx);" in text
    assert "left        │ pthread_mutex_unlock(&my);" in text
