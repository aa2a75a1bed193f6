"""Random small programs with cooperative threads (FairThreads) and finitely many states.

`generate(seed)`: two to four threads on shared variables of two bits, one to three events. Every program has some of
the *features*, so that a few things meet often instead of everything rarely. Loops that may go on for ever cooperate.

Threads write down in a history, or in two, that they were somewhere or what they saw there. Most programs go wrong only
with one history, which threads might write in some order: an engine that leaves out an order or a wait is wrong about
many of them. A third of the programs is unsafe, and most of those only in some orders of the threads.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Callable
from itertools import permutations

Lines = list[str]

HEAD = """#include <fthread.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
static void check(int ok) { if (!ok) reach_error(); }
"""
FEATURES = ("timed", "join", "select", "value", "broadcast", "suspend", "stop", "create", "input", "main", "loop")


def indent(lines: Lines) -> Lines:
    return ["    " + line for line in lines]


class Generator:
    def __init__(
        self, seed: int, features: tuple[str, ...] | None = None, order: int = 0, *, posix: bool = False
    ) -> None:
        self.rng = random.Random(f"threadproof cooperative {seed}")
        self.threads = self.rng.choice((2, 2, 3, 3, 3, 4))
        self.events = self.rng.choice((1, 1, 2, 2, 3))
        if features is None:
            features = tuple(self.rng.sample(FEATURES, self.rng.choice((0, 1, 1, 2, 2, 3))))
        #: threads wait for semaphores and mutexes, too, and main goes on beside them
        self.posix = posix
        self.features = features
        self.order = order
        self.variables = ("x", "y", "z")[: self.rng.choice((1, 2, 2, 3))]
        self.histories = self.rng.choice((1, 2))
        #: what a function writes down: history and digit
        self.noted: list[tuple[int, int]] = []
        #: and every thread
        self.sequences: list[list[tuple[int, int]]] = []
        #: there are assertions that have nothing to do with histories
        self.checks = self.chance(0.2)
        #: who started last, and before that, matters too
        self.is_ordered = self.chance(0.4)
        self.starts = ""
        self.creates = 0
        self.own = 0

    def chance(self, probability: float) -> bool:
        return self.rng.random() < probability

    # ------------------------------------------------------------ expressions

    def variable(self) -> str:
        return self.rng.choice(self.variables)

    def event(self) -> str:
        return f"e{self.rng.randrange(self.events)}"

    def thread(self) -> str:
        others = [i for i in range(self.threads) if i != self.own] if self.chance(0.9) else list(range(self.threads))
        return f"t{self.rng.choice(others)}"

    def expression(self) -> str:
        v, w, n = self.variable(), self.variable(), self.rng.randrange(4)
        return self.rng.choice(
            (str(n), "h0 & 3", f"({v} + {1 + n % 3}) & 3", f"({v} + {w}) & 3", v, "(x + id) & 3", f"r == {n}")
        )

    def condition(self) -> str:
        v, w, n = self.variable(), self.variable(), self.rng.randrange(4)
        options = [f"{v} == {n}", f"{v} != {n}", f"{v} < {max(n, 1)}", f"id == {n % 2}"]
        options += [f"{v} == {w}", f"{v} <= {w}"] if v != w else ["r == OK"]
        return self.rng.choice(options)

    # ------------------------------------------------------------ statements

    def write(self) -> Lines:
        return [f"{self.variable()} = {self.expression()};"]

    def note(self, seen: str = "") -> Lines:
        """Write down that this thread was here, or what it has seen: one of two things."""
        which = self.rng.randrange(self.histories)
        digits: tuple[int, ...] = (1, 2) if seen else (self.rng.randint(1, 3),)
        if not seen and self.chance(0.3):
            seen, digits = "id", (1, 2)
        self.noted.append((which, self.rng.choice(digits)))
        now = ["look();"] if self.chance(0.5) else []
        return [f"h{which} = (4 * h{which} + {f'1 + ({seen} & 1)' if seen else digits[0]}) & 255;", *now]

    def look(self) -> Lines:
        return ["look();"]

    def look_function(self) -> str:
        numbers = [i for i in range(1, self.threads + 1) if f"started = (8 * started + {i})" in self.starts]
        last = ""
        if len(numbers) > 1:
            a, b = self.rng.sample(numbers, 2)
            last = f"started == {8 * a + b} && "
        wrong = " || ".join([f"({self.wanted()})" for _ in range(self.rng.choice((2, 4, 6)))])
        return f"static void look(void) {{ if ({last}({wrong})) reach_error(); }}\n"

    def wanted(self) -> str:
        """Histories that the threads might write."""
        targets = []
        for which in range(self.histories):
            todo = [[digit for w, digit in notes if w == which] for notes in self.sequences]
            target = 0
            while any(todo) and target < 64 and (target < 4 or self.chance(0.95)):
                target = 4 * target + self.rng.choice([notes for notes in todo if notes]).pop(0)
            targets.append(f"h{which} == {target}")
        return " && ".join(targets)

    def check(self) -> Lines:
        if not self.checks:
            return self.note()
        v, w, n = self.variable(), self.variable(), self.rng.randrange(4)
        options = [f"{v} != {n}", f"{v} != {n}", f"{v} <= 2", f"{v} != {n} || r == OK"]
        options += [f"{v} == {w}", f"{v} != {w}", f"{v} + {w} != 3", f"!({v} == {n} && {w} == 1)"] if v != w else []
        return [f"check({self.rng.choice(options)});"]

    def plain(self) -> Lines:
        return self.rng.choice((self.write, self.note, self.check, self.generate))()

    def generate(self) -> Lines:
        return [f"ft_thread_generate({self.event()});"]

    def await_(self) -> Lines:
        return [self.rng.choice(("", "r = ")) + f"ft_thread_await({self.event()});", *self.maybe_note("r")]

    def maybe_note(self, seen: str = "") -> Lines:
        return self.note(self.rng.choice(("", seen))) if self.chance(0.5) else []

    def cooperate(self) -> Lines:
        return ["ft_thread_cooperate();", *self.maybe_note()]

    def branch(self) -> Lines:
        then = self.rng.choice((self.plain, self.plain, self.waiting))()
        lines = [f"if ({self.condition()}) {{", *indent(then)]
        if self.chance(0.4):
            lines += ["} else {", *indent(self.rng.choice((self.plain, self.waiting))())]
        return [*lines, "}"]

    def exit(self) -> Lines:
        return [f"if ({self.condition()}) {self.rng.choice(('ft_exit();', 'return;'))}"]

    def waiting(self) -> Lines:
        return self.rng.choice((self.await_, self.cooperate, self.cooperate))()

    def repeat(self) -> Lines:
        parts = [self.rng.choice(self.kinds())(), self.waiting()]
        self.rng.shuffle(parts)
        body = [line for part in parts for line in part]
        return [f"for (int i = 0; i < {self.rng.choice((2, 2, 3))}; i++) {{", *indent(body), "}"]

    def instants(self) -> str:
        if "suspend" not in self.features and self.chance(0.2):
            return self.rng.choice((self.variable(), "id + 1"))
        return str(self.rng.choice((0, 1, 1, 2, 2, 3)))

    def timed(self) -> Lines:
        if self.chance(0.3):
            return [f"ft_thread_cooperate_n({self.instants()});"]
        return [f"r = ft_thread_await_n({self.event()}, {self.instants()});", *self.maybe_note("(r != OK)")]

    def join(self) -> Lines:
        if self.chance(0.6):
            return [f"r = ft_thread_join({self.thread()});", *self.maybe_note()]
        return [f"r = ft_thread_join_n({self.thread()}, {self.instants()});", *self.maybe_note("(r != OK)")]

    def select(self) -> Lines:
        n = self.rng.choice((1, 2, 2)) if self.events > 1 else 1
        names = self.rng.sample([f"e{i}" for i in range(self.events)], n)
        mask = self.rng.choice(("0", "mask", "mask"))
        lines = [f"ft_event_t on[{n}] = {{{', '.join(names)}}};", f"int mask[{n}];"]
        if self.chance(0.6):
            lines.append(f"r = ft_thread_select({n}, on, {mask});")
        else:
            lines.append(f"r = ft_thread_select_n({n}, on, {mask}, {self.instants()});")
        if mask == "mask":
            v, i = self.variable(), self.rng.randrange(n)
            lines += [f"if (r == OK) {v} = mask[{i}];"] if self.chance(0.3) else self.note(f"(r == OK && mask[{i}])")
        return ["{", *indent(lines), "}"]

    def value(self) -> Lines:
        if self.chance(0.5):
            given = self.rng.choice((str(self.rng.randrange(4)), self.variable(), "id"))
            return [f"ft_thread_generate_value({self.event()}, (void *)(long){given});"]
        number = self.rng.choice(("0", "0", "1", "1", "2", self.variable()))
        use = f"{self.variable()} = (long)p & 3;"
        if self.chance(0.6):
            use = f"{{ {' '.join(self.note('(long)p'))} }}"
        lines = ["void *p;", f"r = ft_thread_get_value({self.event()}, {number}, &p);", f"if (r == OK) {use}"]
        return ["{", *indent(lines), "}"]

    def broadcast(self) -> Lines:
        if "value" in self.features and self.own >= 0 and self.chance(0.5):
            return [f"ft_scheduler_broadcast_value({self.event()}, (void *){self.rng.randrange(4)});"]
        return [f"ft_scheduler_broadcast({self.event()});"]

    def suspend(self) -> Lines:
        return [f"ft_scheduler_{self.rng.choice(('suspend', 'resume'))}({self.thread()});"]

    def stop(self) -> Lines:
        if self.own < 0:
            return [f"ft_scheduler_stop({self.thread()});"]
        return [f"r = ft_scheduler_stop({self.thread()});", *self.maybe_note("(r != OK)")]

    def create(self) -> Lines:
        if self.creates == 2:
            return self.write()
        self.creates += 1
        cleanup = "cleanup" if "stop" in self.features else "0"
        call = f"ft_thread_create(s, child, {cleanup}, (void *){self.rng.randrange(2)})"
        if self.chance(0.5):
            return [f"{{ ft_thread_t c = {call}; r = ft_thread_join(c); }}"]
        return [f"{self.rng.choice(('t0 = ', '', ''))}{call};"]

    def input(self) -> Lines:
        most = self.rng.choice((1, 1, 2))
        lines = ["int n = __VERIFIER_nondet_int();", f"__VERIFIER_assume(n >= 0 && n <= {most});"]
        return ["{", *indent([*lines, f"{self.variable()} = n;"]), "}"]

    def semaphore(self) -> Lines:
        tries = ["r = sem_trywait(&q);", *self.maybe_note("(r != 0)")]
        return self.rng.choice((["sem_post(&q);"], ["sem_post(&q);"], ["sem_wait(&q);"], tries))

    def mutex(self) -> Lines:
        inside = self.rng.choice((self.write, self.write, self.cooperate))()
        return ["pthread_mutex_lock(&m);", *inside, "pthread_mutex_unlock(&m);"]

    def kinds(self) -> list[Callable[[], Lines]]:
        """Ways to make a statement, those that are wanted often more than once."""
        found = [
            self.write,
            self.note,
            self.note,
            self.check,
            self.generate,
            self.generate,
            self.await_,
            self.cooperate,
            self.branch,
        ]
        special: dict[str, Callable[[], Lines]] = {
            "timed": self.timed, "join": self.join, "select": self.select, "value": self.value,
            "broadcast": self.broadcast, "suspend": self.suspend, "stop": self.stop, "input": self.input,
        }  # fmt: skip
        found += [self.semaphore, self.semaphore, self.mutex] if self.posix else []
        return found + [make for feature, make in special.items() if feature in self.features for _ in range(3)]

    # ------------------------------------------------------------ functions

    def body(self, size: int) -> Lines:
        lines: Lines = self.note() if self.chance(0.4) else []
        for _ in range(size):
            kinds = [*self.kinds(), self.exit, self.repeat]
            lines += self.rng.choice(kinds if "create" not in self.features else [*kinds, self.create, self.create])()
        return lines + (self.look() if self.chance(0.5) else [])

    def function(self, name: str, lines: Lines) -> str:
        text = "\n".join(indent(["int id = (int)(long)arg, r = OK;", *lines, "(void)id, (void)r;"]))
        return f"static void {name}(void *arg) {{\n{text}\n}}\n"

    def text(self) -> str:
        largest = 4 if self.threads < 4 else 3
        functions: list[str] = []
        names: list[str] = []
        for i in range(self.threads):
            self.own = i
            if names and self.chance(0.3):
                same = self.rng.randrange(i)
                names.append(names[same])
                self.sequences.append(self.sequences[same])
                continue
            names.append(f"f{i}")
            lines = self.body(self.rng.randint(1, largest))
            is_last = i == self.threads - 1
            if "loop" in self.features and self.chance(0.5) and not any("ft_thread_create" in x for x in lines):
                lines = ["while (1) {", *indent([*lines, "ft_thread_cooperate();"]), "}"]
            elif is_last and self.chance(0.9):
                lines += self.rng.choice((["ft_thread_join(t0);"], ["ft_thread_cooperate_n(3);"], [])) + self.look()
            if self.is_ordered:
                self.starts += (start := f"started = (8 * started + {i + 1}) & 63;")
                lines.insert(0, start)
            self.end(functions, names[-1], lines)
        features, self.features = self.features, tuple([f for f in self.features if f != "create"])
        others: list[str] = []
        if "stop" in features:
            self.end(others, "cleanup", self.note() + self.rng.choice((self.write, self.look))())
        if self.creates:
            self.end(others, "child", self.body(self.rng.randint(1, 2)))
        self.features = features
        shared = ["static int started;"] + [f"static int h{i};" for i in range(self.histories)]
        shared += [f"static int {v} = {self.rng.choice((0, 0, 0, 1))};" for v in self.variables]
        shared += [f"static ft_event_t e{i};" for i in range(self.events)]
        shared += [f"static ft_thread_t t{i};" for i in range(self.threads)]
        if self.posix:
            shared += ["static sem_t q;", "static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;", "static int mine;"]
        head = "#include <pthread.h>\n#include <semaphore.h>\n" + HEAD if self.posix else HEAD
        parts = [head, "static ft_scheduler_t s;", *shared, self.look_function(), *others, *functions, self.main(names)]
        return "\n".join(parts)

    def end(self, functions: list[str], name: str, lines: Lines) -> None:
        """The function is complete."""
        functions.append(self.function(name, lines))
        self.sequences.append(self.noted)
        self.noted = []

    def main(self, names: list[str]) -> str:
        lines = ["s = ft_scheduler_create();"] + (["sem_init(&q, 0, 1);"] if self.posix else [])
        lines += [f"e{i} = ft_event_create(s);" for i in range(self.events)]
        created = []
        for i, name in enumerate(names):
            cleanup = self.rng.choice(("cleanup", "cleanup", "0")) if "stop" in self.features else "0"
            created.append(f"t{i} = ft_thread_create(s, {name}, {cleanup}, (void *){self.rng.choice((i, i, 0)) & 3});")
        orders = list(permutations(created))
        lines += orders[self.order % len(orders)]
        self.own = -1
        if "suspend" in self.features and self.chance(0.4):
            lines.append(f"ft_scheduler_suspend({self.thread()});")
        lines.append("ft_scheduler_start(s);")
        given = [f for f in ("broadcast", "suspend", "stop") if f in self.features]
        if "main" in self.features:
            for _ in range(self.rng.choice((1, 1, 2))):
                lines += getattr(self, self.rng.choice([*given, "broadcast"]))()
        if self.posix:
            idle = (
                "mine = mine + 1;",
                "ft_thread_cooperate();",
                f"ft_thread_await({self.event()});",
                "ft_thread_join(t0);",
            )
            lines += [self.rng.choice(idle) for _ in range(self.rng.randrange(3))]
        lines.append("return 0;" if self.chance(0.3 if self.posix else 0.03) else "ft_exit();")
        return "int main(void) {\n" + "\n".join(indent(lines)) + "\n}\n"


def generate(seed: int, features: tuple[str, ...] | None = None, *, order: int = 0, posix: bool = False) -> str:
    """`features`: some of `FEATURES`, or those that the seed says; `order`: the number of one in which to create.

    `posix`: threads also wait other than by the scheduler.
    """
    return Generator(seed, features, order, posix=posix).text()


if __name__ == "__main__":
    print(generate(int(sys.argv[1])))
