"""Random small C programs in which several threads run the same code, or nearly the same.

`generate(seed)`: two to four threads of one function, or of two functions that differ in little; what tells them apart
(an argument used as an index, as a value or in a comparison; the number of the thread; what main reads when they have
ended, or how far it has come with creating and joining them) is there or is not. Written for covers modulo permutation:
each of these makes some permutation wrong. Finitely many states, a few thousand at most.
"""

from __future__ import annotations

import random

Lines = list[str]

HEAD = """#include <pthread.h>
extern void reach_error(void);
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int k, x, y, turn, count, slot[4], flag[4];
static pthread_t owner, last;
static void check(int ok) { if (!ok) reach_error(); }
"""


class Generator:
    def __init__(self, seed: int) -> None:
        self.rng = random.Random(f"threadproof alike {seed}")
        self.threads = self.rng.choice((2, 2, 3, 3, 4))

    def chance(self, probability: float) -> bool:
        return self.rng.random() < probability

    def text(self) -> str:
        size = 2 if self.threads < 4 else 1
        pieces = self.rng.sample(self.pieces(), self.rng.randint(1, size))
        body = [line for piece in pieces for line in self.guarded(piece)]
        functions = [self.function("work", body)]
        if self.chance(0.4):
            functions.append(self.function("other", [self.changed(line) for line in body]))
        return "\n".join([HEAD, *functions, self.main(len(functions))])

    # ------------------------------------------------------------ threads

    def function(self, name: str, body: Lines) -> str:
        lines = "\n".join("    " + line for line in body)
        return f"static void *{name}(void *arg) {{\n    int i = (int)(long)arg, t = 0;\n{lines}\n    return 0;\n}}\n"

    def changed(self, line: str) -> str:
        """Perhaps a little different."""
        if not self.chance(0.15):
            return line
        a, b = self.rng.choice((("x", "y"), ("== 1", "== 2"), ("= 1", "= 2"), ("+ 1", "+ 2"), ("slot", "flag")))
        return line.replace(a, b)

    def guarded(self, lines: Lines) -> Lines:
        match self.rng.randrange(6):
            case 0 | 1:
                return ["pthread_mutex_lock(&m);", *lines, "pthread_mutex_unlock(&m);"]
            case 2:
                return ["while (__sync_lock_test_and_set(&k, 1)) ;", *lines, "__sync_lock_release(&k);"]
            case 3:
                return ["__VERIFIER_atomic_begin();", *lines, "__VERIFIER_atomic_end();"]
            case _:
                return lines

    def pieces(self) -> list[Lines]:
        n = self.threads
        value = self.rng.choice(("1", "2", "i", "i + 1"))
        other = self.rng.choice(("1 - i", "(i + 1) % 2", "0"))
        return [
            ["t = x;", "x = t + 1;", "check(x == t + 1);"],
            ["x = x + 1;", f"check(x <= {self.rng.choice((n, n, n - 1))});"],
            ["count = count + 1;"],
            [f"y = {value};", f"check(y == {self.rng.choice((value, value, '1'))});"],
            [f"if (x == {self.rng.randrange(3)}) y = {value};", f"check(y != {self.rng.randrange(4)});"],
            ["slot[i] = slot[i] + 1;", f"check(slot[i] {self.rng.choice(('== 1', '>= 1'))});"],
            ["flag[i] = 1;", f"if (!flag[{other}]) {{", "    x = x + 1;", "    check(x == 1);", "    x = x - 1;", "}"],
            [f"if (i == {self.rng.randrange(n)}) check(x == 0);", "x = 1;"],
            [f"if (i < {self.rng.randrange(n)}) x = x + 1;", "else check(x != 1);"],
            ["owner = pthread_self();", "check(pthread_equal(owner, pthread_self()));"],
            ["if (last == 0) last = pthread_self();", "else check(!pthread_equal(last, pthread_self()));"],
            ["if (pthread_self() > owner) owner = pthread_self();", "else check(owner != pthread_self() || x == 0);"],
            ["turn = i;", f"if (turn == {other}) check(x == 0);", "x = 1;"],
            ["t = __sync_fetch_and_add(&count, 1);", f"check(t < {self.rng.choice((n, n, n - 1))});"],
            ["__sync_bool_compare_and_swap(&turn, 0, i + 1);", f"check(turn != {self.rng.randrange(5)});"],
            self.waiting(),
        ]

    def waiting(self) -> Lines:
        wake = self.rng.choice(("signal", "signal", "broadcast"))
        limit = self.rng.choice((1, self.threads - 1, self.threads - 1))
        return [
            "pthread_mutex_lock(&m);",
            "count = count + 1;",
            f"if (count < {limit}) pthread_cond_wait(&c, &m);",
            "t = x;",
            "x = t + 1;",
            f"pthread_cond_{wake}(&c);",
            "pthread_mutex_unlock(&m);",
            f"check(t < {self.rng.choice((self.threads, self.threads, self.threads - 1))});",
        ]

    # ------------------------------------------------------------ main

    def main(self, functions: int) -> str:
        n = self.threads
        argument = self.rng.choice(("0", "0", "i", "i", "i + 1", "i == 0"))
        lines: Lines = []
        for i in range(n):
            name = "other" if functions > 1 and i == n - 1 else "work"
            given = argument.replace("i", str(i))
            lines.append(f"pthread_create(&id[{i}], 0, {name}, (void *)(long)({given}));")
            if self.chance(0.1):
                lines.append(self.rng.choice(("x = 1;", "check(y == 0 || y == x);", "flag[0] = 1;")))
        joined = list(range(n))
        match self.rng.randrange(6):
            case 0:
                joined = []
            case 1:
                joined = joined[:-1]
            case 2:
                joined.reverse()
            case _:
                pass
        for i in joined:
            lines.append(f"pthread_join(id[{i}], 0);")
            if self.chance(0.15):
                seen = self.rng.randrange(n)
                lines.append(
                    self.rng.choice((f"check(slot[{seen}] != 2);", "check(x != 2);", f"check(owner != id[{seen}]);"))
                )
        if self.chance(0.5):
            lines.append(
                self.rng.choice(
                    (
                        f"check(x <= {n});",
                        f"check(count == {n} || count == 0);",
                        "check(slot[0] + slot[1] != 1);",
                        "check(last != id[0]);",
                        f"check(y != {self.rng.randrange(4)});",
                    )
                )
            )
        text = "\n".join("    " + line for line in lines)
        return f"int main(void) {{\n    pthread_t id[4];\n{text}\n    return 0;\n}}\n"


def generate(seed: int) -> str:
    return Generator(seed).text()
