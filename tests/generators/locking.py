"""Random small lock-based C programs, to compare block reduction and compositional rules with the exhaustive explorer.

`generate(seed)` gives the text of one program: pairs of shared variables that are equal whenever their lock is free,
and threads that change both or look at both, mostly with the lock held. What goes wrong now and then is what reductions
stumble over: a lock of an array chosen by a variable, a lock behind a pointer, a trylock whose answer is ignored, a
wait in the middle, a lock that is given back too early, a loop without end, an assumption or an exit between two
writes. Threads are created one by one, in a loop, or by each other. All values are small, so there are finitely many
states. About a third of the programs are unsafe.
"""

from __future__ import annotations

import random
import sys

Lines = list[str]


class Generator:
    def __init__(self, seed: int) -> None:
        self.rng = random.Random(f"threadproof locking {seed}")
        self.is_array = self.chance(0.5)
        self.pairs = self.rng.choice((1, 1, 2))
        self.has_condition = self.chance(0.25)
        #: did the last region only look?
        self.looked = False

    def chance(self, probability: float) -> bool:
        return self.rng.random() < probability

    # ------------------------------------------------------------ locks

    def lock(self, k: int) -> tuple[Lines, str]:
        """How the lock of pair k is named here, perhaps wrongly, with what must come before."""
        if self.chance(0.1):
            k = 1 - k
        if not self.is_array:
            if self.chance(0.15):
                return [f"lock = id ? &m1 : &m{k};" if self.chance(0.3) else f"lock = &m{k};"], "lock"
            return [], f"&m{k}"
        match self.rng.randrange(6):
            case 0:
                return [f"i = {k};"], "&m[i]"
            case 1:
                return [f"lock = &m[{k}];"], "lock"
            case 2 if self.chance(0.6):
                return [], "&m[id & 1]"
            case _:
                return [], f"&m[{k}]"

    def section(self, k: int, inside: Lines) -> Lines:
        before, name = self.lock(k)
        match self.rng.randrange(12):
            case 0:
                return [*before, f"if (pthread_mutex_trylock({name}) == 0) {{", *_indent(inside),
                        f"    pthread_mutex_unlock({name});", "}"]  # fmt: skip
            case 1 if self.chance(0.7):
                return [*before, f"l = pthread_mutex_trylock({name});", *inside, "if (l == 0)",
                        f"    pthread_mutex_unlock({name});"]  # fmt: skip
            case 2 if self.chance(0.7):
                return inside
            case 3 if self.chance(0.7) and len(inside) > 1:
                return [*before, f"pthread_mutex_lock({name});", inside[0], f"pthread_mutex_unlock({name});",
                        f"pthread_mutex_lock({name});", *inside[1:], f"pthread_mutex_unlock({name});"]  # fmt: skip
            case 4 if self.has_condition:
                wait = f"pthread_cond_wait(&c, {name});"
                middle = [f"while (!ready) {wait}"] if self.chance(0.7) else [f"if (!ready) {wait}"]
                at = 0 if self.chance(0.7) else self.rng.randrange(len(inside))
                inside = [*inside[:at], *middle, *inside[at:]]
            case 5 if self.has_condition:
                inside = [*inside, "ready = 1;", "pthread_cond_broadcast(&c);"]
        return [*before, f"pthread_mutex_lock({name});", *inside, f"pthread_mutex_unlock({name});"]

    # ------------------------------------------------------------ what is done with the lock held

    def change(self, k: int) -> Lines:
        u, v = f"u{k}", f"v{k}"
        n = self.rng.randrange(1, 4)
        writes = self.rng.choice((
            [f"{u} = {n};", f"{v} = {n};"],
            [f"{u} = ({u} + 1) & 3;", f"{v} = ({v} + 1) & 3;"],
            [f"r = {u};", f"{u} = (r + {n}) & 3;", f"{v} = (r + {n}) & 3;"],
        ))  # fmt: skip
        if self.chance(0.2):
            odd = self.rng.choice((
                "while (nondet()) ;", "while (1) ;", "assume(nondet());", f"assume({u} == 1);", "exit(0);",
                "if (nondet()) exit(0);", "pthread_exit(0);", f"for (l = 0; l < 2; l++) {v} = l;",
            ))  # fmt: skip
            at = self.rng.randrange(1, len(writes) + 1)
            writes = [*writes[:at], odd, *writes[at:]]
        return writes

    def look(self, k: int) -> Lines:
        if self.chance(0.25):
            return [f"r = u{k};", f"if (r != v{k}) reach_error();"]
        return [f"if (u{k} != v{k}) reach_error();"]

    def region(self) -> Lines:
        k = self.rng.randrange(self.pairs)
        self.looked = not self.looked
        inside = self.look(k) if self.looked or self.chance(0.2) else self.change(k)
        if self.pairs > 1 and self.chance(0.15):
            other = self.section(1 - k, self.change(1 - k))
            inside = [*inside, *other]
        return self.section(k, inside)

    def unlocked(self) -> Lines:
        k = self.rng.randrange(self.pairs)
        guess = f"if (bare == 2 && id == {k}) reach_error();"
        return [self.rng.choice((f"l = {k};", "l = id;", f"r = u{k};", f"if (u{k} > 3) reach_error();",
                                 "bare = id + 1;", guess))]  # fmt: skip

    def body(self) -> Lines:
        lines: Lines = []
        for _ in range(self.rng.choice((1, 2, 2))):
            region = self.region()
            if self.chance(0.15):
                region = ["while (nondet()) {", *_indent(region), "}"]
            lines += region
            if self.chance(0.25):
                lines += self.unlocked()
        return lines

    # ------------------------------------------------------------ threads

    def program(self) -> str:
        locals_ = ["int id = (int)(long)arg, i = 0, l = 0, r = 0;", "pthread_mutex_t *lock = 0;"]
        bodies = {"first": self.body(), "second": self.body()}
        main: Lines = ["pthread_t t[3];"]
        how = self.rng.randrange(4)
        if how == 0:
            main += ["for (int n = 0; n < 2; n++)", "    pthread_create(&t[n], 0, first, (void *)(long)n);"]
            joined = 2
        elif how == 1:
            bodies["first"].insert(self.rng.choice((0, len(bodies["first"]))), "pthread_create(&other, 0, second, 0);")
            main += ["pthread_create(&t[0], 0, first, (void *)1);"]
            joined = 1
        else:
            main += ["pthread_create(&t[0], 0, first, (void *)0);", "pthread_create(&t[1], 0, second, (void *)1);"]
            joined = 2
        if self.chance(0.4):
            main += [f"pthread_join(t[{n}], 0);" for n in range(joined)]
            main += self.look(0) if self.chance(0.5) else []
        text = ["#include <pthread.h>", "#include <stdlib.h>", "extern void reach_error(void);",
                "extern int __VERIFIER_nondet_int(void);", "extern void __VERIFIER_assume(int);",
                "#define nondet __VERIFIER_nondet_int", "#define assume __VERIFIER_assume"]  # fmt: skip
        for k in range(self.pairs):
            text.append(f"static int u{k}, v{k};")
        text.append("static int bare, ready;")
        text.append("static pthread_cond_t c = PTHREAD_COND_INITIALIZER;")
        if self.is_array:
            text.append("static pthread_mutex_t m[2] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};")
        else:
            text += [f"static pthread_mutex_t m{k} = PTHREAD_MUTEX_INITIALIZER;" for k in range(2)]
        text.append("static pthread_t other;")
        for name in ("second", "first"):
            text += [f"static void *{name}(void *arg) {{", *_indent([*locals_, *bodies[name], "return 0;"]), "}"]
        text += ["int main(void) {", *_indent([*(["int r;"] if any("r =" in x for x in main) else []), *main,
                                               "return 0;"]), "}"]  # fmt: skip
        return "\n".join(text) + "\n"


def _indent(lines: Lines) -> Lines:
    return ["    " + line for line in lines]


def generate(seed: int) -> str:
    return Generator(seed).program()


if __name__ == "__main__":
    print(generate(int(sys.argv[1])))
