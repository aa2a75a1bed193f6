"""The host's C compiler as judge: layouts, constants, initial bytes, and programs written back as C."""

from __future__ import annotations

import random
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.helpers.back_to_c import Writer
from threadproof.frontend import ast
from threadproof.frontend import ctypes as ct
from threadproof.frontend.read.typecheck import build_unit

GCC = shutil.which("gcc")
pytestmark = pytest.mark.skipif(GCC is None, reason="needs gcc")
MODEL = ct.LP64


def run(text: str, directory: Path) -> list[str]:
    """Compile and run a C program with the arithmetic that typecheck assumes; its output lines."""
    assert GCC is not None
    source = directory / "p.c"
    source.write_text(text)
    flags = ["-w", "-std=gnu17", "-fsigned-char", "-fwrapv", "-O0"]
    done = subprocess.run([GCC, *flags, "-o", "p", "p.c"], cwd=directory, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return subprocess.run(["./p"], cwd=directory, capture_output=True, text=True).stdout.split("\n")[:-1]


# ---------------------------------------------------------------- constants and layouts

DECLARATIONS = """
typedef unsigned char u8; typedef long T; typedef int *PI; typedef int al16 __attribute__((aligned(16)));
typedef struct S0 { char c; int i; short s; long long q; } S0;
enum e1 { A, B = 5, C, D = -3, E0 }; enum e2 { P = 1u, Q = 0x80000000 }; enum e3 { R = 1LL << 40 };
struct S1 { char a; double d; char b; float f; }; union U1 { int i; char c[7]; short s; };
struct S2 { int a:3, b:5; unsigned c:20; char d; int e:30; long long f:40; };
struct S3 { char c; struct { int x; union { char y; long z; }; }; S0 arr[3]; };
struct __attribute__((packed)) S4 { char c; int i; long l; };
struct S5 { char c; int i; } __attribute__((packed, aligned(8)));
struct S6 { char c; int i __attribute__((aligned(16))); char d; };
struct S7 { char c; int i __attribute__((packed)); }; typedef struct { char a; } __attribute__((aligned(64))) S8;
struct S9 { char c; al16 x; }; struct S10 { int n; char data[]; };
struct S11 { char a; _Alignas(8) char b; _Alignas(int) char c; _Bool z; enum e1 e; enum e3 g; void (*fp)(int);
  int *p[3]; int (*pa)[3]; long double ld; float fl; __int128 big; };
struct S12 { unsigned short a:1; unsigned b:31; unsigned char c:1; int d:17; };
struct S13 { long a:33; int b:10; char c; }; struct __attribute__((packed)) S14 { int a:3; long b:40; char c; };
int garr[2][3][4], gfun(int), iv, *pi; T tv; u8 u8v; unsigned uv; long lv; unsigned long ulv; long long llv; float fv;
double dv; S0 s0; struct S2 s2; char cv; signed char scv; _Bool bv; enum e1 ev; enum e2 ev2;
"""
EXPRESSIONS = """
sizeof(S0); sizeof(struct S1); sizeof(union U1); sizeof(struct S2); sizeof(struct S3); sizeof(struct S4);
sizeof(struct S5); sizeof(struct S6); sizeof(struct S7); sizeof(S8); sizeof(struct S9);
sizeof(struct S10); sizeof(struct S11); sizeof(struct S12); sizeof(struct S13); sizeof(struct S14); _Alignof(S0);
_Alignof(S8); __alignof__(s0);
__builtin_offsetof(struct S11, b); __builtin_offsetof(struct S11, c); __builtin_offsetof(struct S11, fp);
__builtin_offsetof(struct S11, p[2]); __builtin_offsetof(struct S11, ld); __builtin_offsetof(struct S11, big);
__builtin_offsetof(struct S3, y); __builtin_offsetof(struct S3, arr[1 + 1].q); (long)&((struct S3*)0)->arr[2].q;
(unsigned long)&((S0*)8)[3].q; (char*)&((S0*)0)->q - (char*)0; sizeof garr; sizeof garr[0]; sizeof(garr[0])[1];
sizeof(garr)/sizeof(garr[0][0][0]); sizeof(T(*)[4]); sizeof "abc" "de"; sizeof('a'); sizeof(u8v + u8v); sizeof tv + 1;
sizeof(int) - 1; sizeof(T) * 2; sizeof(gfun(1)); sizeof(*pi); sizeof(1 ? cv : lv); sizeof(fv + 1); sizeof(1.0L);
sizeof(!lv); sizeof(cv << lv); sizeof(1u + 1l); sizeof(cv = lv); sizeof(enum e3); sizeof(A); sizeof(R); sizeof(Q);
-1 > 1u; -1 > (u8)1; -1L > 1u; (T)-1 < 0; (u8)-1; (short)40000; (char)200; (_Bool)2; (T)(3) + 4; (T)~3; -(T)3;
(T)-1 * 2 - 1; 4 * (T)-3; 1 << (T)3 - 1; (T)(T)(5); (T)-1 - (T)-1; ((T)(7)) - 1; 10 / 3; -10 / 3; -10 % 3; 10 % -3;
1u << 31; -1 >> 1; -1u >> 1; 4294967295; 2147483648; -2147483648; 0xffffffffffffffff; 1 ? -1 : 1u; ~0u; !5; 5 && 0;
5 || 0; 3 ^ 6; '\\''; '\\377'; 'ab'; 0b101; 017; 1e3 > 2; (int)-1.9; (u8)3.7; B; C; D; E0; Q; R;
__builtin_types_compatible_p(char, signed char); __builtin_types_compatible_p(int*, PI);
__builtin_types_compatible_p(__typeof__(&garr[0]), int (*)[3][4]); __builtin_choose_expr(sizeof(int) == 4, 10, 20);
__builtin_constant_p(3 + 4); __builtin_constant_p(iv); _Generic(cv, int: 1, char: 3, default: 2);
_Generic(scv, char: 3, signed char: 4, default: 2); _Generic("a", char*: 1, default: 2);
_Generic(u8v + 1, int: 7, default: 8); _Generic(s2.a + s2.c, int: 11, unsigned: 12);
_Generic((unsigned)s2.c + 1, int: 11, unsigned: 12);
_Generic(1 ? pi : 0, int*: 1, default: 2); _Generic(1 ? (void*)pi : pi, void*: 1, default: 2);
_Generic(pi - pi, long: 1, int: 2); _Generic(ev, unsigned: 1, int: 2); _Generic(ev2, unsigned: 1, int: 2);
_Generic(gfun, int (*)(int): 1, default: 2);
_Generic(fv+dv, float: 1, double: 2); _Generic(llv+ulv, long long: 1, unsigned long: 2, unsigned long long: 3);
_Generic(lv + uv, long: 1, unsigned: 2); _Generic(bv + bv, int: 1, default: 2); _Generic(iv += lv, int: 1, default: 2);
_Generic(cv++, char: 1, int: 2); _Generic(1 ? cv : cv, char: 1, int: 2); _Generic((0, cv), char: 1, int: 2)
"""


def test_constants_and_layouts(tmp_path: Path) -> None:
    expressions = [e.strip() for e in EXPRESSIONS.replace("\n", " ").split(";")]
    lines = [f"long long r{i} = {e};" for i, e in enumerate(expressions)]
    prints = [f'printf("%lld\\n", r{i});' for i in range(len(expressions))]
    text = (
        DECLARATIONS + "\n".join(lines) + "\nint printf(const char *, ...);\nint main(void) {" + "\n".join(prints) + "}"
    )
    expected = run(text, tmp_path)
    unit = build_unit(text.encode(), "p.c", MODEL)
    found = {}
    for g in unit.globals:
        value = g.init.parts[0].value if g.init else None
        found[g.name] = str(value.value) if isinstance(value, ast.Const) else f"not folded: {value}"
    assert {e: found[f"r{i}"] for i, e in enumerate(expressions)} == dict(zip(expressions, expected, strict=True))


# ---------------------------------------------------------------- initialisers

TYPES = """
typedef struct P { int x, y; } P; typedef struct L { P a, b; char n[6]; } L;
union U { int i; char c[8]; struct { short s, t; } st; };
struct N { int k; union { int i; long l; }; struct { char p, q; }; union U u; P ps[3]; };
struct B { int a:3; unsigned b:5; int :4; int c:9; char d; };
struct Big { char a; long long q[2]; _Bool z; struct B b; short s; };
"""
INITIALISED = """
int a1[] = {[5] = 1, 2, [1] = 7, 8, 9}; int a2[10] = {[2 ... 4] = 9, 1, [8] = 3}; int a3[2][3] = {{1},{2,3}};
int a4[][2] = {1,2,3,4,5}; int a5[3][2] = {[1] = {5}, 6}; int a6[3][2] = {[1][1] = 5, 6};
int a7[4] = {[0]=1,[0]=2,[1 ... 2]=7,[2]=8};
P p1 = {x: 5, y: 6}; P p2[3] = {{1}, {.y=2}, 3}; P p3[4] = {[1].y = 3, 4, 5, [0] = {9,8}, [3].x=1}; P p4 = (P){7, 8};
P p5[] = { (P){1,2}, 3, 4, (P){.y=5} }; P p6[2] = {[0] = {1,2}, [0].x = 3}; P p7[2] = {[0].x = 3, [0] = {.y=1}};
L l1 = {1,2,3,4,"abc"}; L l2 = {.b.x = 5, 6, {'x','y'}}; L l3[2] = {[1].a.y = 3, 4, 5, "q", [0].n = "hello"};
L l4 = {.n = {[2] = 'c', 'd'}}; L l5 = { .n[1] = 'x', 'y' }; char s1[3] = "hello"; char s2[] = "a" "b\\0c\\x41\\101";
char s3[][4] = {"ab", "cde", {'f'}}; unsigned char s4[] = "\\xff\\200"; signed char s5[2] = {[1] = -1};
union U u1 = {.st.t = 5}; union U u2[2] = {1, {.c = {1,2,3}}}; union U u3 = {.i = 0x11223344, .c = {1}};
union U u4[3] = {[1].st.s = 3, 4, 5}; struct N n1 = {1, 2, 'a', 'b', 3, 4,5,6};
struct N n2 = {.p = 1, 2, 3, .ps = {[2] = {1,2}}};
struct N n3 = {.l = 5, .q = 'z', .u.st = {7, 8}, .ps[1].y = 9, 10}; struct N n4 = {1, {2}, {3, 4}, {5}, {{6,7},{8}}};
struct N n5[2] = {[0 ... 1] = {.k = 3, .i = 4, .ps = {[0 ... 2] = {1, 2}}}}; struct B b1 = {.c = -1, .d = 'x'};
struct B b2[2] = {-1, 31, 255, 1, .5}; struct B b3 = {.a=3, .a=1, .b=2}; struct Big g1 = {'a', {1,2}, 5, {1,2,3,4}, 6};
struct Big g2 = {.q[1] = 0x123456789abcdefLL, 2, .s = 7}; struct Big g3 = { .b.d = 'x', 9 }; _Bool e1 = 0.5;
int e2[3] = {}
"""


def poke(memory: bytearray, init: ast.Init, base: int) -> None:
    for part in init.parts:
        at, value = base + part.offset, part.value
        if isinstance(value, ast.Load):
            value = value.place
        if isinstance(value, ast.CompoundLiteral):
            size = MODEL.size_of(value.type)
            memory[at : at + size] = bytes(size)
            assert value.decl.init is not None
            poke(memory, value.decl.init, at)
            continue
        assert isinstance(value, ast.Const)
        bit, width = part.bits or (0, MODEL.size_of(part.type) * 8)
        whole = int.from_bytes(memory, "little")
        mask = ((1 << width) - 1) << (at * 8 + bit)
        whole = whole & ~mask | (value.value << (at * 8 + bit)) & mask
        memory[:] = whole.to_bytes(len(memory), "little")


def test_initial_bytes(tmp_path: Path) -> None:
    declarations = [d.strip() for d in INITIALISED.replace("\n", " ").split("; ")]
    names = [d.split("=")[0].split("[")[0].split()[-1] for d in declarations]
    dump = (
        "int printf(const char *, ...); void dump(unsigned char *p, int n)"
        '{ for (int i = 0; i < n; i++) printf("%02x", p[i]); printf("\\n"); }'
    )
    calls = "".join(f"dump((unsigned char *)&{n}, sizeof({n}));" for n in names)
    text = TYPES + ";\n".join(declarations) + ";\n" + dump + "int main(void) {" + calls + "}"
    expected = dict(zip(names, run(text, tmp_path), strict=True))
    found = {}
    for g in build_unit(text.encode(), "p.c", MODEL).globals:
        if g.init is not None and g.name in expected:
            memory = bytearray(MODEL.size_of(g.type))
            poke(memory, g.init, 0)
            found[g.name] = memory.hex()
    assert found == expected


# ---------------------------------------------------------------- programs written back as C

STATE = """
typedef int TI; typedef unsigned TU; typedef char TC; typedef long TL; typedef unsigned char u8; typedef long long LL;
enum EN { EA, EB = 3 } en = EB; int a = -5; unsigned b = 4000000000u; char c = -100; long d = 123456789012L;
unsigned short e = 65535; u8 f = 200; _Bool g = 1; LL h = -7; unsigned long i = -1ul;
struct S { int x; unsigned bf:7; long y; int bs:5; } s1 = {5, 77, -3, -9}, s2 = {1, 2, 3, 4}, *sp = &s2;
short arr[3] = {1, -2, 300}; int ia[4] = {9, -8, 7, 100000}, *pi = &ia[1]; char q[4] = {1, -2, 127, -128};
"""
PLACES = ["a", "b", "c", "d", "e", "f", "g", "h", "i", "s1.x", "s1.bf", "sp->y", "sp->bs", "arr[1]", "*pi", "q[2]"]
LITERALS = [
    "0",
    "1",
    "7",
    "-1",
    "3u",
    "2L",
    "0x7fffffff",
    "2147483648",
    "'a'",
    "EB",
    "sizeof(TI)",
    "sizeof(a)-1",
    "sizeof(TC[3])",
]


class Programs:
    """Random programs full of casts to typedef names, odd parentheses, and operators without parentheses."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)

    def expr(self, depth: int) -> str:
        pick, roll = self.random.choice, self.random.random()
        if depth <= 0 or roll < 0.12:
            return pick(PLACES) if self.random.random() < 0.7 else pick(LITERALS)
        one = lambda: self.expr(depth - 1)  # noqa: E731
        if roll < 0.45:
            op = pick(["+", "-", "*", "&", "|", "^", "<", ">=", "==", "&&", "||", "<<", "/"])
            if op == "<<":
                return f"({one()}) << ({one()} & 7)"
            if op == "/":
                return f"({one()}) / ((({one()}) & 7) + 1)"
            return f"{one()} {op} {one()}" if self.random.random() < 0.5 else f"({one()}) {op} ({one()})"
        if roll < 0.7:
            t = pick(["TI", "TU", "TC", "TL", "u8", "LL", "int", "unsigned char"])
            forms = [
                "({t})({e})",
                "({t})-({e})",
                "({t})~({e})",
                "({t})*pi",
                "({t})-1",
                "({t})&a == ({t})&a",
                "({t})(a)",
                "({t})!a",
            ]
            forms += [
                "({t})({e}) - ({t})({e})",
                "({t})(sp)->y",
                "({t})(q)[1]",
                "({t})(TI)({e})",
                "({t})(a, b)",
                "({t})+s1.x",
            ]
            return pick(forms).format(t=t, e=one())
        if roll < 0.8:
            return f"{pick(['-', '~', '!', '+', '- -', '!!', '-~'])}({one()})"
        if roll < 0.92:
            return f"({one()} ? {one()} : {one()})"
        return pick([f"({one()} ?: {one()})", f"({one()}, {one()})", f"({{ TL t_ = {one()}; t_ + 1; }})"])

    def stmt(self) -> str:
        pick = self.random.choice
        left, op = pick(PLACES), pick(["=", "=", "+=", "-=", "*=", "&=", "|=", "^="])
        if self.random.random() < 0.3:
            x, y = self.random.sample(["a", "b", "c", "d", "e", "f", "h", "i", "s1.x", "sp->y", "arr[1]"], 2)
            step = pick(["{0}++", "{0}--", "({0})++", "({0})--"]).format(y)
            before = pick(["", "3 + ", "2 * "]) + pick(["!", "-", "~", "(TI)", "(TC)-", "!(TU)", "-~"])
            return f"{x} {op} {before}{step} {pick(['', '+ 2', '== 1'])};"
        return f"{left} {op} {self.expr(4)};"


@pytest.mark.in_turn(2)
@pytest.mark.parametrize("seed", range(4))
def test_programs_written_back_behave_the_same(seed: int, tmp_path: Path) -> None:
    programs = Programs(seed)
    show = " ".join(f"pr((long)({p}));" for p in PLACES)
    statements = [programs.stmt() for _ in range(80)]
    text = (
        STATE + "void pr(long);\nint main(void) {\n" + "\n".join(f"{s} {show}" for s in statements) + "\nreturn 0; }\n"
    )
    unit = build_unit(text.encode(), "p.c", MODEL)
    again = Writer(MODEL).function(unit.functions["main"])
    printing = '#include <stdio.h>\nvoid pr(long x) { printf("%ld\\n", x); }\n'
    rewritten = printing + STATE + again.replace("struct S_0", "struct S")
    assert run(rewritten, tmp_path) == run(printing + text, tmp_path)


CONTROL = """
void pr(long);
int n, m, w[5];
struct node { int v; struct node *next; } pool[4];
int sum(struct node *p) { int s = 0; while (p) { s += p->v; p = p->next; } return s; }
int fall(int k) {
  int r = 0;
  switch (k) { case 1: r += 1; case 2 ... 4: r += 10; break; case -7: r = 70; default: r += 100;
  case 9: { r += 1000; } }
  return r;
}
int loops(int k) {
  int r = 0;
  for (int i = 0, j = k; i < j; i++, j--) { if (i == 2) continue; if (j == 3) break; r = r * 3 + i - j; }
  do { r++; if (r % 2) goto out; } while (r < k);
out:
  if (k) if (k > 3) r += 5; else r += 7;
  return r;
}
int pick(int (*f)(int), int k) { return (*f)(k) + f(k + 1); }
int main(void) {
  for (n = 0; n < 4; n++) { pool[n].v = n * n; pool[n].next = n ? &pool[n - 1] : 0; }
  pr(sum(&pool[3])); pr(sum(0));
  for (n = -8; n < 12; n++) { pr(fall(n)); pr(loops(n)); pr(pick(n & 1 ? fall : &loops, n)); }
  for (m = 0; m < 5; m++) w[m] = m < 2 ? m : w[m - 1] + w[m - 2] << 1;
  pr(w[4]); pr(*(w + 3)); pr(3[w]); pr(&w[4] - w); pr(({ int z = w[2]; z *= z; z; }));
  return 0;
}
"""


def test_control_flow_written_back_behaves_the_same(tmp_path: Path) -> None:
    unit = build_unit(CONTROL.encode(), "p.c", MODEL)
    again, written = Writer(MODEL).unit(unit)
    assert set(written) == {"main", "sum", "fall", "loops", "pick"}
    printing = '#include <stdio.h>\nvoid pr(long x) { printf("%ld\\n", x); }\n'
    assert run(printing + again, tmp_path) == run(printing + CONTROL, tmp_path)
