"""Random small programs whose outcome may depend on stores that are late: branches, loops, arrays, pointers, locks.

`generate(seed)` gives the text. What threads read goes to `r0`, `r1`, ..., each written by one statement. All threads
end, whatever they read.
"""

from __future__ import annotations

import random

SCALARS = ("x", "y")
HEAD = """#include <pthread.h>
#include <stdatomic.h>
void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);
int x, y, a[2];
atomic_int f;
int *p = &x;
struct { int *at; int n; } s = {&y, 0};
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_mutex_t k = PTHREAD_MUTEX_INITIALIZER;
"""


class _Program:
    def __init__(self, seed: int) -> None:
        self.rng = random.Random(f"late {seed}")
        self.registers = 0
        self.value = 0
        self.left = 0

    def register(self) -> str:
        self.registers += 1
        return f"r{self.registers - 1}"

    def number(self) -> int:
        self.value += 1
        return self.value

    def place(self) -> str:
        return self.rng.choice((*SCALARS * 3, "a[0]", "a[1]", f"a[{self.rng.choice(SCALARS)} & 1]", "*p", "*s.at"))

    def statements(self, most: int, depth: int = 0) -> str:
        return " ".join([self.statement(depth) for _ in range(self.rng.randint(1, most)) if self.left > 0])

    def statement(self, depth: int) -> str:
        self.left -= 1
        kinds = ["store"] * 6 + ["load"] * 6
        kinds += ["fence", "weak fence", "atomic store", "atomic load", "exchange"] * (self.rng.random() < 0.3)
        kinds += ["pointer", "order"] * (self.rng.random() < 0.2)
        kinds += [] if depth > 1 else ["if", "if", "loop", "lock", "section", "return"]
        order = self.rng.choice(("relaxed", "release", "seq_cst"))
        match self.rng.choice(kinds):
            case "store":
                return f"{self.place()} = {self.number()};"
            case "load":
                return f"{self.register()} = {self.place()};"
            case "fence":
                return self.rng.choice(("__sync_synchronize();", "atomic_thread_fence(memory_order_seq_cst);"))
            case "weak fence":
                return f"atomic_thread_fence(memory_order_{self.rng.choice(('acquire', 'release', 'acq_rel'))});"
            case "atomic store":
                return f"atomic_store_explicit(&f, {self.number()}, memory_order_{order});"
            case "atomic load":
                return f"{self.register()} = atomic_load(&f);"
            case "exchange":
                return f"{self.register()} = atomic_exchange_explicit(&f, {self.number()}, memory_order_{order});"
            case "pointer":
                return f"p = &{self.rng.choice(('x', 'y', 'a[1]'))};"
            case "order":
                return f"s.at = &{self.rng.choice(('x', 'y', 'a[0]'))};"
            case "if":
                other = f" else {{ {self.statements(1, depth + 1)} }}" if self.rng.random() < 0.3 else ""
                test = f"{self.place()} {self.rng.choice(('==', '!='))} 0"
                return f"if ({test}) {{ {self.statements(2, depth + 1)} }}{other}"
            case "loop":
                return f"for (int i = 0; i < 2; i++) {{ {self.statements(2, depth + 1)} }}"
            case "lock":
                lock = self.rng.choice("mmk")
                inside = self.statements(2, depth + 2)
                return f"pthread_mutex_lock(&{lock}); {inside} pthread_mutex_unlock(&{lock});"
            case "section":
                return f"__VERIFIER_atomic_begin(); {self.statements(2, depth + 2)} __VERIFIER_atomic_end();"
            case _:
                return f"if ({self.rng.choice(SCALARS)}) return 0;"

    def text(self) -> str:
        count = self.rng.choice((2, 2, 2, 2, 3))
        bodies = []
        for _ in range(count):
            self.left = self.rng.randint(0, 2 if count == 2 else 1)
            first, last = self.rng.sample(SCALARS, 2)
            between = self.statements(2) if self.left else ""
            bodies.append(f"{first} = {self.number()}; {between} {self.register()} = {last};")
        same = self.rng.random() < 0.2
        threads = [0] * count if same else list(range(count))
        text = HEAD + "".join(f"int r{n};\n" for n in range(self.registers))
        for n, body in enumerate(bodies[:1] if same else bodies):
            text += f"void *t{n}(void *u) {{ {body} return 0; }}\n"
        starts = " ".join(f"pthread_create(&h[{n}], 0, t{t}, 0);" for n, t in enumerate(threads))
        middle = f"{self.rng.choice(SCALARS)} = {self.number()}; " if self.rng.random() < 0.3 else ""
        ends = " ".join(f"pthread_join(h[{n}], 0);" for n in range(count)) if self.rng.random() < 0.6 else ""
        body = f"pthread_t h[{count}]; {starts} {middle}{ends} __sync_synchronize(); return 0;"
        return f"{text}int main(void) {{ {body} }}\n"


def generate(seed: int) -> str:
    return _Program(seed).text()
