"""Inline assembly: idioms do what the processor does (`assembly.c`, also run natively), all else is refused."""

from __future__ import annotations

import platform
import shutil
import subprocess
from pathlib import Path

import pytest

from threadproof import pipeline
from threadproof.options import Options
from threadproof.result.verdict import Safe, Unknown

#: a part of the tests is for `make test`
IN_TURN = 4
PROGRAM = Path(__file__).parent / "assembly.c"


@pytest.mark.parametrize(
    ("model", "flag"),
    [("LP64", "-m64"), ("ILP32", "-m32")],
)
def test_idioms(model: str, flag: str, tmp_path: Path) -> None:
    if shutil.which("gcc") and platform.machine() == "x86_64":
        built = subprocess.run(["gcc", "-O2", "-w", flag, "-o", tmp_path / "x", PROGRAM], check=False)
        if built.returncode == 0:
            subprocess.run([tmp_path / "x"], check=True)
    verdict = pipeline.verify(PROGRAM, Options(data_model=model, timeout=60)).verdict
    assert isinstance(verdict, Safe), verdict
    assert verdict.statistics["second_reading"].startswith("confirmed")


REFUSED = [
    'asm("xchgl %0, %1" : "+r"(v) : "m"(x));',  # the compiler does not know that x changes
    'asm("xchgl %0, %1" : "+r"(v), "=m"(x));',  # nor that it is read
    'asm("xchgl %0, %1" : "+r"(c), "+m"(x));',
    'asm("xchgw %w0, %1" : "+r"(v), "+m"(x));',
    'asm("xchgl %0, %1" : "=r"(v), "+m"(x));',
    'asm("xchgl %0, %1" : "+r"(v), "+m"(x) : : "st");',
    'asm("xaddl %0, %1" : "+r"(v), "+m"(x));',  # not atomic
    'asm("cmpxchgl %2, %1" : "=a"(v), "+m"(x) : "r"(1), "0"(2));',
    'asm("lock; cmpxchgl %2, %1" : "=r"(v), "+m"(x) : "r"(1), "0"(2));',
    'asm("lock; cmpxchgl %2, %1" : "=a"(v), "+m"(x) : "r"(1));',
    'asm("lock; cmpxchg8b %1" : "=a"(v), "+m"(x));',
    'asm("lock; cmpxchgl %2, %1; sete %0" : "=q"(v), "+m"(x) : "r"(1), "a"(2));',
    'asm("incl %0" : "+m"(x));',
    'asm("lock; inc %0" : "+m"(x));',
    'asm("lock; incl %0" : "+m"(s));',
    'asm("lock; incl %0; incl %0" : "+m"(x));',
    'asm("lock; incl (%0)" : : "r"(&x));',
    'asm("lock; addl %1, %0" : "+m"(x) : "r"(c));',
    'asm("lock; addl %1, %0" : "+m"(x) : "r"(v), "r"(2));',  # what is that for?
    'asm("lock; addl %0, %%eax" : : "r"(v));',
    'asm("lock; addl $0, 0(%%rax)" ::: "memory");',
    'asm("btsl %1, %0" : "+m"(x) : "r"(v));',
    'asm("lock; btsl %1, %0" : "+m"(x) : "r"(v + 31));',  # elsewhere
    'asm("lock; btsl $32, %0" : "+m"(x));',
    'asm("lock; btsl %1, %0; setz %2" : "+m"(x) : "r"(v), "q"(c));',
    'asm("lock; xaddl %0, %1; sets %2" : "+r"(v), "+m"(x), "=q"(c));',
    'asm("lock; cmpxchgl %2, %1" : "=@ccs"(c), "+m"(x), "+a"(v) : "r"(3));',
    'asm("lock; notl %0; setz %1" : "+m"(x), "=q"(c));',
    'asm("lock; negl %0" : "+m"(x));',
    'asm("movl %1, %0" : "=r"(v) : "r"(x));',
    'asm("movl %1, %0" : "=m"(v) : "m"(x));',
    'asm("movl %1, %0" : "=r"(v) : "m"(s));',
    'asm("movl %1, %0" : "+r"(v) : "m"(x));',
    'asm("movsbl %1, %0" : "=r"(v) : "m"(c));',
    'asm("mov $3, %0" : "=m"(x));',
    'asm("movl $3, %0" : : "m"(x));',
    'asm("movl (%1), %0" : "=r"(v) : "r"(&x));',
    'asm("movl %1, %0; movl %0, %1" : "=r"(v), "+m"(x));',
    'asm("movl $1, %0; mfence" : "=m"(x));',
    'asm("lock; cmpxchg8b %0" : "+m"(l), "+A"(v) : "b"(1), "c"(2));',
    'asm("lock; cmpxchg8b %0" : "+m"(l), "+a"(v) : "b"(1), "c"(2), "d"(3));',
    'asm("lock; cmpxchg8b %0" : "+m"(x), "+a"(v), "+d"(x) : "b"(1), "c"(2));',
    'asm("cmpxchg8b %0" : "+m"(l), "+a"(v), "+d"(x) : "b"(1), "c"(2));',
    'asm("prefetcht0 %0" : : "r"(v));',
    'asm("ldxr %w0, %1" : "=r"(v) : "Q"(x));',
    'asm("" : "=r"(v) : "0"(c));',
    'asm("" : "=m"(x));',
    'asm("mfence; incl %0" : "+r"(v));',
    'asm("mfence # all of it" ::: "memory");',
    'asm("mfence" : "=r"(v));',
    'asm("{mfence|mfence}");',
    'asm("rdtsc" : "=r"(v));',
    'asm("cpuid" : "=a"(v) : "0"(0) : "ebx", "ecx", "edx");',
    'asm("lock; incl %0" : "+m"(*next()));',
    'asm("" : "=r"(v));',
    'asm("lock; incl %9" : "+m"(x));',
    'asm("lock; incl %[y]" : [x] "+m"(x));',
    'asm("foo");',
]


@pytest.mark.parametrize("text", REFUSED)
def test_what_is_not_recognised_completely_is_refused(text: str, tmp_path: Path) -> None:
    file = tmp_path / "program.c"
    file.write_text(
        "int x; short s; long long l; int *next(void) { return &x; }\n"
        f"int main(void) {{ int v = 1; char c = 2; {text} return v + c; }}"
    )
    verdict = pipeline.verify(file, Options(second_reading=False, timeout=30)).verdict
    assert isinstance(verdict, Unknown), verdict
    assert verdict.detail.startswith("inline assembly"), verdict
