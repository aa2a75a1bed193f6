"""Random sequential programs that carve objects out of buffers when they run; `check` gets what they compute.

Buffers are arrays of characters or words, or blocks of the heap, also of a size that is known only at run time. Pieces
of them are structures with numbers and pointers, rows of numbers and of pointers, and unions of a wide number with
a pointer and a counter. What was one piece becomes another one, bytes of one are copied to another, and numbers are
looked at as others. Nothing depends on where objects lie, and no byte of a pointer is looked at as a number.
"""

from __future__ import annotations

import random

PROLOGUE = """#include <stdint.h>
#include <stdlib.h>
#include <string.h>
extern void check(unsigned h);
static unsigned h;
static void mix(unsigned x) { h = h * 31 + x; }
typedef struct node { struct node *next; int value; uint8_t b[4]; } N;
typedef struct { uint32_t a; uint16_t c, d; int *p; uint64_t q; } M;
typedef union { unsigned __int128 all; struct { int *p; uint64_t count; } s; } W;
static int a[4] = {10, 20, 30, 40};
static N other = {0, 5, {1, 2, 3, 4}};
static unsigned char *room;
static unsigned used;
static void *get(unsigned n) { void *p = room + used; used += (n + 15) & ~15u; return p; }
static void copy(void *to, const void *from, unsigned n) {
    uint32_t *t = to; const uint32_t *f = from;
    for (unsigned i = 0; i < n / 4; i++) t[i] = f[i];
}
static unsigned k = 2;
"""
SIZE = 160
ROOMS = [
    f"static _Alignas(16) unsigned char pool[{SIZE}]; room = pool;",
    f"static _Alignas(16) uint64_t pool[{SIZE // 8}]; room = (unsigned char *)pool;",
    f"room = calloc(1, {SIZE});",
    f"room = malloc({SIZE}); memset(room, 0, {SIZE});",
    f"unsigned n = {SIZE} / k * 2; room = malloc(n); for (unsigned i = 0; i < n; i++) room[i] = 0;",
    f"struct {{ _Alignas(16) int head; uint8_t rest[{SIZE}]; }} *o = calloc(1, sizeof *o); room = (unsigned char *)o;",
]
NUMBERS = {"N": ["value", "b[{4}]"], "M": ["a", "c", "d", "q"], "W": ["s.count"]}
POINTERS = {"N": ["next"], "M": ["p"], "W": ["s.p"]}
BYTES = {"N": 16, "M": 24, "W": 16}


class _Writer:
    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        #: pieces by name, with what they are
        self.pieces: dict[str, str] = {}
        self.has_wide = self.random.random() < 0.3

    def index(self, below: int) -> str:
        return self.random.choice([str(self.random.randrange(below)), f"k % {below}", f"(k * 3 + 1) % {below}u"])

    def piece(self, kinds: str = "NMW") -> str:
        return self.random.choice([x for x, kind in self.pieces.items() if kind in kinds] or [""])

    def number(self, x: str) -> str:
        text = self.random.choice(NUMBERS[self.pieces[x]])
        return f"{x}->{text.replace('{4}', self.index(4))}"

    def value(self) -> str:
        return self.random.choice(["k", "7", "0x1020304", "-1", "h", self.number(self.piece())])

    def begin(self, name: str) -> list[str]:
        """A new piece, of which all is written; perhaps in the place of another one."""
        kind = self.random.choice("NNMMW" if self.has_wide else "NM")
        old = self.piece()
        is_again = old != "" and self.random.random() < 0.3 and BYTES[self.pieces[old]] >= BYTES[kind]
        where = f"(void *){old}" if is_again else f"get({BYTES[kind]})"
        if is_again:
            del self.pieces[old]
        self.pieces[name] = kind
        lines = [f"{kind} *{name} = {where};"]
        if kind == "W" and self.random.random() < 0.5:
            lines += [f"{name}->all = 0;"]
        lines += [f"{name}->{m} = 0;" for m in POINTERS[kind]]
        for m in NUMBERS[kind]:
            if "{" in m:
                lines.append(f"for (int i = 0; i < 4; i++) {name}->b[i] = (uint8_t)(i + k);")
            else:
                lines.append(f"{name}->{m} = {self.random.randrange(100)};")
        return lines

    def statement(self) -> str:
        x = self.piece()
        kind, n = self.pieces[x], self.random.random()
        pointer = f"{x}->{POINTERS[kind][0]}"
        if n < 0.3:
            lvalue = self.number(x)
            op = self.random.choice(["=", "+=", "^="])
            return f"{lvalue} {op} {self.value()};"
        if n < 0.45:
            return f"mix((unsigned){self.number(x)});"
        if n < 0.6:
            if kind == "N":
                target = self.random.choice([self.piece("N"), "&other", "0"])
                return f"{pointer} = {target};"
            return f"{pointer} = {self.random.choice(['0', f'&a[{self.index(4)}]', f'a + {self.index(4)}'])};"
        if n < 0.75:
            seen = "value" if kind == "N" else ""
            return f"if ({pointer}) mix({pointer}->value);" if seen else f"if ({pointer}) mix(*{pointer});"
        if n < 0.82:
            return f"mix({pointer} == {self.random.choice(['0', '&other' if kind == 'N' else '&a[1]'])});"
        if n < 0.9:
            return self.view(x, kind)
        y = self.piece(kind)
        return self.random.choice([f"*{x} = *{y};", f"if ({x} != {y}) memcpy({x}, {y}, sizeof *{x});"])

    def view(self, x: str, kind: str) -> str:
        """Bytes of numbers as other numbers."""
        if kind == "N":
            at = self.random.choice(["*(uint64_t *)&{}->value", "*(uint16_t *)({}->b + 2)", "*((uint8_t *){} + 9)"])
        elif kind == "M":
            at = self.random.choice(["*(uint64_t *)&{}->a", "((uint16_t *)&{}->q)[1]", "*((uint8_t *){} + 5)"])
        else:
            y = self.piece("W")
            return self.random.choice(
                [f"{x}->all = {y}->all;", f"mix((unsigned)({x}->all >> 64));", f"mix({x}->all == {y}->all);"]
            )
        lvalue = at.format(x)
        return self.random.choice([f"{lvalue} = {self.value()};", f"mix((unsigned){lvalue});"])

    def rows(self) -> list[str]:
        """A row of numbers that others look into, one of pointers."""
        lines = ["uint32_t *r = get(16); int **s = get(16);", "for (int i = 0; i < 4; i++) r[i] = i * 3 + k;"]
        lines.append(f"s[0] = &a[{self.index(4)}]; s[1] = s[0];")
        lines += [f"s[{self.index(2)}] = a;", f"((uint8_t *)r)[{self.index(16)}] = 9;"]
        lines += [f"mix(*s[{self.index(2)}]);", f"mix(r[{self.index(4)}]);", "copy(r, a, 16); mix(r[3]);"]
        return lines

    def program(self) -> str:
        lines = [self.random.choice(ROOMS)]
        if self.random.random() < 0.4:
            lines += self.rows()
        for n in range(self.random.randrange(2, 5)):
            lines += self.begin(f"x{n}")
            lines += [self.statement() for _ in range(self.random.randrange(2, 6))]
        for x, kind in self.pieces.items():
            lines += [f"mix((unsigned){x}->{m.replace('{4}', 'k % 4')});" for m in NUMBERS[kind]]
        return PROLOGUE + "int main(void) {\n    " + "\n    ".join(lines) + "\n    check(h);\n    return 0;\n}\n"


def generate(seed: int) -> str:
    return _Writer(seed).program()
