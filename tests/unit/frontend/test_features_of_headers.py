"""What programs ask of headers with #if and #ifdef is as with gcc and glibc."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from threadproof import pipeline
from threadproof.options import Options
from threadproof.result.verdict import Unsafe

TRUE = (
    ("pthread.h", "defined PTHREAD_CREATE_DETACHED && defined PTHREAD_PROCESS_SHARED && defined PTHREAD_CANCEL_ENABLE"),
    ("pthread.h", "PTHREAD_STACK_MIN > 0"),
    ("stdio.h", "defined stdin && defined stdout && defined stderr"),
    ("stdio.h", "defined __GLIBC__ && __GLIBC_PREREQ(2, 30) && !defined __UCLIBC__"),
    ("errno.h", "defined errno"),
    ("unistd.h", "defined _POSIX_THREADS && _POSIX_THREADS > 0 && _POSIX_BARRIERS > 0 && _POSIX_SEMAPHORES > 0"),
    ("unistd.h", "_POSIX_VERSION >= 200112L && defined _POSIX_MONOTONIC_CLOCK && _XOPEN_VERSION >= 600"),
    ("string.h", "_POSIX_C_SOURCE >= 200809L && defined _DEFAULT_SOURCE && !defined _GNU_SOURCE"),
    ("sys/types.h", "BYTE_ORDER == LITTLE_ENDIAN && BYTE_ORDER != BIG_ENDIAN"),
    ("stdlib.h", "BYTE_ORDER == LITTLE_ENDIAN"),
    ("endian.h", "__BYTE_ORDER == __LITTLE_ENDIAN"),
    ("stdatomic.h", "defined atomic_load && defined atomic_compare_exchange_strong_explicit"),
    ("stddef.h", "defined __SSE2__ && defined __MMX__ && !defined __GLIBC__"),
)


@pytest.mark.parametrize(("header", "condition"), TRUE)
def test_feature(header: str, condition: str, tmp_path: Path) -> None:
    file = tmp_path / "program.c"
    failure = "void reach_error(void);\nint main(void) {\n#if " + condition + "\n    reach_error();\n#endif\n}\n"
    file.write_text(f"#include <{header}>\n{failure}")
    verdict = pipeline.verify(file, Options(data_model="LP64", timeout=20)).verdict
    assert isinstance(verdict, Unsafe)
    if shutil.which("gcc"):
        output = subprocess.run(["gcc", "-E", str(file)], capture_output=True, text=True, check=True).stdout
        assert "    reach_error();" in output
