"""Random small programs about atomic sections: entered and left in every way, and with creations inside.

`generate(seed)` gives the text. Sections are begun and ended under conditions, left by goto, return, pthread_exit and
exit, begun inside of others, hidden in functions that only begin or end one, and may hold assumptions that fail, locks
that may be taken, memory that is got, freed and leaked, and creations of one or several threads. Shared variables have
values from 0 to 2, and every thread is created at most twice, so that all states can be listed; with `crowds` some are
created in a loop without bound.
"""

from __future__ import annotations

import random
import sys

VARIABLES = ("x", "y", "z")
HEADER = """#include <pthread.h>
#include <stdlib.h>
extern void reach_error(void);
extern void __VERIFIER_assume(int);
extern int __VERIFIER_nondet_int(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n = PTHREAD_MUTEX_INITIALIZER;
static int x, y, z, big, *p;
static int next(int v) { return v < 2 ? v + 1 : 0; }
static void begin_if(int c) { if (c) __VERIFIER_atomic_begin(); }
static void end_if(int c) { if (c) __VERIFIER_atomic_end(); }
static int enter(void) { __VERIFIER_atomic_begin(); if (y) return 1; __VERIFIER_atomic_end(); return 0; }
static void __VERIFIER_atomic_move(void) { if (x == 2) return; x++; __VERIFIER_assume(z != 2); y = x; }
static void set_y(int v) { __VERIFIER_atomic_begin(); y = v; __VERIFIER_atomic_end(); }
static void __VERIFIER_atomic_swap(void) { int t = x; x = y; set_y(t); }
"""
BEGIN, END = "__VERIFIER_atomic_begin();", "__VERIFIER_atomic_end();"


class _Generator:
    def __init__(self, seed: int, crowds: bool) -> None:
        self.rng = random.Random(f"threadproof sections {seed} {crowds}")
        self.crowds = crowds
        self.labels = 0
        #: functions that may be created from the one being written
        self.creatable: list[str] = []
        self.is_main = False

    def chance(self, probability: float) -> bool:
        return self.rng.random() < probability

    def text(self) -> str:
        names = [f"f{n}" for n in range(self.rng.randint(1, 3))]
        functions = []
        for n in reversed(range(len(names))):
            functions.append(self._function(names[n], names[n + 1 :]))
        self.is_main = True
        self.creatable = names
        body = ["int i = 0; pthread_t t, u;"]
        if self.chance(0.4):
            body.append(f"{self._variable()} = __VERIFIER_nondet_bool();")
        body += self._statements(self.rng.randint(0, 1))
        body += self._creations(names)
        body += self._statements(self.rng.randint(0, 2))
        if self.chance(0.5):
            body += [BEGIN, self._assertion(), END]
        main = "int main(void) {\n" + "".join(f"    {line}\n" for line in body) + "    return 0;\n}\n"
        return HEADER + "".join(functions) + main

    def _function(self, name: str, later: list[str]) -> str:
        self.creatable = later if self.chance(0.3) else []
        body = ["int i = 0; pthread_t t, u;", *self._statements(self.rng.randint(1, 4))]
        lines = "".join(f"    {line}\n" for line in body)
        return f"static void *{name}(void *a) {{\n{lines}    return 0;\n}}\n"

    def _creations(self, names: list[str]) -> list[str]:
        """Main starts every thread, some in one section; now and then twice."""
        lines = []
        for name in names:
            twice = self.chance(0.25)
            create = f"pthread_create(&t, 0, {name}, 0);"
            if self.crowds and self.chance(0.4):
                lines.append(f"while (__VERIFIER_nondet_bool()) {create}")
            else:
                lines += [create] * (1 + twice)
        if self.chance(0.6):
            at = self.rng.randint(0, len(lines) - 1)
            lines[at : at + self.rng.randint(1, 3)] = self._section(lines[at : at + self.rng.randint(1, 3)])
        if self.chance(0.3):
            lines.append("pthread_join(t, 0);")
        return lines

    # ------------------------------------------------------------ statements

    def _variable(self) -> str:
        return self.rng.choice(VARIABLES)

    def _condition(self) -> str:
        a, b = self._variable(), self._variable()
        value = self.rng.randint(0, 2)
        return self.rng.choice((f"{a} == {value}", f"{a} != {value}", f"{a} < {b}", f"{a} == {b}", a, "i == 0"))

    def _assertion(self) -> str:
        a, b, c = self.rng.sample(VARIABLES, 3)
        low, high = self.rng.randint(0, 2), self.rng.randint(1, 2)
        failing = self.rng.choice((f"{a} == {high} && {b} == {low}", f"{a} > {b} && {c} == {low}", f"{a} == {high}"))
        return f"if ({failing}) reach_error();"

    def _statements(self, n: int) -> list[str]:
        found: list[str] = []
        for _ in range(n):
            found += self._part()
        return found

    def _part(self) -> list[str]:
        kind = self.rng.randint(0, 15)
        inner = self._simple(self.rng.randint(1, 3))
        match kind:
            case 0 | 1 | 2:
                return self._section(inner)
            case 3:
                condition = self._condition()
                return [f"if ({condition}) {BEGIN}", *inner, f"if ({self._again(condition)}) {END}"]
            case 4:
                self.labels += 1
                label = f"out{self.labels}"
                after = self._simple(1)
                return [BEGIN, *inner, f"if ({self._condition()}) goto {label};", END, f"{label}: ;", *after]
            case 5:
                return ["i = enter();", *inner, "end_if(i);" if self.chance(0.7) else ";"]
            case 6:
                return ["begin_if(x);", *inner, f"end_if({self._again('x')});"]
            case 7:
                return [BEGIN, f"if ({self._condition()}) {{ {' '.join(inner)} {END} }} else {END}"]
            case 8:
                return [self.rng.choice(("__VERIFIER_atomic_move();", "__VERIFIER_atomic_swap();"))]
            case 9:
                self.labels += 1
                label = f"again{self.labels}"
                return [f"{label}: {BEGIN}", f"if ({self._condition()}) {{ {END} goto {label}; }}", *inner, END]
            case 10:
                return ["pthread_mutex_lock(&m);", *inner, "pthread_mutex_unlock(&m);"]
            case 12 | 13:
                first, second = self.rng.sample("mn", 2)
                take = [f"pthread_mutex_lock(&{first});", f"pthread_mutex_lock(&{second});"]
                return [*take, *inner, f"pthread_mutex_unlock(&{second});", f"pthread_mutex_unlock(&{first});"]
            case 11:
                return [f"for (i = 0; i < 2; i++) {{ {BEGIN} {' '.join(inner)} {END} }}"]
            case _:
                return inner

    def _again(self, condition: str) -> str:
        return condition if self.chance(0.7) else self._condition()

    def _section(self, inner: list[str]) -> list[str]:
        """With something inside that is of interest."""
        inner = list(inner)
        at = self.rng.randint(0, len(inner))
        match self.rng.randint(0, 11):
            case 0:
                inner.insert(at, f"__VERIFIER_assume({self._condition()});")
            case 1:
                inner.insert(at, f"if ({self._condition()}) return 0;")
            case 2:
                inner.insert(at, f"if ({self._condition()}) pthread_exit(0);")
            case 3:
                inner.insert(at, f"if ({self._condition()}) exit(0);")
            case 4:
                inner[at:] = [BEGIN, *inner[at:], END]
            case 5:
                inner.insert(at, "pthread_mutex_lock(&m); pthread_mutex_unlock(&m);")
            case 6 if self.creatable:
                created = self.rng.choices(self.creatable, k=self.rng.randint(1, 2))
                inner[at:at] = [f"pthread_create(&t, 0, {name}, 0);" for name in created]
            case 7:
                inner.insert(at, f"while ({self._condition()}) {{ {self._assignment()} }}")
            case 8:
                inner.insert(at, self._assertion())
        return [BEGIN, *inner, END]

    def _simple(self, n: int) -> list[str]:
        found = []
        for _ in range(n):
            match self.rng.randint(0, 9):
                case 0:
                    found.append(self._assertion())
                case 1 | 2:
                    found.append(f"if ({self._condition()}) {{ {self._assignment()} }}")
                case 3 if self.chance(0.3):
                    found.append(f"__VERIFIER_assume({self._condition()});")
                case _:
                    found.append(self._assignment())
        return found

    def _assignment(self) -> str:
        if self.chance(0.1):
            return self.rng.choice(("big = 2147483647;", "big = 0;", "i = big + 1;"))
        if self.chance(0.1):
            return self.rng.choice(("p = malloc(4);", "if (p) free(p);", "p = 0;", "if (p) *p = 1;"))
        a, b = self._variable(), self._variable()
        return self.rng.choice((f"{a} = {self.rng.randint(0, 2)};", f"{a} = {b};", f"{a} = next({b});", f"i = {a};"))


def generate(seed: int, *, crowds: bool = False) -> str:
    return _Generator(seed, crowds).text()


if __name__ == "__main__":
    print(generate(int(sys.argv[1]), crowds="crowds" in sys.argv))
