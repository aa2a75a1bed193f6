"""Assembly of ARM: idioms do what the processor does (`exclusive*.c`, also run natively), all else is refused."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from threadproof import pipeline
from threadproof.options import Options
from threadproof.result.verdict import Safe, Unknown, Unsafe

#: a part of the tests is for `make test`
IN_TURN = 4
FOLDER = Path(__file__).parent
MACHINES = {
    "LP64": ("exclusive64.c", ["aarch64-linux-gnu-gcc", "-march=armv8.1-a"], "qemu-aarch64"),
    "ILP32": ("exclusive32.c", ["arm-linux-gnueabihf-gcc", "-march=armv7-a+mp+fp"], "qemu-arm"),
}


@pytest.mark.parametrize("model", MACHINES)
def test_idioms(model: str) -> None:
    verdict = pipeline.verify(FOLDER / MACHINES[model][0], Options(data_model=model, timeout=60)).verdict
    assert isinstance(verdict, Safe), verdict
    assert verdict.statistics["second_reading"].startswith("confirmed")


@pytest.mark.parametrize("model", MACHINES)
def test_the_processor_agrees(model: str, tmp_path: Path) -> None:
    name, command, machine = MACHINES[model]
    if not shutil.which(command[0]) or not shutil.which(machine):
        pytest.skip(f"{command[0]} or {machine} is not there")
    subprocess.run([*command, "-O2", "-w", "-static", "-o", tmp_path / "x", FOLDER / name], check=True)
    subprocess.run([machine, tmp_path / "x"], check=True)


MEMORY = ': "=&r"(v), "=&r"(t), "+Q"(x) : "r"(w) : "memory", "cc");'
REFUSED = [
    # control
    'asm("2: ldxr %w0, %2; stxr %w1, %w3, %2; cbnz %w1, 1b" ' + MEMORY,  # there is no such label
    'asm("1: ldxr %w0, %2; stxr %w1, %w3, %2; cbnz %w1, 1f" ' + MEMORY,
    'asm("ldxr %w0, %2; 1: stxr %w1, %w3, %2; cbnz %w1, 1b" ' + MEMORY,  # nothing is loaded again
    'asm("again: ldxr %w0, %2; stxr %w1, %w3, %2; cbnz %w1, again" ' + MEMORY,  # twice the same label
    'asm("1: ldxr %w0, %2; cbz %w0, 2f; cbz %w3, 3f; stxr %w1, %w3, %2; cbnz %w1, 1b; 2: mov %w0, #0; 3:" ' + MEMORY,
    'asm("1: ldxr %w0, %2; stxr %w1, %w3, %2; cbnz %w1, 1b; blr %0" ' + MEMORY,
    'asm("1: ldxr %w0, %2; b.vs 1b; stxr %w1, %w3, %2; cbnz %w1, 1b" ' + MEMORY,
    'asm("1: ldxr %w0, %2; add %w1, %w1, %w0; stxr %w1, %w3, %2; cbnz %w1, 1b" ' + MEMORY,  # no value at first
    'asm("mov %w1, #3; 1: ldxr %w0, %2; add %w0, %w0, %w1; stxr %w1, %w0, %2; cbnz %w1, 1b" ' + MEMORY,  # nor later
    'asm("ldar %w0, %1; cbz %w0, 2f; tbz %w0, #1, 3f; mov %w0, #1; 2: mov %w0, #2; 3:" : "=&r"(v) : "Q"(x));',
    'asm("1: ldar %w0, %1; 2: cbz %w0, 1b; cbnz %w0, 2b" : "=&r"(v) : "Q"(x));',
    'asm("ldar %w0, %1; cbz %w0, 1f; 2: ldar %w0, %1; 1: cbz %w0, 2b" : "=&r"(v) : "Q"(x));',
    # pairs
    'asm("1: ldxr %w0, %2; stxr %w1, %w3, [%4]; cbnz %w1, 1b" '
    ': "=&r"(v), "=&r"(t), "+Q"(x) : "r"(w), "r"(&y) : "memory");',
    'asm("stxr %w0, %w2, %1" : "=&r"(t), "+Q"(x) : "r"(w));',
    'asm("1: ldxr %w0, %2; ldr %w1, %2; stxr %w1, %w0, %2; cbnz %w1, 1b" ' + MEMORY,
    'asm("1: ldxr %w0, %2; str %w0, %2; stxr %w1, %w0, %2; cbnz %w1, 1b" ' + MEMORY,
    'asm("1: ldxr %w0, %2; stxrb %w1, %w3, %2; cbnz %w1, 1b" ' + MEMORY,
    'asm("1: ldxp %w0, %w1, %2; stxp %w1, %w0, %w3, %2; cbnz %w1, 1b" ' + MEMORY,
    'asm("1: ldxr %w0, %2; stxr %w1, %w1, %2; cbnz %w1, 1b" ' + MEMORY,
    'asm("1: ldxr %w0, %2; stxr %1, %w3, %2; cbnz %w1, 1b" ' + MEMORY,
    # memory
    'asm("ldr %w0, %1" : "=r"(v) : "r"(x));',
    'asm("ldr %w0, [%1]" : "=r"(v) : "r"(&x));',  # the compiler does not know that x is read
    'asm("str %w1, %0" : : "Q"(x), "r"(w));',  # nor that it is written
    'asm("str %w1, [%0]" : "=Q"(y) : "r"(&x), "r"(w));',
    'asm("ldxr %0, %1" : "=r"(l) : "Q"(x));',  # sizes
    'asm("ldxrh %w0, %1" : "=r"(v) : "Q"(x));',
    'asm("ldrb %0, %1" : "=r"(v) : "Q"(c));',
    'asm("ldr %w0, [%1, #4]" : "=r"(v) : "r"(&x) : "memory");',
    'asm("ldr %w0, [%1], #4" : "=r"(v), "+r"(p) : : "memory");',
    'asm("ldr %w0, [%1]" : "=r"(v) : "r"((long)&x) : "memory");',
    'asm("ldr %w0, [%w1]" : "=r"(v) : "r"(&x) : "memory");',
    'asm("ldrsb %w0, %1" : "=r"(v) : "Q"(c));',
    'asm("ldr %w0, %1" : "=r"(v) : "Q"(f));',
    # registers
    'asm("1: ldxr %w0, %2; stxr %w3, %w0, %2; cbnz %w3, 1b" : "=&r"(v), "=&r"(t), "+Q"(x) : "r"(w) : "memory");',
    'asm("1: ldxr %w0, %1; add %w2, %w2, %w0; stxr %w3, %w2, %1; cbnz %w3, 1b" : "=&r"(v), "+Q"(x) : "r"(w), "r"(t));',
    'asm("1: ldxr %w0, %2; stxr %w1, %w3, %2; cbnz %w1, 1b" : "=r"(v), "=&r"(t), "+Q"(x) : "r"(w));',  # no &
    'asm("1: ldxr %w0, %2; stxr %w1, %w3, %2; cbnz %w1, 1b" : "=&r"(v), "=r"(t), "+Q"(x) : "r"(w));',
    'asm("ldxr %w0, %2; stxr %w1, %w0, %2" : "=&r"(v), "=r"(t), "+Q"(x));',
    'asm("ldr %w0, %1; add %w0, %w0, %w2" : "=r"(v) : "Q"(x), "r"(w));',
    'asm("ldr x0, %1; mov %w0, w0" : "=r"(v) : "Q"(l));',  # nobody knows of x0
    'asm("ldr %w0, %1" : "=r"(v), "=r"(t) : "Q"(x));',
    'asm("ldr %w0, %1" : "=r"(v) : "Q"(x), "r"(w));',
    'asm("ldr %w0, %1; add %w0, %w0, %w2" : "=&r"(v) : "Q"(x), "r"(f));',
    'asm("ldr %w0, %1; add %0, %w0, #1" : "=&r"(v) : "Q"(x));',
    'asm("ldr %w0, %1; add %0, %0, %2" : "=&r"(l) : "Q"(x), "r"(w));',  # the upper half of w
    'asm("1: ldxrb %w0, %2; cmp %w0, %w3; b.ne 2f; stxrb %w1, %w3, %2; cbnz %w1, 1b; 2:" '
    ': "=&r"(v), "=&r"(t), "+Q"(c) : "r"(d) : "cc");',
    # flags
    'asm("1: ldxr %w0, %2; cmp %w0, #3; b.eq 1b; stxr %w1, %w3, %2; cbnz %w1, 1b" '
    ': "=&r"(v), "=&r"(t), "+Q"(x) : "r"(w) : "memory");',
    'asm("ldr %w0, %1; cmp %w0, #3" : "=&r"(v), "=@cceq"(t) : "Q"(x) : "cc");',
    'asm("ldr %w0, %1; cset %w0, eq" : "=&r"(v) : "Q"(x) : "cc");',
    'asm("ldr %w0, %1; tst %w0, #3; cset %w0, lt" : "=&r"(v) : "Q"(x) : "cc");',
    'asm("ldr %w0, %1; moveq %w0, #1" : "=&r"(v) : "Q"(x) : "cc");',
    # others
    'asm("ldaddq %w2, %w0, %1" : "=&r"(v), "+Q"(x) : "r"(w));',
    'asm("ldsmax %w2, %w0, %1" : "=&r"(v), "+Q"(x) : "r"(w));',
    'asm("cas %w0, %w2, %1" : "=&r"(v), "+Q"(x) : "r"(w));',
    'asm("casp %w0, %w2, %1" : "+r"(v), "+Q"(x) : "r"(w));',
    'asm("ldadd %w2, %w0, %1" : "=&r"(v), "=Q"(x) : "r"(w));',
    'asm("ldadd %w2, %0, %1" : "=&r"(v), "+Q"(x) : "r"(w));',
    'asm("ldr %w0, %1; lsl %w0, %w0, #32" : "=&r"(v) : "Q"(x));',
    'asm("ldr %w0, %1; mul %w0, %w0, %w0" : "=&r"(v) : "Q"(x));',
    'asm("ldr %w0, %1; cmp %w0, %w0, lsl #3" : "=&r"(v) : "Q"(x) : "cc");',
    'asm("ldr %w0, %1 @ what is that" : "=&r"(v) : "Q"(x));',
    'asm("ldrex %0, %1" : "=&r"(v) : "Q"(x));',
    'asm("ldr %w9, %1" : "=&r"(v) : "Q"(x));',
    'asm("ldr %w0, %1" : "=&r"(v) : "Q"(*next()));',
]
REFUSED_32 = [
    'asm("ldxr %0, %1" : "=r"(v) : "Q"(x));',
    'asm("ldr %w0, %1" : "=r"(v) : "Q"(x));',
    'asm("ldrexd %0, %H0, %1" : "=&r"(l) : "Q"(l));',
    'asm("ldr %0, %1" : "=r"(l) : "Q"(x));',
    'asm("ldrex %0, %2; teq %0, #0; strexeq %1, %3, %2; teq %1, #0" ' + MEMORY,  # no value where it is not equal
    'asm("ldr %0, %1; cmp %0, #3; ite eq; movvs %0, #1" : "=&r"(v) : "Q"(x) : "cc");',
    'asm("ldr %0, %1; lsl %0, %0, %2" : "=&r"(v) : "Q"(x), "r"(w));',
    'asm("ldr %0, %1 // what is that" : "=&r"(v) : "Q"(x));',
    'asm("ldr r13, %0" : : "Q"(x) : "r13");',
]


def _verdict(text: str, model: str, folder: Path) -> object:
    file = folder / "program.c"
    file.write_text(
        "int x, y; long long l; float f; unsigned char c, d; int *p = &x; int *next(void) { return &x; }\n"
        f"int main(void) {{ int v = 1, w = 2, t = 3; {text} return v + w + t; }}"
    )
    return pipeline.verify(file, Options(second_reading=False, timeout=30, data_model=model)).verdict


@pytest.mark.parametrize(
    ("text", "model"), [*((text, "LP64") for text in REFUSED), *((text, "ILP32") for text in REFUSED_32)]
)
def test_what_is_not_recognised_completely_is_refused(text: str, model: str, tmp_path: Path) -> None:
    verdict = _verdict(text, model, tmp_path)
    assert isinstance(verdict, Unknown), verdict
    assert verdict.detail.startswith("inline assembly"), verdict


REACHED = [
    # a store that is not tried again may fail
    ('asm("ldxr %w0, %2; stxr %w1, %w3, %2" ' + MEMORY, "t == 1 && x == 0", "LP64"),
    ('asm("ldxr %w0, %2; stxr %w1, %w3, %2" ' + MEMORY, "t == 0 && x == 2", "LP64"),
    # a status that nobody has written is any
    ('asm("1: ldxr %w0, %2; cbz %w0, 2f; stxr %w1, %w3, %2; cbnz %w1, 1b; 2:" ' + MEMORY, "t == 7", "LP64"),
    # one that has a value is what it was, or that of the store that failed
    (
        'asm("1: ldrex %0, %2; cmp %0, #0; itt eq; strexeq %1, %3, %2; addeq %1, %1, #5; cmp %0, #1; bne 2f; 2:" '
        ': "=&r"(v), "+&r"(t), "+Q"(x) : "r"(w) : "memory", "cc");',
        "t == 6",
        "ILP32",
    ),
]


@pytest.mark.parametrize(("text", "condition", "model"), REACHED)
def test_what_may_happen(text: str, condition: str, model: str, tmp_path: Path) -> None:
    text = f"extern void reach_error(void); {text} if ({condition}) reach_error();"
    assert isinstance(_verdict(text, model, tmp_path), Unsafe)


IMPOSSIBLE = [
    ('asm("1: ldxr %w0, %2; stxr %w1, %w3, %2; cbnz %w1, 1b" ' + MEMORY, "t || x != 2 || v", "LP64"),
    ('asm("1: ldxr %w0, %2; cbz %w0, 2f; stxr %w1, %w3, %2; cbnz %w1, 1b; 2:" ' + MEMORY, "x || v", "LP64"),
    (
        'asm("1: ldrex %0, %2; cmp %0, #1; it eq; strexeq %1, %3, %2; cmpeq %1, #1; beq 1b" '
        ': "=&r"(v), "+&r"(t), "+Q"(x) : "r"(w) : "memory", "cc");',
        "t != 3",
        "ILP32",
    ),
]


@pytest.mark.parametrize(("text", "condition", "model"), IMPOSSIBLE)
def test_what_cannot_happen(text: str, condition: str, model: str, tmp_path: Path) -> None:
    text = f"extern void reach_error(void); {text} if ({condition}) reach_error();"
    assert isinstance(_verdict(text, model, tmp_path), Safe)
