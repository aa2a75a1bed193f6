"""A small concurrent program from a few snippets: two threads and main, two shared variables, one assertion."""

from __future__ import annotations

import random
import re

from tests.generators.features import (
    atomics,
    control,
    kernel,
    library,
    locks,
    memory,
    threads,
    values,
    waits,
    windows,
)
from tests.generators.features.snippet import Snippet

MODULES = (locks, waits, threads, control, memory, values, atomics, library, windows, kernel)
TABLE: tuple[Snippet, ...] = tuple(s for module in MODULES for s in module.SNIPPETS)
NOT_OF_THE_KERNEL = ("stdatomic.h", "windows.h", "synchapi.h", "process.h")
STATEMENTS = (
    "x = 1;", "y = 1;", "x++;", "y = x;", "x = y + 1;", "if (x == 1) y = 2;", "x = 2;", "y += x;", "z = x != y;",
)  # fmt: skip
EXTERNS = """extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void __VERIFIER_assume(int);
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
"""
#: how main starts the threads: $j joins them
STARTS = (
    "pthread_t a, b; pthread_create(&a, 0, first, 0); pthread_create(&b, 0, second, 0); $M pthread_join(a, 0); pthread_join(b, 0);",
    "pthread_t a, b; pthread_create(&a, 0, first, 0); $M pthread_create(&b, 0, second, 0); pthread_join(b, 0);",
    "pthread_t a[2]; for (int i = 0; i < 2; i++) pthread_create(&a[i], 0, first, 0); $M for (int i = 0; i < 2; i++) pthread_join(a[i], 0);",
    "pthread_t a, b; __VERIFIER_atomic_begin(); pthread_create(&a, 0, first, 0); pthread_create(&b, 0, second, 0); __VERIFIER_atomic_end(); $M pthread_join(a, 0);",
    "pthread_t a; pthread_create(&a, 0, first, 0); $M second(0); pthread_join(a, 0);",
)


class _Writer:
    def __init__(self, seed: int) -> None:
        self.rng = random.Random(f"threadproof features {seed}")
        self.count = 0

    def program(self, chosen: list[Snippet]) -> str:
        rng = self.rng
        headers = {"pthread.h"}
        declarations, functions, setup, final = [], [], [], []
        bodies: list[list[str]] = [[], [], []]
        for s in chosen:
            n = self.count = self.count + 1
            headers.update(s.headers.split())
            declarations.append(self.filled(s.globals, n))
            functions.append(self.filled(s.functions, n))
            setup.append(self.filled(s.setup, n))
            final.append(self.filled(s.final, n))
            places = [0, 1] if s.only_in_thread else rng.choice([[0, 1], [0, 1], [1, 0], [0, 2], [2, 1]])
            bodies[places[0]].append(self.filled(s.body, n))
            if s.other or rng.random() < 0.6:
                # (names of labels and statics are of one function)
                bodies[places[1]].append(self.filled(s.other or s.body, n))
        if not bodies[1]:
            bodies[1].append(self.filled("$S", 0))
        middle = " ".join(f"{{ {b} }}" for b in bodies[2])
        start = rng.choice(STARTS).replace("$M", middle)
        lines = [
            *[f"#include <{h}>" for h in sorted(headers)],
            EXTERNS,
            self.variables([s.body + s.other + s.functions for s in chosen]),
            *[d for d in declarations if d],
            *[f for f in functions if f],
            "static void *first(void *arg) {",
            *[f"  {{ {b} }}" for b in bodies[0]],
            "  return 0;",
            "}",
            "static void *second(void *arg) {",
            *[f"  {{ {b} }}" for b in bodies[1]],
            "  return 0;",
            "}",
            "int main(void) {",
            *[f"  {line}" for line in setup if line],
            f"  {start}",
            *[f"  {line}" for line in final if line],
            f"  if ({self.filled(rng.choice(('$x == $k', '$x > $k', 'x + y == $k', '!z && $x == $b')), 0)}) reach_error();",
            "  return 0;",
            "}",
        ]
        return "#define _GNU_SOURCE\n" + "\n".join(lines) + "\n"

    def variables(self, texts: list[str]) -> str:
        """Atomic ones have no races of their own, so that those of the snippets count."""
        atomic = "_Atomic " if self.rng.random() < 0.5 and not any("&x" in t for t in texts) else ""
        return f"static {atomic}int x, y; static {atomic}_Bool z;"

    def filled(self, text: str, n: int) -> str:
        rng = self.rng
        while "$S" in text:
            text = text.replace("$S", rng.choice(STATEMENTS), 1)
        text = re.sub(r"\$x", lambda _: rng.choice("xy"), text)
        text = re.sub(r"\$b", lambda _: rng.choice("01"), text)
        text = re.sub(r"\$k", lambda _: rng.choice("123"), text)
        return text.replace("$n", str(n))


def _go_together(first: Snippet, second: Snippet) -> bool:
    """The kernel has names of C11 for other things, and some of Windows."""
    headers = [first.headers.split(), second.headers.split()]
    for one, other in (headers, headers[::-1]):
        if any(h.startswith("linux/") for h in one) and any(h in NOT_OF_THE_KERNEL for h in other):
            return False
    return True


def generate(seed: int) -> str:
    """Snippet number `seed` of the table, with one or two others."""
    rng = random.Random(f"threadproof features of {seed}")
    chosen = [TABLE[seed % len(TABLE)]]
    for s in rng.sample(TABLE, rng.choice([0, 1, 1, 2])):
        if all(_go_together(s, other) for other in chosen):
            chosen.append(s)
    return _Writer(seed).program(chosen)
