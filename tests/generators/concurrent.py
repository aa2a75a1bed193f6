"""Random small concurrent C programs with finitely many states, to compare engines with the exhaustive explorer.

`generate(seed, focus)` gives the text of one program: two or three threads, shared variables with small values, and
assertions written as `if (!(...)) reach_error();`. A program is a *probe* (a small protocol between two roles whose
assertion may or may not hold, depending on how it is protected) plus unrelated or disturbing *noise*, distributed over
threads in one of several ways: separate functions, one function with an id, main itself as a participant.

`focus` is one of `FOCUSES` and says which probes, protections and noise are preferred. Nothing but a spin-wait or a
condition wait may loop for ever, and those do not change the data, so the state space is finite: a few hundred states
as a rule, rarely more than 5,000. In every focus between a third and two thirds of the programs are unsafe, and for
more than a quarter of all programs the shortest violation needs two or more context switches. Many programs have data
races, some deadlock; none touches invalid memory, leaks on purpose aside.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Callable

FOCUSES = ("mixed", "locks", "atomics", "arrays", "pointers", "condvars")

#: what surrounds an access: nothing, a mutex, an atomic section, a binary semaphore, a test-and-set lock, a trylock
GUARDS: dict[str, tuple[str, ...]] = {
    "mixed": ("mutex", "section", "sem", "spin", "trylock", "rwlock"),
    "locks": ("mutex", "mutex", "trylock", "sem", "rwlock", "pspin"),
    "atomics": ("spin", "section", "spin"),
    "arrays": ("mutex", "section"),
    "pointers": ("mutex", "section"),
    "condvars": ("mutex", "mutex", "sem"),
}
Lines = list[str]


def indent(lines: Lines) -> Lines:
    return ["    " + line for line in lines]


class Generator:
    def __init__(self, seed: int, focus: str) -> None:
        if focus not in FOCUSES:
            raise ValueError(f"focus is one of {', '.join(FOCUSES)}")
        self.rng = random.Random(f"threadproof concurrent {focus} {seed}")
        self.focus = focus
        self.headers = {"pthread.h"}
        self.externs = {"extern void reach_error(void);"}
        self.globals: Lines = []
        self.functions: Lines = []
        self.setup: Lines = []
        self.final: Lines = []
        self.noise_names: list[str] = []
        self.declared: set[str] = set()
        #: the roles are not played more than once: no third role like them, no loop around them
        self.heavy = False
        #: what the threads get as their argument, if the probe wants to say so
        self.argument = ""

    def chance(self, probability: float) -> bool:
        return self.rng.random() < probability

    def declare(self, name: str, text: str) -> str:
        if name not in self.declared:
            self.declared.add(name)
            self.globals.append(text)
        return name

    def shared(self, name: str, value: int = 0) -> str:
        """A shared integer of some small type."""
        t = self.rng.choice(("int", "int", "int", "unsigned char", "short", "unsigned"))
        return self.declare(name, f"static {t} {name} = {value};")

    def atomic(self, name: str, value: int = 0) -> str:
        self.headers.add("stdatomic.h")
        return self.declare(name, f"static atomic_int {name} = {value};")

    def extern(self, text: str) -> None:
        self.externs.add(f"extern {text};")

    # ------------------------------------------------------------ guards

    def guard(self, kind: str, lines: Lines, lock: str = "m") -> Lines:
        """The lines with a guard around them."""
        match kind:
            case "mutex":
                self.declare(lock, f"static pthread_mutex_t {lock} = PTHREAD_MUTEX_INITIALIZER;")
                return [f"pthread_mutex_lock(&{lock});", *lines, f"pthread_mutex_unlock(&{lock});"]
            case "trylock":
                self.declare(lock, f"static pthread_mutex_t {lock} = PTHREAD_MUTEX_INITIALIZER;")
                inner = [*lines, f"pthread_mutex_unlock(&{lock});"]
                return [f"if (pthread_mutex_trylock(&{lock}) == 0) {{", *indent(inner), "}"]
            case "section":
                self.extern("void __VERIFIER_atomic_begin(void)")
                self.extern("void __VERIFIER_atomic_end(void)")
                return ["__VERIFIER_atomic_begin();", *lines, "__VERIFIER_atomic_end();"]
            case "sem":
                self.semaphore("s" + lock, 1)
                return [f"sem_wait(&s{lock});", *lines, f"sem_post(&s{lock});"]
            case "spin":
                lock = self.declare("k" + lock, f"static int k{lock};")
                return [
                    f"while (__sync_lock_test_and_set(&{lock}, 1))",
                    "    ;",
                    *lines,
                    f"__sync_lock_release(&{lock});",
                ]
            case "rwlock":
                lock = self.declare("w" + lock, f"static pthread_rwlock_t w{lock} = PTHREAD_RWLOCK_INITIALIZER;")
                mode = self.rng.choice(("wr", "wr", "wr", "rd"))
                return [f"pthread_rwlock_{mode}lock(&{lock});", *lines, f"pthread_rwlock_unlock(&{lock});"]
            case "pspin":
                if self.declare("q" + lock, f"static pthread_spinlock_t q{lock};") not in self.setup:
                    line = f"pthread_spin_init(&q{lock}, PTHREAD_PROCESS_PRIVATE);"
                    self.setup += [line] * (line not in self.setup)
                return [f"pthread_spin_lock(&q{lock});", *lines, f"pthread_spin_unlock(&q{lock});"]
            case _:
                return lines

    def semaphore(self, name: str, value: int) -> str:
        self.headers.add("semaphore.h")
        if name not in self.declared:
            self.setup.append(f"sem_init(&{name}, 0, {value});")
        return self.declare(name, f"static sem_t {name};")

    def guards(self, strength: float = 0.4) -> tuple[str, str]:
        """Guards for two roles: the same for both with probability `strength`, else missing or mismatched."""
        kind = self.rng.choice(GUARDS[self.focus])
        if self.chance(strength):
            return kind, kind
        return self.rng.choice((("none", "none"), ("none", "none"), (kind, "none"), ("none", kind)))

    def guarded(self, kind: str, lines: Lines) -> Lines:
        lock = "m" if self.chance(0.93) else "m2"
        return self.guard(kind, lines, lock)

    @staticmethod
    def check(condition: str) -> Lines:
        return [f"if (!({condition}))", "    reach_error();"]

    # ------------------------------------------------------------ probes: lines of role A and of role B

    def stability(self) -> tuple[Lines, Lines]:
        """A value that A has written is still there when A looks again."""
        v = self.shared("v")
        ga, gb = self.guards()
        other = self.rng.choice((1, 2, 2, 2))
        return (
            self.guarded(ga, [f"{v} = 1;", *self.check(f"{v} == 1")]),
            self.guarded(gb, [f"{v} = {other};"]),
        )

    def repeated_read(self) -> tuple[Lines, Lines]:
        v = self.shared("v")
        ga, gb = self.guards()
        step = self.rng.choice((f"{v}++;", f"{v} = 3;", f"{v} += 2;", f"{v} = {v};"))
        return self.guarded(ga, [f"l = {v};", f"r = {v};", *self.check("l == r")]), self.guarded(gb, [step])

    def lost_update(self) -> tuple[Lines, Lines]:
        v = self.shared("v")
        ga, gb = self.guards()
        forms = ([f"{v}++;"], [f"l = {v};", f"{v} = l + 1;"], [f"{v} = {v} + 1;"], [f"{v} += 1;"])
        self.final += self.check(self.rng.choice((f"{v} == 2", f"{v} == 2", f"{v} >= 1")))
        return self.guarded(ga, self.rng.choice(forms)), self.guarded(gb, self.rng.choice(forms))

    def pair(self) -> tuple[Lines, Lines]:
        """Two variables that A changes together."""
        u, v = self.shared("u"), self.shared("v")
        ga, gb = self.guards()
        writes = [f"{u}++;", f"{v}++;"] if self.chance(0.5) else [f"{u} = 1;", f"{v} = 1;"]
        relation = self.rng.choice((f"{u} == {v}", f"{u} == {v}", f"{u} >= {v}"))
        if self.chance(0.5):
            return self.guarded(ga, writes), self.guarded(gb, self.check(relation))
        relation = relation.replace("u", "l").replace("v", "r")
        return self.guarded(ga, writes), [*self.guarded(gb, [f"l = {u};", f"r = {v};"]), *self.check(relation)]

    def exclusion(self) -> tuple[Lines, Lines]:
        v = self.shared("v")
        ga, gb = self.guards()
        a = [f"{v}++;", *self.check(f"{v} == 1"), f"{v}--;"]
        b = [f"{v}++;", f"{v}--;"] if self.chance(0.4) else list(a)
        return self.guarded(ga, a), self.guarded(gb, b)

    def message(self) -> tuple[Lines, Lines]:
        """B sees the flag and then the data, if A wrote them in that order."""
        d, f = self.shared("d"), self.shared("f")
        writes = [f"{d} = 2;", f"{f} = 1;"]
        if self.chance(0.5):
            writes.reverse()
        reads = [f"if ({f})", *indent(self.check(f"{d} == 2"))]
        match self.rng.randrange(3):
            case 0:
                reads = [f"l = {f};", f"r = {d};", *self.check("!l || r == 2")]
            case 1:
                self.extern("void __VERIFIER_assume(int)")
                reads = [f"__VERIFIER_assume({f} == 1);", *self.check(f"{d} == 2")]
        return writes, reads

    def store_buffering(self) -> tuple[Lines, Lines]:
        u, v = self.shared("u"), self.shared("v")
        for name in ("r0", "r1"):
            self.declare(name, f"static int {name} = 5;")
        wrong = self.rng.choice(("r0 == 0 && r1 == 0", "r0 == 1 && r1 == 1", "r0 == 0 && r1 == 1", "r0 + r1 > 2"))
        self.final += self.check(f"!({wrong})")
        return [f"{u} = 1;", f"r0 = {v};"], [f"{v} = 1;", f"r1 = {u};"]

    def semaphore_handoff(self) -> tuple[Lines, Lines]:
        d = self.shared("d")
        s = self.semaphore("s", self.rng.choice((0, 0, 1)))
        writes = [f"{d} = 1;", f"sem_post(&{s});"]
        if self.chance(0.35):
            writes.reverse()
        if self.chance(0.25):
            return writes, [f"if (sem_trywait(&{s}) == 0)", *indent(self.check(f"{d} == 1"))]
        return writes, [f"sem_wait(&{s});", *self.check(f"{d} == 1")]

    def atomic_update(self) -> tuple[Lines, Lines]:
        """Increments as one operation, as two, or as a compare-and-swap with or without a retry."""
        native = self.chance(0.5)
        x = self.atomic("x") if native else self.declare("x", "static int x;")
        load = f"atomic_load(&{x})" if native else f"__sync_fetch_and_add(&{x}, 0)"
        cas = (
            f"atomic_compare_exchange_strong(&{x}, &l, l + 1)"
            if native
            else f"__sync_bool_compare_and_swap(&{x}, l, l + 1)"
        )
        one = [f"atomic_fetch_add(&{x}, 1);"] if native else [f"__sync_add_and_fetch(&{x}, 1);"]
        two = [f"l = {load};", f"atomic_store(&{x}, l + 1);"] if native else [f"l = {x};", f"{x} = l + 1;"]
        once = [f"l = {load};", f"if (!{cas})", "    l = 0;"]
        again = ["do {", f"    l = {load};", f"}} while (!{cas});"]
        forms = (one, again, two, once) if self.chance(0.5) else (one, again)
        expected = 2 if self.chance(0.8) else 1
        self.final += self.check(f"{load} == {expected}" if expected == 2 else f"{load} != {expected}")
        return self.rng.choice(forms), self.rng.choice(forms)

    def atomic_flags(self) -> tuple[Lines, Lines]:
        """Mutual exclusion by two flags and a turn, or with something missing."""
        self.heavy = True
        f0, f1, turn, v = self.atomic("f0"), self.atomic("f1"), self.atomic("turn"), self.shared("v")
        wait, late = self.chance(0.7), self.chance(0.3)

        def role(mine: str, other: str, give: int) -> Lines:
            announce = [f"atomic_store(&{mine}, 1);", f"atomic_store(&{turn}, {give});"]
            if late:
                announce.reverse()
            test = f"atomic_load(&{other}) && atomic_load(&{turn}) == {give}"
            enter = [f"while ({test})", "    ;"] if wait else [f"if ({test})", "    return 0;"]
            inside = [f"{v} = {give};", *self.check(f"{v} == {give}")]
            return [*announce, *enter, *inside, f"atomic_store(&{mine}, 0);"]

        return role(f0, f1, 1), role(f1, f0, 0)

    def atomic_ticket(self) -> tuple[Lines, Lines]:
        self.heavy = True
        x, v = self.atomic("x"), self.shared("v")
        take = self.rng.choice(
            (f"l = atomic_fetch_add(&{x}, 1);", f"l = atomic_exchange(&{x}, 1);", f"l = atomic_fetch_or(&{x}, 1);")
        )
        if self.chance(0.4):
            take = f"l = {x}; {x} = l + 1;"
        role = [take, "if (l == 0) {", f"    {v}++;", *indent(self.check(f"{v} == 1")), "}"]
        return role, list(role)

    def array_cells(self) -> tuple[Lines, Lines]:
        """Two roles work on cells of one array; the cells may be the same."""
        i, j = self.rng.choice(((0, 1), (0, 0), (1, 1), (2, 2)))
        ga, gb = self.guards(0.25)
        self.declare("a", "static int a[3];")
        self.declare("at", f"static int at[2] = {{{i}, {j}}};")
        return (
            self.guarded(ga, ["a[at[0]] = 1;", *self.check("a[at[0]] == 1")]),
            self.guarded(gb, [f"a[at[1]] = {self.rng.choice((1, 2, 2))};"]),
        )

    def array_index(self) -> tuple[Lines, Lines]:
        """B moves the shared index between two uses by A."""
        self.declare("a", f"static int a[4] = {{4, {self.rng.choice((4, 5, 5))}, 6, 6}};")
        i = self.shared("i")
        ga, gb = self.guards(0.3)
        move = self.rng.choice((f"{i}++;", f"{i} = 2;", f"{i} = 1 - {i};"))
        return self.guarded(ga, [f"l = a[{i}];", f"r = a[{i}];", *self.check("l == r")]), self.guarded(gb, [move])

    def array_queue(self) -> tuple[Lines, Lines]:
        self.declare("a", "static int a[2];")
        n = self.shared("n")
        ga, gb = self.guards(0.3)
        put = [f"a[{n} & 1] = 7;", f"{n} = {n} + 1;"]
        if self.chance(0.4):
            put.reverse()
        get = [f"if ({n} == 1)", *indent(self.check("a[0] == 7"))]
        return self.guarded(ga, put), self.guarded(gb, get)

    def array_sum(self) -> tuple[Lines, Lines]:
        """A moves an amount from cell to cell while B adds them up."""
        self.declare("a", "static int a[2] = {2, 0};")
        ga, gb = self.guards(0.3)
        move = ["a[0]--;", "a[1]++;"]
        total = ["l = a[0];", "r = a[1];"] if self.chance(0.5) else ["for (l = 0, r = 0; l < 2; l++)", "    r += a[l];"]
        relation = "l + r == 2" if total[0] == "l = a[0];" else "r == 2"
        return self.guarded(ga, move), [*self.guarded(gb, total), *self.check(relation)]

    def pointer_target(self) -> tuple[Lines, Lines]:
        """B redirects the pointer that A writes through."""
        u, v = self.declare("u", "static int u;"), self.declare("v", "static int v;")
        self.declare("p", f"static int *p = &{u};")
        ga, gb = self.guards()
        use = ["*p = 1;", *self.check("*p == 1")] if self.chance(0.6) else ["l = *p;", *self.check("*p == l")]
        move = self.rng.choice(([f"p = &{v};"], [f"{u} = 2;"], [f"p = &{v};", f"{v} = 1;"]))
        return self.guarded(ga, use), self.guarded(gb, move)

    def pointer_null(self) -> tuple[Lines, Lines]:
        """A uses the pointer if it is set; the pointer is taken out by B."""
        u = self.declare("u", "static int u = 1;")
        self.declare("p", f"static int *p = &{u};")
        self.declare("none", "static int none;")
        ga, gb = self.guards()
        take = ["q = p;", "p = &none;", "*q = 0;"]
        return self.guarded(ga, ["if (p != &none)", *indent(self.check("*p == 1"))]), self.guarded(gb, take)

    def pointer_list(self) -> tuple[Lines, Lines]:
        """Both roles push a node onto one list."""
        if self.declare("head", "struct node { int val; struct node *next; };") == "head":
            self.declare("nodes", "static struct node *head, nodes[2];")
        ga, gb = self.guards()
        self.heavy = True
        count = ["struct node *e;", "int len = 0;", "for (e = head; e && len < 3; e = e->next)", "    len++;"]
        self.final += [*count, *self.check(self.rng.choice(("len == 2", "len == 2", "len >= 1")))]

        def push(i: int) -> Lines:
            return [f"nodes[{i}].val = {i};", f"nodes[{i}].next = head;", f"head = &nodes[{i}];"]

        return self.guarded(ga, push(0)), self.guarded(gb, push(1))

    def pointer_heap(self) -> tuple[Lines, Lines]:
        """An object on the heap that both roles reach."""
        self.headers.add("stdlib.h")
        self.declare("box", "struct box { int a, b; };")
        self.declare("h", "static struct box *h;")
        self.setup += ["h = malloc(sizeof *h);", "h->a = h->b = 0;"]
        ga, gb = self.guards()
        order = ["h->a++;", "h->b++;"]
        relation = self.rng.choice(("l == r", "l >= r", "l <= r"))
        return self.guarded(ga, order), [*self.guarded(gb, ["l = h->a;", "r = h->b;"]), *self.check(relation)]

    def pointer_local(self) -> tuple[Lines, Lines]:
        """A local of main that both roles reach through a shared pointer, or through their arguments."""
        self.setup.append("int cell = 0;")
        if self.chance(0.5):
            self.argument = "&cell"
            get = "q = arg;"
        else:
            self.declare("p", "static int *p;")
            self.setup.append("p = &cell;")
            get = "q = p;"
        ga, gb = self.guards()
        self.final += self.check(self.rng.choice(("cell == 2", "cell == 2", "cell > 0")))
        forms = (["(*q)++;"], ["*q += 1;"], ["*q = *q + 1;"], ["l = *q;", "*q = l + 1;"])
        return (
            [get, *self.guarded(ga, self.rng.choice(forms))],
            [get, *self.guarded(gb, self.rng.choice(forms))],
        )

    def condition_flag(self) -> tuple[Lines, Lines]:
        """B waits for the flag and then expects the data."""
        d, f = self.shared("d"), self.shared("f")
        self.condition()
        wake = f"pthread_cond_{self.rng.choice(('signal', 'broadcast'))}(&c);"
        match self.rng.randrange(4):
            case 0:
                a = [*self.guard("mutex", [f"{f} = 1;", wake]), f"{d} = 2;"]
            case 1:
                a = [f"{f} = 1;", *self.guard("mutex", [f"{d} = 2;", wake])]
            case 2:
                a = self.guard("mutex", [f"{f} = 1;", f"{d} = 2;", wake])
            case _:
                a = self.guard("mutex", [f"{d} = 2;", f"{f} = 1;", wake])
        b = [self.wait(f"{f} == 0"), "    pthread_cond_wait(&c, &m);"]
        inside = self.chance(0.5)
        test = self.check(f"{d} == 2")
        return a, self.guard("mutex", [*b, *(test if inside else [])]) + ([] if inside else test)

    def condition_token(self) -> tuple[Lines, Lines]:
        """A takes a token that B makes; there may be too many of them."""
        n = self.shared("n", self.rng.choice((0, 0, 1)))
        self.condition()
        enough = self.check(self.rng.choice((f"{n} == 1", f"{n} > 0")))
        take = self.guard("mutex", [self.wait(f"{n} == 0"), "    pthread_cond_wait(&c, &m);", *enough, f"{n}--;"])
        give = self.guard("mutex", [f"{n}++;", "pthread_cond_signal(&c);"])
        return (take, give) if self.chance(0.6) else ([*take, *give], give)

    def condition_turn(self) -> tuple[Lines, Lines]:
        """The roles take turns; the second expects what the first has done."""
        turn, v = self.shared("turn"), self.shared("v")
        self.condition()
        early = self.chance(0.4)

        def role(me: int) -> Lines:
            hand = [f"{turn} = {1 - me};", "pthread_cond_broadcast(&c);"]
            inside = [self.wait(f"{turn} != {me}"), "    pthread_cond_wait(&c, &m);", *self.check(f"{v} == {me}")]
            if early:
                return [*self.guard("mutex", [*inside, *hand]), f"{v}++;"]
            return self.guard("mutex", [*inside, f"{v}++;", *hand])

        return role(0), role(1)

    def wait(self, condition: str) -> str:
        """An if instead of a while is wrong, because of spurious wake-ups."""
        return f"{'while' if self.chance(0.88) else 'if'} ({condition})"

    def condition(self) -> None:
        self.declare("c", "static pthread_cond_t c = PTHREAD_COND_INITIALIZER;")

    # ------------------------------------------------------------ noise

    def noise(self) -> Lines:
        """One or two statements on variables that the probe does not use, or does."""
        x = self.rng.choice(self.noise_names)
        y = self.rng.choice(self.noise_names)
        match self.rng.randrange(9):
            case 0:
                return [f"{x} = {self.rng.randrange(4)};"]
            case 1:
                return [f"{x} = {y} + 1;"]
            case 2:
                self.extern("_Bool __VERIFIER_nondet_bool(void)")
                return ["if (__VERIFIER_nondet_bool())", f"    {x} = 1;"]
            case 3:
                self.extern("int __VERIFIER_nondet_int(void)")
                self.extern("void __VERIFIER_assume(int)")
                return ["n = __VERIFIER_nondet_int();", "__VERIFIER_assume(n >= 0 && n <= 2);", f"{x} = n;"]
            case 4:
                return ["for (n = 0; n < 2; n++)", f"    {x} = n;"]
            case 5:
                return [f"if ({x} > 0)", f"    {y} = 0;"]
            case 6:
                return self.guard("mutex" if self.focus in ("locks", "condvars") else "none", [f"{x}++;"], "m3")
            case 7:
                self.declare("b", "static unsigned char b[2];")
                return [f"b[{x} & 1] = {self.rng.randrange(3)};"]
            case _:
                return [f"__sync_fetch_and_add(&{x}, 1);"]

    def noise_check(self) -> Lines:
        x = self.rng.choice(self.noise_names)
        y = self.rng.choice(self.noise_names)
        k = self.rng.randrange(4)
        return self.check(self.rng.choice((f"{x} != {k}", f"{x} + {y} < 5", f"{x} <= {y} + 2", f"{x} < 4")))

    # ------------------------------------------------------------ assembly

    def probes(self) -> list[Callable[[], tuple[Lines, Lines]]]:
        basic = [self.stability, self.repeated_read, self.lost_update, self.pair, self.exclusion]
        more = [self.message, self.store_buffering, self.semaphore_handoff]
        atomics = [self.atomic_update, self.atomic_flags, self.atomic_ticket]
        arrays = [self.array_cells, self.array_index, self.array_queue, self.array_sum]
        pointers = [self.pointer_target, self.pointer_null, self.pointer_list, self.pointer_heap, self.pointer_local]
        condvars = [self.condition_flag, self.condition_token, self.condition_turn]
        return {
            "mixed": basic + more + atomics + arrays + pointers + condvars,
            "locks": [*basic, self.semaphore_handoff],
            "atomics": [*atomics, *atomics, self.message, self.store_buffering, self.lost_update],
            "arrays": arrays,
            "pointers": pointers,
            "condvars": condvars,
        }[self.focus]

    def with_noise(self, lines: Lines, amount: int) -> Lines:
        before: Lines = []
        after: Lines = []
        for _ in range(self.rng.randrange(amount + 1)):
            (before if self.chance(0.5) else after).extend(self.noise())
        return [*before, *lines, *after]

    def program(self) -> str:
        a, b = self.rng.choice(self.probes())()
        for name in ("x1", "x2"):
            self.noise_names.append(self.declare(name, f"static int {name} = {self.rng.randrange(2)};"))
        three = self.chance(0.25) and not (self.heavy and self.focus == "atomics")
        if self.chance(0.35) and not three and not self.heavy and len(a) < 6:
            a = ["for (int k = 0; k < 2; k++) {", *indent(a), "}"]
        if not three:
            a, b = self.with_noise(a, 1), self.with_noise(b, 1)
        if self.chance(0.2):
            b = [*b, *self.noise_check()]
        if self.chance(0.2):
            self.final += self.noise_check()
        roles = [a, b]
        if three:
            again = self.chance(0.5) and not self.heavy and len(b) < 6
            roles.append(list(b) if again else self.noise())
        if self.chance(0.5):
            self.rng.shuffle(roles)
        return self.render(roles)

    def render(self, roles: list[Lines]) -> str:
        """The roles as separate functions, as one function with an id, or with main playing the last one."""
        style = "separate" if self.argument else self.rng.choice(("separate", "ids", "main", "loop"))
        inline: Lines = []
        if style == "main" and len(roles) > 1 and not any("return" in line for line in roles[-1]):
            inline = roles.pop()
        body: Lines = []
        names: list[str] = []
        if style in ("ids", "loop") and len(roles) > 1:
            body += self.function("worker", self.by_id(roles), f"int id = {self.id_text(style)};")
            names = ["worker"] * len(roles)
        else:
            for i, role in enumerate(roles):
                names.append(f"thread{i}")
                body += self.function(names[-1], role, "(void)arg;")
        return self.assemble(body, names, style, inline)

    @staticmethod
    def id_text(style: str) -> str:
        return "*(int *)arg" if style == "loop" else "(int)(long)arg"

    def by_id(self, roles: list[Lines]) -> Lines:
        if all(role == roles[0] for role in roles):
            return ["(void)id;", *roles[0]]
        lines: Lines = []
        for i, role in enumerate(roles):
            last = i == len(roles) - 1
            lines += ["} else {" if last else f"{'} else ' if i else ''}if (id == {i}) {{", *indent(role)]
        return [*lines, "}"]

    def function(self, name: str, role: Lines, first: str) -> Lines:
        locals_ = self.locals(role)
        return [f"static void *{name}(void *arg) {{", *indent([first, *locals_, *role, "return 0;"]), "}", ""]

    @staticmethod
    def locals(lines: Lines) -> Lines:
        text = " " + " ".join(lines) + " "
        for mark in "()[]{};,=+-*&!<>":
            text = text.replace(mark, " ")
        words = set(text.split())
        found = [f"int {name} = 0;" for name in ("l", "r", "n") if name in words]
        return found + ["int *q;"] * ("q" in words)

    def assemble(self, body: Lines, names: list[str], style: str, inline: Lines) -> str:
        count = len(names)
        main = [f"pthread_t t[{count}];"]
        if style == "loop" and count > 1:
            main.append(f"int ids[{count}] = {{{', '.join(map(str, range(count)))}}};")
        main += self.locals(inline)
        main += self.setup
        if style == "loop" and count > 1:
            main += [f"for (int i = 0; i < {count}; i++)", f"    pthread_create(&t[i], 0, {names[0]}, &ids[i]);"]
        else:
            for i, name in enumerate(names):
                arg = f"(void *){i}L" if style == "ids" else self.argument or "0"
                main.append(f"pthread_create(&t[{i}], 0, {name}, {arg});")
        main += inline
        main += [f"for (int i = 0; i < {count}; i++)", "    pthread_join(t[i], 0);"]
        main += [*self.final, "return 0;"]
        parts = [f"#include <{h}>" for h in sorted(self.headers)] + sorted(self.externs)
        parts += ["", *self.globals, "", *body, "int main(void) {", *indent(main), "}"]
        return "\n".join(parts) + "\n"


def generate(seed: int, focus: str = "mixed") -> str:
    return Generator(seed, focus).program()


if __name__ == "__main__":
    print(generate(int(sys.argv[1]), *sys.argv[2:3]), end="")
