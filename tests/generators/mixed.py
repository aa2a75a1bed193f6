"""Random sequential programs in which pointers become numbers and numbers pointers; `check` gets what they compute.

Addresses are kept in variables and members of both kinds, in unions, behind pointers to the other kind, with marks in
their low bits; they are compared, moved, and used again. What is computed does not depend on where objects lie.
"""

from __future__ import annotations

import random

PROLOGUE = """#include <stdint.h>
#include <stdlib.h>
#include <stdatomic.h>
extern void check(unsigned h);
static unsigned h;
static void mix(unsigned x) { h = h * 31 + x; }
typedef union { void *p; uintptr_t n; long s; } U;
typedef struct node { uintptr_t link; void *slot; size_t number; _Atomic uintptr_t mark; int key; } N;
static int a[4] = {10, 20, 30, 40};
static U u, us[2];
static N nodes[3];
static uintptr_t g;
static void *gp;
static long word;
static uintptr_t marked(uintptr_t x) { return x | 1; }
static uintptr_t bare(uintptr_t x) { return x & ~(uintptr_t)3; }
static int tag(uintptr_t x) { return (int)(x & 3); }
static void put(void **to, void *what) { *to = what; }
static void *get(void *const *from) { return *from; }
static void swap(uintptr_t *x, uintptr_t *y) { uintptr_t t = *x; *x = *y; *y = t; }
"""

#: places of numbers, and of pointers
NUMBERS = [
    "g", "l", "u.n", "us[{2}].n", "nodes[{3}].link", "own->link", "own->mark", "nodes[{3}].mark", "heap->link",
    "*(uintptr_t *)&gp", "*(uintptr_t *)&u.p", "m.n",
]  # fmt: skip
POINTERS = [
    "gp", "lp", "u.p", "us[{2}].p", "nodes[{3}].slot", "own->slot", "heap->slot", "*(void **)&g", "*(void **)&word",
    "*(void **)&own->number", "m.p",
]  # fmt: skip
#: addresses of numbers
TARGETS = ["&a[{4}]", "&nodes[{3}].key", "&own->key", "&heap->key"]
WAYS = ["marked({})", "bare({})", "({} | 2)", "({} & ~(uintptr_t)7)", "({} + 4)", "({} - 4)", "{}"]


class _Writer:
    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)

    def filled(self, text: str) -> str:
        while "{" in text:
            start, end = text.index("{"), text.index("}")
            below = int(text[start + 1 : end])
            index = self.random.choice([str(self.random.randrange(below)), f"k % {below}"])
            text = text[:start] + index + text[end + 1 :]
        return text

    def one(self, texts: list[str]) -> str:
        return self.filled(self.random.choice(texts))

    def number(self) -> str:
        """Of an address."""
        kind = self.random.random()
        if kind < 0.4:
            return f"(uintptr_t){self.one(TARGETS)}"
        if kind < 0.5:
            return f"{self.random.randrange(4096)}"
        return self.random.choice(WAYS).format(self.one(NUMBERS))

    def pointer(self) -> str:
        kind = self.random.random()
        if kind < 0.4:
            return f"(void *){self.one(TARGETS)}"
        if kind < 0.5:
            return f"(void *)(uintptr_t){self.random.randrange(4096)}"
        return self.random.choice([self.one(POINTERS), f"(void *)bare({self.one(NUMBERS)})"])

    def statement(self) -> str:
        n, p = self.one(NUMBERS), self.one(POINTERS)
        return self.random.choice([
            f"{n} = {self.number()};", f"{p} = {self.pointer()};", f"{n} = (uintptr_t){self.one(POINTERS)};",
            f"{p} = (void *){self.one(NUMBERS)};", f"mix({n} == {self.number()});", f"mix({p} != {self.pointer()});",
            f"if ({n}) mix(1); else mix(2);", f"mix(tag({n}));", f"mix(!{p});", f"mix(({n} & 1) ? 5 : 6);",
            f"{n} = k & 1 ? {self.number()} : {self.number()};", f"put((void **)&{self.plain()}, {self.pointer()});",
            f"{p} = get((void *const *)&{self.plain()});", f"swap(&{self.plain()}, &{self.plain()});",
            f"{n} |= 1;", f"{n} &= ~(uintptr_t)3;", f"own->mark = {self.number()};", "m = u;", "us[k % 2] = m;",
            f"atomic_store(&own->mark, {self.number()});", "l = atomic_exchange(&own->mark, l);",
            f"{{ uintptr_t e = {self.number()}; mix(atomic_compare_exchange_strong(&own->mark, &e, l)); g = e; }}",
            "nodes[k % 3] = nodes[0];", "*own = nodes[k % 3];", f"own->number = {self.random.randrange(99)};",
            "mix(own->number == 0);", f"word = {self.random.randrange(99)};", "mix(word < 4096 ? (unsigned)word : 7);",
            self.use(), self.use(), "k += 3;",
        ])  # fmt: skip

    def plain(self) -> str:
        return self.random.choice(["g", "own->link", "heap->link", "u.n"])

    def use(self) -> str:
        """What it points to is looked at, if it is known to be something."""
        place = self.one(TARGETS)
        keeper = self.random.choice(["g", "l", "own->link", "u.n", "heap->link", "own->mark", "m.n"])
        mark = self.random.choice(["", " | 1", " + 4 - 4"])
        back = self.random.choice(
            [f"*(int *)bare({keeper})", f"*(int *)({keeper} & ~(uintptr_t)1)", f"((int *)bare({keeper}))[0]"]
        )
        return f"{keeper} = (uintptr_t){place}{mark}; mix({back}); {back} += {self.random.randrange(9)};"

    def program(self) -> str:
        lines = [self.statement() for _ in range(self.random.randrange(6, 18))]
        heap = self.random.choice(["calloc(1, sizeof(N))", "&nodes[2]"])
        return (
            PROLOGUE + "int main(void) {\n  unsigned k = 2;\n  uintptr_t l = 0;\n  void *lp = 0;\n  U m = {0};\n"
            f"  N here = {{0}}, *own = &here, *heap = {heap};\n  " + "\n  ".join(lines)
            + "\n  mix(a[0]); mix(a[1]); mix(a[2]); mix(a[3]); mix(own->key); mix(heap->key); mix(nodes[0].key);"
            + "\n  check(h);\n  return 0;\n}\n"
        )  # fmt: skip


def generate(seed: int) -> str:
    return _Writer(seed).program()
