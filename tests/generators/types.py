"""Random questions about types, and declarations that may contradict each other: the compiler is the judge.

Each line declares `long r = …`, whose value is the answer; many lines are wrong. Entry points: `DECLARATIONS`, `line`.
"""

from __future__ import annotations

import random
import re

DECLARATIONS = """
struct s { int m; char c; }; struct t { int m; char c; }; union u { int m; char c; }; enum e { E }; enum f { F = -1 };
typedef int TI; typedef const int TCI; typedef int TA[3]; typedef int TV[]; typedef const TA TCA; typedef int TF(int);
typedef int TN(); typedef TF *TP; typedef _Atomic int AI; typedef struct s TS; typedef int *PI; typedef PI const PIC;
int i; const int ci = 1; unsigned un; char c; short sh; long l; _Bool b; int a[3]; int a2[2][3]; struct s s;
const struct s cs; union u u; enum e e; int *p; const int *pc; int *const cp; void *v; const void *cv; volatile int *pv;
int f(int); int g(); void h(void); int (*fp)(int); _Atomic int ai; int *restrict rp; TCA tca; char *str; AI *pai;
struct { int x : 3; unsigned y : 32; long z : 40; _Bool w : 1; } bf; float fl; double d; struct s *ps;
const struct s *pcs; struct inc; struct inc *pinc; TV *ptv; int (*pa3)[3]; int (*pa)[];
"""
_BASES = (
    "int", "char", "unsigned", "signed char", "unsigned char", "short", "long", "long long", "unsigned long", "_Bool",
    "struct s", "struct t", "union u", "enum e", "enum f", "void", "TI", "TCI", "TA", "TV", "TCA", "TF", "TN", "TP",
    "AI", "TS", "PI", "PIC", "float", "double", "struct inc", "__typeof__(i)", "__typeof__(ci)", "__typeof__(a)",
    "__typeof__(*pc)", "__typeof__(&a)", "__typeof__(cs)", "__typeof__(ai)", "__typeof__(tca)", "_Atomic(int)",
    "__typeof__(cs.m)", "__typeof__((0, ci))", "__typeof__(+ci)", "__typeof__(0 ? p : pc)", '__typeof__("ab")',
)  # fmt: skip
_QUALIFIERS = ("const", "volatile", "_Atomic", "const volatile")
_NAMES = (
    "i ci un c sh l b a a2 s cs u e p pc cp v cv pv f g h fp ai rp tca str pai fl d ps pcs pinc ptv pa3 pa 0 1 1u 'a' "
    '"ab" E F (void*)0 bf.x bf.y bf.z bf.w cs.m s.c ps->c pcs->m'
).split()
#: in a type -> in one that is like it, and compatible or nearly so
_CHANGES = [
    ("int", "TI"), ("const ", ""), ("int", "const int"), ("[3]", "[]"), ("[]", "[2]"), ("(void)", "()"),
    ("* ", "* const "), ("struct s", "TS"), ("int", "enum f"), ("unsigned", "enum e"), ("struct s", "struct t"),
    ("char", "signed char"), ("TA", "int"), ("TF", "int"), ("(int)", "(const int)"), ("(int)", "()"), ("_Atomic ", ""),
    ("[3]", "*"), ("volatile ", ""),
]  # fmt: skip
_KINDS = (
    "int", "unsigned", "char", "long", "int *", "const int *", "void *", "const void *", "struct s", "int (*)(int)",
    "int (*)[3]", "short", "_Bool", "char *", "unsigned long", "volatile int *", "const volatile int *", "struct s *",
    "const struct s *", "int (*)[2][3]", "const int (*)[3]", "float", "double", "unsigned char",
)  # fmt: skip


class Questions:
    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)

    def line(self, n: int) -> str:
        x = self.random.random()
        answer = f"long r{n} = 1; void *q{n} = w{n};"
        if x < 0.6:
            return f"long r{n} = {self._question()};"
        t = self._type()
        other = self._like(t) if self.random.random() < 0.8 else t
        if x < 0.75:
            return f"extern __typeof__({t}) z{n}; extern __typeof__({other}) z{n}; long r{n} = sizeof(z{n});"
        if x < 0.85:
            return f"void w{n}({t}); void w{n}({other}); {answer}"
        if x < 0.95:
            return f"void w{n}(void) {{ __typeof__({self._type(2)}) x = {self._expression(1)}; }} {answer}"
        return f"__typeof__({self._type(2)}) w{n}(void) {{ return {self._expression(1)}; }} {answer}"

    def _question(self) -> str:
        x = self.random.random()
        t = self._type()
        if x < 0.2:
            other = self._like(t) if self.random.random() < 0.85 else self._type()
            return f"__builtin_types_compatible_p({t}, {other})"
        if x < 0.3:
            return f"sizeof({t})"
        if x < 0.4:
            return f"_Generic(({t} *)0, {self._like(t)} *: 1, default: 0)"
        if x < 0.45:
            return f"_Alignof({t})"
        e = self._expression(2)
        if x < 0.6:
            return f"sizeof({e})"
        if x < 0.8:
            return f"_Generic(({e}), {', '.join(f'{k}: {i}' for i, k in enumerate(_KINDS))}, default: -1)"
        other = self._type(2) if x < 0.9 else f"__typeof__({self._expression(2)})"
        return f"__builtin_types_compatible_p(__typeof__({e}), {other})"

    def _type(self, depth: int = 3) -> str:
        base = self.random.choice(_BASES)
        x = self.random.random()
        if x < 0.3:
            qualifier = self.random.choice(_QUALIFIERS)
            base = f"{qualifier} {base}" if x < 0.2 else f"{base} {qualifier}"
        return f"{base} {self._declarator(self.random.randint(0, depth))}".strip()

    def _declarator(self, depth: int) -> str:
        x = self.random.random()
        if depth == 0 or x < 0.3:
            return ""
        inner = self._declarator(depth - 1)
        if x < 0.62:
            return f"*{self.random.choice(['', '', '', ' const', ' volatile', ' restrict', ' _Atomic'])} {inner}"
        if inner.startswith("*"):
            inner = f"({inner})"
        if x < 0.8:
            return inner + self.random.choice(["[3]", "[]", "[2]", "[2][3]", "[][3]"])
        return f"{inner}({self._parameters()})"

    def _parameters(self) -> str:
        x = self.random.random()
        if x < 0.3:
            return "" if x < 0.15 else "void"
        types = [self._type(1) for _ in range(self.random.randint(1, 2))]
        return ", ".join(types) + (", ..." if self.random.random() < 0.15 else "")

    def _like(self, t: str) -> str:
        for old, new in self.random.sample(_CHANGES, len(_CHANGES)):
            if old in t:
                return t.replace(old, new, 1)
        return t

    def _expression(self, depth: int) -> str:
        if depth == 0 or self.random.random() < 0.06:
            return self.random.choice(_NAMES)
        x, y = self._expression(depth - 1), self._expression(depth - 1)
        a, b = _closed(x), _closed(y)
        forms = [
            f"*{a}", f"&{a}", f"{a}[{y}]", f"{a} + {b}", f"{a} - {b}", f"({self._type(2)}){a}", f"(b ? {x} : {y})",
            f"(b ? {x} : {y})", f"({x}, {y})", f"{a} = {y}", f"{a}(1)", f"{a} == {b}", f"-{a}", f"{a}++",
            f"{a} {self.random.choice(['<<', '&', '*', '/', '+=', '<', '&&', '?:'])} {b}",
        ]  # fmt: skip
        return self.random.choice(forms)


def _closed(e: str) -> str:
    return e if re.fullmatch(r"[\w.]+(->\w+)?", e) else f"({e})"
