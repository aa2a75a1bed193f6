"""Random sequential programs that look at the same bytes as integers of several types; `check` gets what they compute.

Objects are unions, structures, arrays of both, buffers of characters and blocks of the heap; they are accessed by
members, through pointers of other types at offsets that are constant or computed, and by functions that walk over
bytes. No access leaves its object, and none is at an address that is not aligned for it.
"""

from __future__ import annotations

import random

INTEGERS = {"uint8_t": 1, "int8_t": 1, "uint16_t": 2, "int16_t": 2, "uint32_t": 4, "int32_t": 4, "uint64_t": 8}

PROLOGUE = """#include <stdint.h>
#include <stdlib.h>
extern void check(unsigned h);
typedef union { uint64_t q; uint32_t w[2]; int16_t h[4]; uint8_t b[8]; struct { int8_t a; uint16_t c; int d; } s; } U;
typedef struct { uint32_t id; union { int32_t i; uint8_t b[4]; struct { uint16_t lo, hi; } p; } u; uint64_t z; } S;
typedef struct { unsigned f : 3, g : 7; int h : 9; uint16_t rest; uint8_t tail[2]; } F;
#pragma pack(1)
typedef struct { uint8_t a; uint32_t b; uint16_t c; uint8_t d; } P;
#pragma pack()
typedef struct { uint32_t n; uint16_t m; uint8_t room[]; } Flex;
static unsigned h;
static void mix(unsigned x) { h = h * 31 + x; }
static void walk(const unsigned char *p, unsigned n) { for (unsigned i = 0; i < n; i++) mix(p[i]); }
static void fill(uint8_t *p, unsigned n, uint8_t x) { for (unsigned i = 0; i < n; i++) p[i] = (uint8_t)(x + i); }
"""

#: of what `o` points to; an index in braces is below that
MEMBERS = {
    "U": ["o->q", "o->w[{2}]", "o->h[{4}]", "o->b[{8}]", "o->s.a", "o->s.c", "o->s.d"],
    "S": ["o->id", "o->u.i", "o->u.b[{4}]", "o->u.p.lo", "o->u.p.hi", "o->z"],
    "F": ["o->f", "o->g", "o->h", "o->rest", "o->tail[{2}]"],
    "P": ["o->a", "o->b", "o->c", "o->d"],
}
INITIALISERS = {"U": "{.h = {1, -2, 3}}", "S": "{7, {.b = {1, 2, 3}}, 9}", "F": "{1, 2, -3, 4}", "P": "{1, 2, 3, 4}"}
SIZES = {"U": 8, "S": 16, "F": 8, "P": 8}


class _Writer:
    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)

    def index(self, below: int) -> str:
        """A number below that: constant, or one that the program computes."""
        return self.random.choice([str(self.random.randrange(below)), f"k % {below}", f"(k * 3 + 1) % {below}u"])

    def member(self, kind: str) -> str:
        text = self.random.choice(MEMBERS[kind])
        start = text.find("{")
        if start >= 0:
            end = text.index("}")
            text = text[:start] + self.index(int(text[start + 1 : end])) + text[end + 1 :]
        return text

    def view(self, base: str, size: int) -> str:
        """Some bytes of an object of which `base` is the address, at another type."""
        kind, n = self.random.choice([(k, n) for k, n in INTEGERS.items() if n <= size])
        return f"(({kind} *){base})[{self.index(size // n)}]"

    def statement(self, lvalue: str) -> str:
        value = self.random.choice(["k", "-1", "0x1234567", f"{self.random.randrange(256)}", "h"])
        return self.random.choice([
            f"{lvalue} = {value};", f"mix((unsigned){lvalue});", f"{lvalue} += {value};", f"{lvalue} ^= {value};",
            f"mix({lvalue} > 0);", f"if ({lvalue} & 1) mix(k);", f"{lvalue}++;",
        ])  # fmt: skip

    def block(self, kind: str, address: str) -> list[str]:
        """What is done to one object."""
        size, lines = SIZES[kind], [f"{kind} *o = {address};"]
        for _ in range(self.random.randrange(3, 9)):
            lvalue = self.member(kind)
            if kind != "F" and self.random.random() < 0.3:
                lvalue = self.view("o", size)
            lines.append(self.statement(lvalue))
        if self.random.random() < 0.5:
            lines.append(f"walk((const unsigned char *)o, {size});")
        if self.random.random() < 0.2:
            lines.append(f"fill((uint8_t *)o, {size}, (uint8_t)k);")
        return lines

    def buffer(self) -> list[str]:
        n = self.random.choice([8, 12, 16, 24])
        lines = []
        if self.random.random() < 0.5:
            lines.append(f"uint8_t *o = calloc({n}, 1);")
        else:
            given = ", ".join(str(self.random.randrange(256)) for _ in range(self.random.randrange(1, 8)))
            lines.append(f"static _Alignas(8) uint8_t room[{n}] = {{{given}}}; uint8_t *o = room;")
        kinds = self.random.sample(sorted(INTEGERS), 2)
        for _ in range(self.random.randrange(3, 8)):
            kind = self.random.choice([*kinds, "uint8_t"])
            lines.append(self.statement(f"(({kind} *)o)[{self.index(n // INTEGERS[kind])}]"))
        return [*lines, f"walk(o, {n});"]

    def flexible(self) -> list[str]:
        n = self.random.choice([2, 4, 6, 10])
        lines = [f"Flex *o = calloc(1, sizeof(Flex) + {n});", f"o->n = {n};", "o->m = 7;"]
        for _ in range(4):
            lvalue = self.random.choice(
                ["o->n", "o->m", f"o->room[{self.index(n)}]", f"((uint8_t *)o)[{self.index(6)}]"]
            )
            lines.append(self.statement(lvalue))
        return [*lines, f"walk((unsigned char *)o, {n + 6});"]

    def variables(self) -> list[str]:
        kind = self.random.choice(["int32_t", "uint64_t", "uint16_t"])
        lines = [f"{kind} x[3] = {{{self.random.randrange(30000)}, 5}};", "uint8_t *o = (uint8_t *)x;"]
        for _ in range(4):
            lines.append(
                self.statement(
                    f"x[{self.index(3)}]" if self.random.random() < 0.5 else f"o[{self.index(INTEGERS[kind])}]"
                )
            )
        return lines

    def program(self) -> str:
        body, globals_ = [], []
        for n in range(self.random.randrange(1, 4)):
            shape = self.random.choice(["global", "array", "local", "heap", "buffer", "flexible", "variables"])
            if shape in ("buffer", "flexible", "variables"):
                lines = getattr(self, shape)()
            else:
                kind = self.random.choice(sorted(SIZES))
                address = f"&g{n}"
                declared = ""
                if shape == "global":
                    start = {
                        "U": "{.h = {1, -2, 3}}",
                        "S": "{7, {.b = {1, 2, 3}}, 9}",
                        "F": "{1, 2, -3, 4}",
                        "P": "{1, 2, 3, 4}",
                    }
                    globals_.append(f"static {kind} g{n} = {start[kind]};")
                elif shape == "array":
                    globals_.append(f"static {kind} g{n}[4];")
                    address = f"&g{n}[{self.index(4)}]"
                elif shape == "local":
                    declared = f"{kind} own = {{0}};"
                    address = "&own"
                else:
                    address = f"&(({kind} *)calloc(3, sizeof({kind})))[{self.index(3)}]"
                lines = [declared, *self.block(kind, address)]
            body.append("{ " + "\n    ".join(lines) + " }")
            body.append("k += 5;")
        return (
            PROLOGUE + "\n".join(globals_) + "\nint main(void) {\n  unsigned k = 2;\n  " + "\n  ".join(body)
            + "\n  check(h);\n  return 0;\n}\n"
        )  # fmt: skip


def generate(seed: int) -> str:
    return _Writer(seed).program()
