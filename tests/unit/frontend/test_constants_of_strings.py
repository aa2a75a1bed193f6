"""The address of a string is known not to be null; what is no element is not indexed."""

from __future__ import annotations

from pathlib import Path

import pytest

from threadproof import pipeline
from threadproof.errors import InputError
from threadproof.options import Options
from threadproof.result.verdict import Safe


@pytest.mark.parametrize("length", ['!"a" + 1', '"a" != 0', '"a" && 1', '"a" ? 1 : 2'])
def test_length(length: str, tmp_path: Path) -> None:
    file = tmp_path / "program.c"
    file.write_text(f"#include <assert.h>\nint z[{length}];\nint main(void) {{ assert(sizeof z == sizeof(int)); }}\n")
    assert isinstance(pipeline.verify(file, Options()).verdict, Safe)


def test_function_is_not_indexed(tmp_path: Path) -> None:
    file = tmp_path / "program.c"
    file.write_text("int f(int a) { return a; }\nint main(void) { return (&f)[0](0); }\n")
    with pytest.raises(InputError, match="pointer to a function"):
        pipeline.verify(file, Options())
