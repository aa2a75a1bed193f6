"""Columns and ends: of statements in the user's source, and none where they are not known."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from tests.conftest import ROOT
from threadproof import Unsafe, load, verify
from threadproof.errors import InputError
from threadproof.ir.program import Program, Source
from threadproof.output.json_report import build_report
from threadproof.result.verdict import TraceStep

PROGRAMS = sorted((ROOT / "tests" / "programs").rglob("*.c"))[::12]
_NO_CODE = re.compile(r"//[^\n]*|/\*.*?\*/|\"(?:\\\\.|[^\"\\\\])*\"|'(?:\\\\.|[^'\\\\])*'", re.S)


def origins(program: Program) -> set[tuple[str, int, int, int, int]]:
    found = [o for t in program.templates.values() for e in t.all_edges() for o in (e.origin, *e.steps)]
    return {(o.file, o.line, o.column, o.end_line, o.end_column) for o in found}


def text_of(path: Path, line: int, column: int, end_line: int, end_column: int) -> str:
    """What a span is made of."""
    lines = path.read_text(errors="replace").split("\n")[line - 1 : end_line]
    lines[-1] = lines[-1][: end_column - 1]
    return "\n".join(lines)[column - 1 :]


def spans(path: Path, line: int) -> set[str]:
    """The texts of all spans that begin in a line and are known."""
    found = {o for o in origins(load(path)) if o[0] == str(path) and o[1] == line and o[2] and o[4]}
    return {text_of(path, *o[1:]) for o in found}


@pytest.mark.parametrize(
    ("text", "line", "expected"),
    [
        ("int x;\nint main(void) {\n  x = 1; x = 2;\n}", 3, {"x = 1;", "x = 2;"}),
        ("int x;\nint main(void) {\n\tx = 1;\t x = 2;\n}", 3, {"x = 1;", "x = 2;"}),
        ("int x;\nint main(void) {\n  /* a */ x = 1; // b\n}", 3, {"x = 1;"}),
        ("int x;\nint main(void) {\n  /* \u00e4\u00f6 */ x = 1; x = 2;\n}", 3, {"x = 1;", "x = 2;"}),
        ("int x;\nint main(void) {\n  x =\n    1;\n}", 3, {"x =\n    1;"}),
        ("int x;\nint main(void) {\n  if (x > 1) x = 2;\n}", 3, {"if (x > 1)", "x = 2;"}),
        ("int x;\nint main(void) {\n  while (x) x--;\n}", 3, {"while (x)", "x--;"}),
        ("int x;\nint main(void) {\n  switch (x) { case 1: x = 2; }\n}", 3, {"switch (x)", "x = 2;", "}"}),
        ("int x;\nint main(void) {\n  do x++; while (x < 5);\n}", 3, {"do", "x++;", "x < 5"}),
        ("int x;\nint main(void) {\n  for (x = 0; x < 5; x++) { x++; }\n}", 3, {"x = 0", "x < 5", "x++", "x++;", "}"}),
        ("int x;\nint main(void) {\n  x = 1; }", 3, {"x = 1;", "}"}),
        ("#define N 5\nint x;\nint main(void) {\n  x = 1; x = N; x = 2;\n}", 4, {"x = 1;"}),
        ("#define ID 10\nint x;\nint main(void) {\n  x = ID; x = 2;\n}", 4, set()),
        ("#define DO(y) y = 1\nint x;\nint main(void) {\n  DO(x); x = 2;\n  x = 3;\n}", 5, {"x = 3;"}),
        ("#define DO(y) y = 1\nint x;\nint main(void) {\n  DO(\n    x); x = 2;\n  x = 3;\n}", 5, set()),
        ("int x;\nint main(void) {\n  x = 1; \\\n  x = 2;\n  x = 3;\n}", 3, {"x = 1;"}),
        ("int x;\nint main(void) {\n  x = 1; \\\n  x = 2;\n  x = 3;\n}", 5, {"x = 3;"}),
    ],
)
def test_spans(tmp_path: Path, text: str, line: int, expected: set[str]) -> None:
    path = tmp_path / "p.c"
    path.write_text(text)
    assert {s for s in spans(path, line) if s} == expected


def test_a_macro_begins_where_it_is_used(tmp_path: Path) -> None:
    path = tmp_path / "p.c"
    path.write_text("#define DO(y) y = 1\nint x;\nint main(void) {\n  int k = 0; DO(x); x = 2;\n}")
    assert {o[2:] for o in origins(load(path)) if o[1] == 4} == {(7, 4, 8), (14, 0, 0), (0, 0, 0)}


def test_a_header_that_is_included_twice_with_other_macros(tmp_path: Path) -> None:
    (tmp_path / "body.h").write_text("  A = 1; x = 2;\n")
    path = tmp_path / "p.c"
    path.write_text(
        'int x, longer_than_that;\nint main(void) {\n#define A longer_than_that\n#include "body.h"\n#undef A\n'
        '#define A x\n#include "body.h"\n  x = 3;\n}'
    )
    found = {o[2] for o in origins(load(path)) if o[0].endswith("body.h")}
    assert found == {3, 0}
    assert spans(path, 8) == {"x = 3;"}


def test_text_that_is_preprocessed_already(tmp_path: Path) -> None:
    path = tmp_path / "p.i"
    path.write_text('# 1 "p.c"\nint x;\n# 7 "p.c"\nint main(void) {\n  x = 1; x = 2;\n}\n')
    assert {o for o in origins(load(path)) if o[1] == 8} == {("p.c", 8, 3, 8, 9), ("p.c", 8, 10, 8, 16)}


@pytest.mark.in_turn(5)
@pytest.mark.parametrize("path", PROGRAMS, ids=lambda p: p.stem)
def test_spans_are_whole(path: Path) -> None:
    """No span begins or ends with a blank, or has one bracket only."""
    task = path.with_suffix(".yml")
    is_wide = task.is_file() and "LP64" in task.read_text()
    for file, *span in origins(load(path, data_model="LP64" if is_wide else "ILP32")):
        if span[1] and span[3] and file == str(path):
            text = text_of(path, *span)
            assert text == text.strip() != "", (span, text)
            code = _NO_CODE.sub("", text)
            assert text == "}" or all(code.count(a) == code.count(b) for a, b in ("()", "[]", "{}")), (span, text)


def test_errors_say_the_column(tmp_path: Path) -> None:
    path = tmp_path / "p.c"
    path.write_text("#define N 5\nint main(void) {\n  int x = N; return 1 +\n    y;\n}\n")
    with pytest.raises(InputError, match=r"p\.c:4:5: 'y' is not declared"):
        load(path)
    path.write_text("#define N 5\nint main(void) {\n  int x = N + y;\n}\n")
    with pytest.raises(InputError, match=r"p\.c:3: 'y' is not declared"):
        load(path)  # (it is behind a macro)
    path.write_text("int main(void) {\n  int x = 10 + y;\n}\n")
    with pytest.raises(InputError, match=r"p\.c:2:16: 'y' is not declared"):
        load(path)


def test_traces(tmp_path: Path) -> None:
    path = tmp_path / "p.c"
    path.write_text(
        "void reach_error(void);\nint __VERIFIER_nondet_int(void);\nint main(void) {\n"
        "  int x = __VERIFIER_nondet_int(); if (x > 3) reach_error();\n}\n"
    )
    result = verify(path, engine="impact")
    assert isinstance(result.verdict, Unsafe)
    last = result.verdict.trace.steps[-1]
    assert text_of(path, last.line, last.column, last.end_line, last.end_column) == "reach_error();"
    report = build_report(result.verdict, property="unreach-call", engine="impact", time={}, file=str(path))
    step = json.loads(json.dumps(report))["trace"][-1]
    assert (step["line"], step["column"], step["end_line"], step["end_column"]) == (4, 47, 4, 61)


def test_spans_make_no_difference() -> None:
    assert Source("f", "f.c", 3, 1, 4, 3, 9) == Source("f", "f.c", 3, 1)
    assert hash(Source("f", "f.c", 3, 1, 4, 3, 9)) == hash(Source("f", "f.c", 3, 1))
    assert TraceStep("f", "f", "f.c", 3, "x", column=4) == TraceStep("f", "f", "f.c", 3, "x")
