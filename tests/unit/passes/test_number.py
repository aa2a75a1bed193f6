from __future__ import annotations

from pathlib import Path

from tests.helpers.ir_build import Thread, array, c, ended_array, program, step
from tests.helpers.ir_lines import lines
from threadproof import passes, pipeline
from threadproof.ir import op as O
from threadproof.ir.checker import check
from threadproof.ir.program import Program
from threadproof.logic import term as T
from threadproof.options import Options
from threadproof.passes.instantiate import instantiate
from threadproof.passes.number import number
from threadproof.passes.unroll import unroll
from threadproof.properties import UNREACH_CALL

V = array("v", None, width=8)


def build(*, is_loop: bool = False, worker_id: int | None = 2) -> Program:
    ended = ended_array()
    main, w = Thread("main"), Thread("w", worker_id)
    main.do(O.Create("w", c(2, 4), ()))
    for t in (main, w):
        p, count = t.local("p", width=8), t.local("count", width=8)
        for _ in range(2):
            t.do(O.Fresh(p, 3, count, 3, 4))
            t.do(step(None, O.Update(V, (T.lshr(T.var(p), c(4, 8)),), c(7, 8))))
    if is_loop:
        w.edge(w.at, 0, step())
    main.end(ended)
    w.end(ended)
    return program(ended, [V], main, w)


def test_every_allocation_has_its_number() -> None:
    done = number(build())
    assert check(done) == []
    assert [(v.name, v.length) for v in done.shared] == [("v", 4), ("ended", None)]
    assert [line.partition("p := ")[2] for line in lines(done) + lines(done, "w") if "p :=" in line] == [
        "3", "19", "35", "51",
    ]  # fmt: skip


def test_in_a_loop_or_in_many_threads_nothing_is_known() -> None:
    for p in (build(is_loop=True), build(worker_id=None)):
        assert number(p) is p


LOCALS = """
#include <fthread.h>
#include <stdlib.h>
extern void reach_error(void);
int *g, *k;
static void w(void *a) { int v = 1;
  k = malloc(sizeof(int)); *k = 1; g = *k ? &v : k; *g = 5; ft_thread_cooperate();
  if (v != 5) reach_error(); }
int main(void) {
  ft_scheduler_t s = ft_scheduler_create();
  for (int i = 0; i < 3; i++) ft_thread_create(s, w, 0, 0);
  ft_scheduler_start(s);
  ft_exit();
}
"""


def test_locals_of_threads_are_objects_with_larger_numbers(tmp_path: Path) -> None:
    path = tmp_path / "locals.c"
    path.write_text(LOCALS)
    done = number(instantiate(unroll(passes.run(pipeline.load(path, Options()), UNREACH_CALL))))
    (v,) = [v for v in done.shared if v.name.endswith("w.v")]
    assert v.length == 1 + max(t.single_id or 0 for t in done.templates.values())
