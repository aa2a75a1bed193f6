"""Every function that is given a stream, by its name and through a pointer: null is none, in both readings of C."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from threadproof import frontend, pipeline
from threadproof.options import Options
from threadproof.result.verdict import Unknown, Unsafe

#: in turn (see tests.helpers.rotation): for `make test` and for every commit another eighth
IN_TURN = 8
HEADER = Path(frontend.__file__).parent / "include" / "stdio.h"
FUNCTIONS = re.findall(r"(?m)^([\w ]+?[ *]+)(\w+)\((.*\bFILE \*.*)\);$", HEADER.read_text())
ARGUMENTS = {
    "FILE *": "stream",
    "const char *": '"r"',
    "char *": "text",
    "void *": "text",
    "const void *": "text",
    "char **": "&line",
    "size_t *": "&size",
    "fpos_t *": "&position",
    "const fpos_t *": "&position",
    "va_list": "list",
}
PROGRAM = """#define _GNU_SOURCE
#include <stdarg.h>
#include <stdio.h>
FILE *stream;
char text[4], *line;
size_t size;
fpos_t position;
static void call(int count, ...) {{
    va_list list;
    va_start(list, count);
    {call};
    va_end(list);
}}
int main(void) {{
    call(0);
    return 0;
}}
"""


@pytest.mark.parametrize("through", ["name", "pointer"])
@pytest.mark.parametrize(("result", "name", "parameters"), FUNCTIONS, ids=[name for _, name, _ in FUNCTIONS])
def test_null_is_no_stream(result: str, name: str, parameters: str, through: str, tmp_path: Path) -> None:
    arguments = ", ".join(ARGUMENTS.get(p, "1") for p in parameters.split(", ") if p != "...")
    call = f"{name}({arguments})"
    if through == "pointer":
        call = f"{result}(*volatile p)({parameters}) = {name}; p({arguments})"
    path = tmp_path / "p.c"
    path.write_text(PROGRAM.format(call=call))
    options = Options(property="valid-memsafety", data_model="LP64", timeout=60)
    verdict = pipeline.verify(path, options).verdict
    if isinstance(verdict, Unknown):
        assert "not understood" in verdict.reason or "of the library" in verdict.detail, verdict
        return
    assert isinstance(verdict, Unsafe) == (name != "fflush"), (call, verdict)
    assert not isinstance(verdict, Unsafe) or verdict.violated == "valid-deref", (call, verdict)
