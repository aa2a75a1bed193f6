"""Atomic operations take as many arguments, and of such types, as gcc says."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from threadproof import frontend
from threadproof.errors import InputError
from threadproof.options import Options

PRELUDE = """#include <stdatomic.h>
struct s { int a, b; } s, r;
_Bool b;
float f;
int x, e;
int *p;
_Atomic int a;
_Atomic _Bool ab;
_Atomic(struct s) as;
atomic_flag flag;
"""
GOOD = (
    "__atomic_load_n(&x, 5)", "__atomic_load_n(&b, 5)", "__atomic_load_n(&p, 5)", "__atomic_store_n(&x, 1, 5)",
    "__atomic_exchange_n(&p, 0, 5)", "__atomic_fetch_add(&x, 1, 5)", "__atomic_or_fetch(&x, 1, 5)",
    "__atomic_compare_exchange_n(&x, &e, 1, 0, 5, 5)", "__atomic_compare_exchange_n(&x, 0, 1, 0, 5, 5)",
    "__atomic_load(&s, &r, 5)", "__atomic_store(&x, &e, 5)",
    "__atomic_exchange(&x, &e, &e, 5)", "__atomic_compare_exchange(&x, &e, &e, 0, 5, 5)",
    "__atomic_test_and_set(&b, 5)", "__atomic_clear(&b, 5)", "__atomic_thread_fence(5)", "__sync_synchronize()",
    "__sync_fetch_and_add(&x, 1)", "__sync_fetch_and_add(&x, 1, &e)", "__sync_bool_compare_and_swap(&x, 0, 1)",
    "__sync_lock_test_and_set(&b, 1)", "__sync_lock_release(&x)", "__sync_val_compare_and_swap(&p, 0, 0)",
    "atomic_load(&a)", "atomic_load(&as)", "atomic_store(&as, s)", "atomic_store_explicit(&a, 1, 5)",
    "atomic_exchange(&ab, 1)", "atomic_fetch_add(&a, 1)", "atomic_fetch_or_explicit(&a, 1, 5)",
    "atomic_compare_exchange_strong(&a, &e, 1)", "atomic_compare_exchange_weak_explicit(&a, &e, 1, 5, 5)",
    "atomic_flag_test_and_set(&flag)", "atomic_flag_clear_explicit(&flag, 5)", "atomic_thread_fence(5)",
    "atomic_init(&a, 1)", "atomic_is_lock_free(&a)", "__atomic_always_lock_free(4, 0)",
)  # fmt: skip
BAD = (
    "__atomic_load(&x, &s, 5)",
    "__atomic_load(&x, (void *)0, 5)", "__atomic_load(&x, 0, 5)", "__atomic_store(&x, &b, 5)",
    "__atomic_store((void *)0, (void *)0, 5)", "__atomic_exchange(&x, &e, &b, 5)", "__atomic_exchange(&x, &s, &e, 5)",
    "__atomic_compare_exchange(&x, &b, &e, 0, 5, 5)", "__atomic_compare_exchange(&x, &e, &s, 0, 5, 5)",
    "__atomic_load((struct t *)0, (struct t *)0, 5)", "__atomic_load(main, main, 5)",
    "__atomic_load_n(&x)", "__atomic_load_n(&x, 5, 5)", "__atomic_load_n(&s, 5)", "__atomic_load_n(&f, 5)",
    "__atomic_store_n(&x, 1)", "__atomic_exchange_n(&x, 1)", "__atomic_fetch_add(&b, 1, 5)",
    "__atomic_compare_exchange_n(&x, &e, 1, 0, 5)", "__atomic_load(&x, x, 5)", "__atomic_thread_fence()",
    "__atomic_compare_exchange(&x, &e, 1, 0, 5, 5)", "__sync_synchronize(1)", "__sync_fetch_and_add(&x)",
    "__sync_fetch_and_add(&b, 1)", "__sync_bool_compare_and_swap(&s, s, s)", "__sync_bool_compare_and_swap(&x, 1)",
    "atomic_compare_exchange_strong(&a, x, 1)", "atomic_fetch_add(&ab, 1)",
)  # fmt: skip


def _write(folder: Path, call: str) -> Path:
    file = folder / "program.c"
    file.write_text(f"{PRELUDE}int main(void) {{ {call}; return 0; }}\n")
    return file


def _is_right_for_gcc(file: Path) -> bool:
    command = ["gcc", "-std=gnu17", "-w", "-fsyntax-only", str(file)]
    return subprocess.run(command, capture_output=True, check=False).returncode == 0


@pytest.mark.parametrize("call", GOOD)
def test_right(call: str, tmp_path: Path) -> None:
    file = _write(tmp_path, call)
    frontend.load(file, Options())
    assert not shutil.which("gcc") or _is_right_for_gcc(file)


@pytest.mark.parametrize("call", BAD)
def test_wrong(call: str, tmp_path: Path) -> None:
    file = _write(tmp_path, call)
    with pytest.raises(InputError):
        frontend.load(file, Options())
    assert not shutil.which("gcc") or not _is_right_for_gcc(file)
