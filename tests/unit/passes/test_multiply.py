from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.helpers.ir_lines import lines
from threadproof import pipeline
from threadproof.analysis.graph import on_cycle
from threadproof.errors import UsageError
from threadproof.ir import op as O
from threadproof.ir.checker import check
from threadproof.ir.program import Program
from threadproof.options import Options
from threadproof.passes import multiply
from threadproof.passes.instantiate import instantiate, is_static
from threadproof.passes.simplify import simplify

HEAD = """#include <pthread.h>
extern int __VERIFIER_nondet_int(void);
int s; pthread_t t;
void *f(void *a) { s = s + 1; return 0; }
void *g(void *a) { s = 0; pthread_create(&t, 0, f, 0); return 0; }
"""
ONCE = "pthread_create(&t, 0, f, 0); s = 5;"
LOOP = "while (1) { pthread_create(&t, 0, f, 0); s = 5; }"
TWO = "while (__VERIFIER_nondet_int()) { pthread_create(&t, 0, f, 0); pthread_create(&t, 0, g, 0); }"


def load(folder: Path, body: str, threads: str) -> Program:
    path = folder / "p.c"
    path.write_text(f"{HEAD}int main(void) {{ {body} return 0; }}\n")
    program = simplify(pipeline.load(path, Options(threads=threads)))
    assert check(program) == []
    return program


def body_lines(program: Program) -> list[str]:
    """Of main, without its end; new sites count from 0."""
    text = [x.replace("main::", "").replace(" shift 0", "") for x in lines(program)]
    for number in range(9):
        text = [x.replace(f"site {multiply.FIRST_SITE + number} ", f"site {number} ") for x in text]
    return [x for x in text if "result" not in x and "exit" not in x]


def test_created_once(tmp_path: Path) -> None:
    assert body_lines(load(tmp_path, ONCE, "2")) == [
        "0 -> 1: t := fresh site 0 base 2",
        "1 -> 2: t := t",
        "2 -> 3: create f(0, 0) as t",
        "3 -> 6: skip",
        "3 -> 4: t := fresh site 1 base 2",
        "4 -> 5: t := t",
        "5 -> 6: create f(0, 0) as t",
        "6 -> 7: s := 5",
    ]


def test_in_a_loop(tmp_path: Path) -> None:
    assert body_lines(load(tmp_path, LOOP, "1")) == [
        "0 -> 1: t := fresh site 0 base 2",
        "1 -> 2: t := t",
        "2 -> 3: create f(0, 0) as t",
        "3 -> 4: s := 5",
        "4 -> 5: t := beyond0 + 1073741824, beyond0 := beyond0 + 1",
        "5 -> 3: t := t",
    ]


def test_any_number(tmp_path: Path) -> None:
    lines = [re.sub(r"site \d+", "site 0", x) for x in body_lines(load(tmp_path, LOOP, "any"))]
    assert [x for x in lines if "t := t" not in x] == [
        "0 -> 1: t := fresh site 0 count created0 base 2",
        "2 -> 3: create f(0, 0) as t",
        "3 -> 4: skip",
        "3 -> 1: t := fresh site 0 count created0 base 2",
        "4 -> 0: s := 5",
    ]


@pytest.mark.parametrize("body", [ONCE, LOOP, TWO, ONCE + TWO, LOOP + ONCE])
@pytest.mark.parametrize("threads", ["1", "2", "3"])
def test_no_creation_is_on_a_cycle(body: str, threads: str, tmp_path: Path) -> None:
    program = load(tmp_path, body, threads)
    for t in program.templates.values():
        cycles = on_cycle(len(t.edges), [(e.source, e.target) for e in t.all_edges()], t.entry)
        for e in t.all_edges():
            if isinstance(e.op, O.Create):
                assert e.source not in cycles or cycles[e.source] != cycles.get(e.target)
    assert is_static(instantiate(program))


def test_each_thread_is_one_instance_on_every_path(tmp_path: Path) -> None:
    """Two of f and two of g, which start two of f each, in whatever order main starts them."""
    done = instantiate(load(tmp_path, TWO, "2"))
    assert check(done) == []
    names = sorted(n.partition("#")[0] for n in done.templates)
    assert names == ["f"] * 6 + ["g"] * 2 + ["main"]
    ids = [t.single_id for t in done.templates.values() if t.single_id is not None]
    assert len(set(ids)) == 9


def test_counts_matter_only_where_their_creation_is_ahead(tmp_path: Path) -> None:
    def size(creations: int) -> int:
        return len(load(tmp_path, "pthread_create(&t, 0, f, 0); " * creations, "4").templates["main"].edges)

    assert size(8) - size(7) == size(2) - size(1)


def test_another_one_is_only_started_where_one_was(tmp_path: Path) -> None:
    """What follows the creation is reached without it, too; and where it begins there is another way."""
    program = load(tmp_path, "if (s) pthread_create(&t, 0, f, 0);", "3")
    creators = {e.source for e in program.templates["main"].all_edges() if isinstance(e.op, O.Create)}
    assert len(creators) == 3
    again = [e for e in program.templates["main"].all_edges() if e.note == "another one"]
    assert len(again) == 2
    assert all(isinstance(e.op, O.Fresh) for e in again)


def test_too_many(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"p\.c:6: 100 threads of each creation are too many to tell apart in main"):
        load(tmp_path, "while (1) {" + "pthread_create(&t, 0, f, 0);" * 3 + "}", "100")
    with pytest.raises(UsageError, match=r"p\.c:6: 1000000000 threads of each creation are too many"):
        load(tmp_path, "pthread_create(&t, 0, f, 0);", "1000000000")


def test_words(tmp_path: Path) -> None:
    for threads, words in (("1", "one thread"), ("3", "up to 3 threads"), ("any", "any number of threads")):
        assert load(tmp_path, ONCE, threads).scope == (f"{words} of each creation",)
