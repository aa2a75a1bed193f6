"""The library that is written in C: all of it can be read, and nothing in it is not understood."""

from __future__ import annotations

from dataclasses import fields, is_dataclass
from pathlib import Path

import pytest

from threadproof import pipeline
from threadproof.frontend import ast as A
from threadproof.frontend.ctypes import DATA_MODELS
from threadproof.frontend.library import CONTENTS, Library
from threadproof.options import Options
from threadproof.result.verdict import Safe

NAMES = [n for names in CONTENTS.values() for n in names.split()]


def _nodes(root: object) -> list[object]:
    seen: dict[int, object] = {}
    pending = [root]
    while pending:
        node = pending.pop()
        if isinstance(node, list | tuple):
            pending += node
        elif is_dataclass(node) and id(node) not in seen:
            seen[id(node)] = node
            pending += [getattr(node, f.name) for f in fields(node)]
    return list(seen.values())


@pytest.mark.in_turn(2)
@pytest.mark.parametrize("model", ["ILP32", "LP64"])
def test_every_function_is_there_and_understood(model: str) -> None:
    library = Library(DATA_MODELS[model])
    for name in NAMES:
        f = library.function(name)
        assert f is not None and f.body is not None, name
        odd = [n for n in _nodes(f.body) if isinstance(n, A.Unsupported | A.UnsupportedStmt)]
        assert not odd, (name, odd)


def test_what_functions_keep_is_kept_once() -> None:
    library = Library(DATA_MODELS["LP64"])
    keep = [library.function(n) for n in ("pthread_setspecific", "pthread_getspecific")]
    values = [
        {id(n.decl) for n in _nodes(f.body) if isinstance(n, A.Name) and n.decl.name == "__values"}
        for f in keep
        if f is not None
    ]
    assert values[0] == values[1] != set()


def test_other_names_are_no_functions_of_the_library() -> None:
    assert Library(DATA_MODELS["LP64"]).function("strlen2") is None


OPTIONS = """#include <assert.h>
#include <unistd.h>
int main(int argc, char *argv[]) {
    int c, count = 0;
    while ((c = getopt(argc, argv, "v")) != -1)
        count += c == 'v';
    assert(count <= 2 && optind >= 2);
    return 0;
}
"""


def test_the_environment_is_no_number(tmp_path: Path) -> None:
    """Whether POSIXLY_CORRECT is set has two answers, so nothing is sampled."""
    path = tmp_path / "p.c"
    path.write_text(OPTIONS)
    assert isinstance(pipeline.verify(path, Options(engine="explore", args="-v x -v")).verdict, Safe)
