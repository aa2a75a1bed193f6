"""Fused steps remember the statements they were made of: for traces, and to count nodes as papers do."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.helpers.ir_build import Thread, ended_array, program, put, shared, step
from threadproof import pipeline
from threadproof.ir import op as O
from threadproof.ir.program import Edge, Source
from threadproof.ir.statements import StatementCounter, statements
from threadproof.ir.symbolic import Symbolic
from threadproof.logic import term as T
from threadproof.options import Options
from threadproof.passes.fuse import fuse
from threadproof.passes.simplify import simplify
from threadproof.result.verdict import Unsafe, Verdict

X, Y = shared("x"), shared("y")


def origin(statement: int) -> Source:
    return Source("f", "f.c", statement, statement)


def test_neighbours_of_one_statement_count_once() -> None:
    steps = (origin(1), origin(2), Source("f", "f.c", 9, 2), origin(1))
    assert statements(Edge(0, 1, O.Step(), origin(2), "", steps)) == [1, 2, 1]
    assert statements(Edge(0, 1, O.Step(), origin(7))) == [7]


def test_fusing_keeps_the_order_of_statements() -> None:
    main = Thread("main")
    t, u = main.local("t"), main.local("u")
    for op in (put(t, T.var(X)), put(u, T.add(T.var(t), T.const(1, 2))), put(Y, T.var(u))):
        main.do(op)
    ended = ended_array()
    main.end(ended)
    after = simplify(fuse(program(ended, [X, Y], main)))
    edges = after.templates["main"].all_edges()
    first = edges[0].origin
    assert [s.line - first.line for s in edges[0].steps] == [0, 1]
    # other passes keep them
    assert edges[0].with_op(O.Step()).steps == edges[0].to(7).steps == edges[0].steps


@pytest.mark.parametrize(("way", "count"), [(0, 5), (1, 3)])
def test_a_section_counts_its_longest_way(way: int, count: int) -> None:
    """begin; if (x) { y = 1; if (y) {x = 2;} } else error"""
    main = Thread("main")
    zero = T.const(0, 2)
    inside, yes, third, end = main.new(), main.new(), main.new(), main.new()
    main.edge(main.at, inside, O.AtomicBegin())
    main.edge(inside, yes, step(T.ne(T.var(X), zero)))
    main.edge(inside, third, step(T.eq(T.var(X), zero)))
    main.edge(yes, main.new(), put(Y, T.const(1, 2)))
    main.edge(end + 1, end, put(X, T.const(2, 2)))
    main.edge(end, main.new(), O.AtomicEnd())
    error = main.error("wrong")
    main.edge(third, error, step())
    main.at = end + 2
    ended = ended_array()
    main.end(ended)
    symbolic = Symbolic(program(ended, [X, Y], main))
    actions = symbolic.actions(symbolic.root, symbolic.root.places[0])
    assert [a.is_section for a in actions] == [True, True]
    action = next(a for a in actions if (a.target is not None and a.target.error is not None) == bool(way))
    assert StatementCounter().count(action) == count


def verify(folder: Path, text: str, **more: object) -> Verdict:
    file = folder / "p.c"
    file.write_text(text)
    return pipeline.verify(file, Options.make(engine="impact", **more)).verdict  # type: ignore[arg-type]


SEQUENTIAL = """
void reach_error();
int x;
int main() {
  int a = x;
  int b = a + 1;
  b = b * 2;
  if (b != 2)
    reach_error();
  x = b;
  int c = x;
  if (c == 2)
    reach_error();
}
"""


@pytest.mark.parametrize("atomic_statements", [False, True])
def test_a_trace_shows_the_lines_that_were_folded_away(tmp_path: Path, atomic_statements: bool) -> None:
    text = SEQUENTIAL.replace("int x", "extern int nondet(); int x").replace("a = x", "a = nondet()")
    verdict = verify(tmp_path, text.replace("if (b != 2)", "if (b > 9 && b < 12)"), atomic_statements=atomic_statements)
    assert isinstance(verdict, Unsafe)
    assert {5, 6, 7, 8} <= {s.line for s in verdict.trace.steps}
    lines = [s.line for s in verdict.trace.steps]
    assert lines == sorted(lines)


THREADS = """
#include <pthread.h>
#include <assert.h>
int x, y;
void *w(void *p) {
  int t = x;
  t = t + 1;
  y = t;
  return 0;
}
int main() {
  pthread_t a;
  pthread_create(&a, 0, w, 0);
  x = 1;
  int u = y;
  u = u + 1;
  assert(u != 7);
}
"""


def test_statement_nodes_count_every_statement(tmp_path: Path) -> None:
    found = verify(tmp_path, THREADS).statistics
    assert found["statement_nodes"] > found["nodes"]


def test_statement_nodes_of_a_single_path(tmp_path: Path) -> None:
    """The root; three statements; and the branch to the error, four, which is counted where it was excluded."""
    text = "void reach_error(); extern int nondet(); int main() { %s }"
    found = verify(tmp_path, text % "int x = nondet(); int b = x + x; if (b == 1) reach_error();").statistics
    assert (found["nodes"], found["statement_nodes"]) == (2, 1 + 3 + 4)
