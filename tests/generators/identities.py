"""Programs that ask which objects are one: pointers to locals of blocks, loops and functions, to arrays of variable
length, compound literals and memory from malloc, kept and compared while the objects live and after.

The generator runs its program in its mind: a comparison that always meets two objects that live at once is `!=`, one
that always meets the same is `==`, of others it is only known whether they may be equal. Entry point: `generate`.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, field

POINTERS = 4
HEAP = 3


@dataclass(eq=False)
class Thing:
    """An object of a run."""

    kind: str
    began: int
    ended: int | None = None
    is_empty: bool = False


@dataclass
class Node:
    """A statement: its kind, a number (of a variable, a pointer, a check), and what is inside."""

    kind: str
    number: int = 0
    other: int = 0
    body: list[Node] = field(default_factory=list)


@dataclass(frozen=True)
class Identities:
    #: all comparisons that are known hold
    safe: str
    #: one of them does not
    unsafe: str | None
    #: says that two pointers differ that may be equal
    open: str | None


class _Maker:
    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
        self.count = 0
        self.functions: list[Node] = []

    def number(self) -> int:
        self.count += 1
        return self.count

    def body(self, depth: int, locals_: list[tuple[str, int]], in_loop: bool = False) -> list[Node]:
        """Locals are declared first in their block or later; only those that are in scope are pointed to."""
        rng, found = self.rng, []
        mine = locals_.copy()
        for _ in range(rng.randint(2, 5)):
            choice = rng.random()
            if choice < 0.4 and len(mine) < 6:
                kind = rng.choice(("local", "local", "array", "struct", "vla", "vla", "empty"))
                n = self.number()
                found.append(Node(kind, n, rng.choice((0, 1, 2, 3))))
                mine.append((kind, n))
                found.append(Node("point", rng.randrange(POINTERS), n))
            elif choice < 0.48:
                found.append(Node("literal", rng.randrange(POINTERS), self.number()))
            elif choice < 0.58:
                found.append(Node("malloc", rng.randrange(HEAP), self.number()))
                found.append(Node("heap", rng.randrange(POINTERS), found[-1].number))
            elif choice < 0.63:
                found.append(Node("free", rng.randrange(HEAP)))
            elif choice < 0.75 and mine:
                found.append(Node("point", rng.randrange(POINTERS), rng.choice(mine)[1]))
            elif depth and choice < 0.95:
                kind = rng.choice(("block", "loop", "loop", "call", "if" if in_loop else "loop"))
                if kind == "call":
                    if self.functions and rng.random() < 0.5:
                        found.append(Node("call", rng.choice(self.functions).number))
                    else:
                        f = Node("function", self.number(), body=[Node("pointers"), *self.body(depth - 1, [])])
                        self.functions.append(f)
                        found.append(Node("call", f.number))
                else:
                    inner = self.body(depth - 1, mine, in_loop or kind == "loop")
                    if self.rng.random() < 0.5:
                        inner.insert(0, Node("pointers"))
                    found.append(Node(kind, self.number(), body=inner))
            for first in range(POINTERS):
                second = rng.randrange(POINTERS)
                if first != second:
                    found.append(Node("check", self.number(), first * POINTERS + second))
        return found


class _Run:
    """What happens. Everything is determined, so one run is all of them."""

    def __init__(self, functions: list[Node]) -> None:
        self.functions = {f.number: f for f in functions}
        self.pointers: list[Thing | None] = [None] * POINTERS
        self.heap: list[Thing | None] = [None] * HEAP
        self.clock = 0
        self.rounds = [0]
        #: of each check: equal, different, may be equal, or not known
        self.seen: dict[int, set[str]] = {}

    def block(self, body: list[Node], names: dict[int, Thing]) -> None:
        outer = self.pointers
        if body and body[0].kind == "pointers":
            self.pointers = [None] * POINTERS
        mine = dict(names)
        begun: list[Thing] = []
        # what is declared in a block lives from its beginning on, but an array of variable length
        for node in body:
            if node.kind in ("local", "array", "struct", "empty"):
                mine[node.number] = self._begin("stack", begun, is_empty=node.kind == "empty")
            elif node.kind == "literal":
                mine[node.other] = self._begin("stack", begun)
        for node in body:
            self._do(node, mine, begun)
        for thing in begun:
            self._end(thing)
        self.pointers = outer

    def _begin(self, kind: str, begun: list[Thing] | None, is_empty: bool = False) -> Thing:
        self.clock += 1
        thing = Thing(kind, self.clock, is_empty=is_empty)
        if begun is not None:
            begun.append(thing)
        return thing

    def _end(self, thing: Thing) -> None:
        self.clock += 1
        thing.ended = self.clock

    def _do(self, node: Node, names: dict[int, Thing], begun: list[Thing]) -> None:
        match node.kind:
            case "vla":
                names[node.number] = self._begin("stack", begun, is_empty=node.other == 0)
            case "point":
                self.pointers[node.number] = names[node.other]
            case "literal":
                self.pointers[node.number] = names[node.other]
            case "malloc":
                old = self.heap[node.number]
                if old is not None:
                    self._end(old)
                self.heap[node.number] = self._begin("heap", None)
            case "heap":
                self.pointers[node.number] = self.heap[node.other]
            case "free":
                if (old := self.heap[node.number]) is not None:
                    self._end(old)
                self.heap[node.number] = None
            case "block":
                self.block(node.body, names)
            case "if":
                if self.rounds[-1] == 1:
                    self.block(node.body, names)
            case "loop":
                for i in range(2):
                    self.rounds.append(i)
                    self.block(node.body, names)
                    self.rounds.pop()
            case "call":
                self.rounds.append(0)
                self.block(self.functions[node.number].body, {})
                self.rounds.pop()
            case "check":
                a, b = (self.pointers[n] for n in divmod(node.other, POINTERS))
                self.seen.setdefault(node.number, set()).add(_relation(a, b))


def _relation(a: Thing | None, b: Thing | None) -> str:
    if a is b:
        return "equal" if a is None or a.ended is None else "unknown"
    if a is None or b is None:
        return "different" if (b if a is None else a).ended is None else "unknown"  # type: ignore[union-attr]
    if a.ended is None and b.ended is None:
        return "unknown" if a.is_empty or b.is_empty else "different"
    old, new = (a, b) if a.ended is not None else (b, a)
    assert old.ended is not None
    is_after = new.ended is None and old.ended < new.began
    return "open" if is_after and old.kind == new.kind == "heap" else "unknown"


def _text(nodes: list[Node], checks: dict[int, str], indent: str) -> Iterator[str]:
    for node in nodes:
        n = node.number
        match node.kind:
            case "pointers":
                yield indent + "void " + ", ".join(f"*p{k} = 0" for k in range(POINTERS)) + ";"
            case "local":
                yield f"{indent}int l{n} = {n};"
            case "array":
                yield f"{indent}char l{n}[3] = {{1}};"
            case "struct":
                yield f"{indent}struct pair l{n} = {{1, 2}};"
            case "empty":
                yield f"{indent}struct nothing l{n};"
            case "vla":
                yield f"{indent}int n{n} = {node.other};"
                yield f"{indent}short l{n}[n{n}];"
            case "point":
                yield f"{indent}p{n} = &l{node.other};"
            case "literal":
                yield f"{indent}p{n} = (int[]){{{node.other}, 2}};"
            case "malloc":
                yield f"{indent}free(h{n});"
                yield f"{indent}h{n} = malloc(8);"
            case "heap":
                yield f"{indent}p{n} = h{node.other};"
            case "free":
                yield f"{indent}free(h{n});"
                yield f"{indent}h{n} = 0;"
            case "block" | "if" | "loop":
                head = {
                    "block": "{",
                    "if": "if (round == 1) {",
                    "loop": "for (int i = 0; i < 2; i++) { int round = i;",
                }[node.kind]
                yield indent + head
                yield from _text(node.body, checks, indent + "  ")
                yield indent + "}"
            case "call":
                yield f"{indent}f{n}();"
            case "check":
                first, second = divmod(node.other, POINTERS)
                test = checks.get(n)
                if test and n % 2:
                    yield f"{indent}if (same(p{first}, p{second}) != (0 {test} 0)) reach_error();"
                elif test:
                    yield f"{indent}if (!(p{first} {test} p{second})) reach_error();"


def _program(main: list[Node], functions: list[Node], checks: dict[int, str]) -> str:
    lines = [
        "#include <stdlib.h>",
        "extern void reach_error(void);",
        "struct pair { int a, b; };",
        "struct nothing {};",
        "static const int round = 0;",
        "static int same(const void *p, const void *q) { return p == q; }",
        *(f"static void *p{n};" for n in range(POINTERS)),
        *(f"static void *h{n};" for n in range(HEAP)),
    ]
    for f in functions:
        lines += [f"static void f{f.number}(void) {{", *_text(f.body, checks, "  "), "}"]
    lines += ["int main(void) {", *_text(main, checks, "  "), "  return 0;", "}"]
    return "\n".join(lines) + "\n"


def generate(seed: int) -> Identities:
    rng = random.Random(seed)
    maker = _Maker(rng)
    main = [*[Node("pointers")][: rng.randrange(2)], *maker.body(3, [])]
    run = _Run(maker.functions)
    run.block(main, {})
    sure = {n: seen for n, seen in run.seen.items() if seen in ({"equal"}, {"different"})}
    known = {n: "==" if seen == {"equal"} else "!=" for n, seen in sure.items()}
    unsafe = open_ = None
    if known:
        wrong = rng.choice(sorted(known))
        other = {"==": "!=", "!=": "=="}[known[wrong]]
        unsafe = _program(main, maker.functions, {**known, wrong: other})
    maybe = sorted(n for n, seen in run.seen.items() if "open" in seen)
    if maybe:
        open_ = _program(main, maker.functions, {rng.choice(maybe): "!="})
    return Identities(_program(main, maker.functions, known), unsafe, open_)


#: who may allocate and free; there are two workers, one other thread, and main
THREADS = ("main", "other", "worker")


def handed_over(allocates: str, frees: str, again: str, is_before: bool) -> tuple[str, bool]:
    """One thread allocates, one frees what was allocated, one allocates again, before it frees (if it does) or after.

    Also whether the new object may lie where the old one was: if the second is freed first by some schedule.
    """
    bodies: dict[str, list[str]] = {name: [] for name in THREADS}
    bodies[allocates].append("block = last = malloc(8);")
    take = "__VERIFIER_atomic_begin(); int *mine = block; block = 0; __VERIFIER_atomic_end(); free(mine);"
    compare = "int *new = malloc(8); if (last && new == last && new != block) reach_error();"
    if frees == again:
        bodies[frees] += [compare, take] if is_before else [take, compare]
    else:
        bodies[frees].append(take)
        bodies[again].append(compare)
    may_be_equal = frees != again or not is_before or frees == "worker"
    lines = [
        "#include <pthread.h>",
        "#include <stdlib.h>",
        "extern void reach_error(void), __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void);",
        "int *block, *last;",
    ]
    for name in THREADS[1:]:
        lines.append(f"void *{name}(void *a) {{ {' '.join(bodies[name])} return 0; }}")
    starts = "pthread_create(&t, 0, other, 0); pthread_create(&t, 0, worker, 0); pthread_create(&t, 0, worker, 0);"
    lines.append(f"int main(void) {{ pthread_t t; {starts} {' '.join(bodies['main'])} pthread_exit(0); }}")
    return "\n".join(lines) + "\n", may_be_equal
