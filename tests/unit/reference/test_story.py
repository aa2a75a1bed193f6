"""What a replay tells: places by the names they have in the program, with the values they are given."""

from __future__ import annotations

from pathlib import Path

from threadproof.options import Options
from threadproof.reference import judge
from threadproof.reference.reading import read
from threadproof.reference.runs import try_runs

TEXT = """#include <assert.h>
#include <stdlib.h>
#include <string.h>
struct part { int x; unsigned a : 2; int b : 3; struct { char name[3]; } in; };
struct part global[2];
int f(int n) { return n + 1; }
int main(void) {
    struct part local = {.in.name = "ab", .b = -2};
    global[1] = local;
    int (*call)(int) = f, *inside = &global[1].x;
    *inside = call(4);
    struct part *heap = calloc(2, sizeof *heap);
    heap[1].b = 3;
    void *kept = &heap[1].in;
    memcpy(heap, global + 1, sizeof *heap);
    free(heap);
    assert(0);
}
"""


def told(folder: Path) -> tuple[dict[str, list[str]], list[str]]:
    path = folder / "p.c"
    path.write_text(TEXT)
    options = Options()
    choices = try_runs(read(path, options), 5).choices
    _, end = judge.repeat(path, options, choices)
    assert end.kind == "violation"
    values: dict[str, list[str]] = {}
    for s in end.steps:
        if s.news is not None:
            values.setdefault(s.news[0], []).append(s.news[1])
    return values, [s.what for s in end.steps if s.what]


def test_places_have_their_names(tmp_path: Path) -> None:
    values, notes = told(tmp_path)
    assert values["local.in.name[0]"] == [str(ord("a"))]
    assert values["local.b"] == values["global[1].b"] == ["-2"]
    assert values["call"] == ["f"]
    assert values["inside"] == ["&global[1].x"]
    assert values["global[1].x"] == ["0", "5"]
    assert values["n"] == ["4"]
    assert values["heap"] == ["&malloc@12"]
    assert values["malloc@12[1].b"] == ["3"]
    assert "malloc@12[1].a" not in values
    assert values["kept"] == ["&malloc@12[1].in.name[0]"]
    assert values["malloc@12[0].x"] == ["5"]
    assert notes == ["frees malloc@12"]
