"""Random programs that compare pointers to objects which begin and end: allocated, freed, moved, local to blocks.

Whether two pointers may be equal follows from lifetimes alone, so the generator knows the right verdict.
Entry point: `generate(seed) -> (program, is_violated)`.
"""

from __future__ import annotations

import random
from dataclasses import dataclass

POINTERS = 3
HEADER = "#include <assert.h>\n#include <stdint.h>\n#include <stdlib.h>\n"


@dataclass
class Life:
    on_heap: bool
    begin: int
    end: int | None = None


class _Program:
    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.lines: list[str] = []
        self.now = 0
        self.objects: list[Life] = []
        #: what each pointer points to, or pointed to
        self.targets: list[Life | None] = [None] * POINTERS
        self.blocks: list[Life] = []

    def begin(self, pointer: int, *, on_heap: bool) -> Life:
        o = self.targets[pointer] = Life(on_heap, self.now)
        self.objects.append(o)
        return o

    def allocated(self) -> list[int]:
        return [i for i, o in enumerate(self.targets) if o is not None and o.on_heap and o.end is None]

    def step(self) -> None:
        self.now += 1
        choice, i, live = self.random.random(), self.random.randrange(POINTERS), self.allocated()
        if choice < 0.3:
            self.begin(i, on_heap=True)
            self.lines.append(f"p{i} = malloc({self.random.choice((8, 16))});")
        elif choice < 0.5 and live:
            j = self.random.choice(live)
            self._end(self.targets[j])
            self.lines.append(f"free(p{j});")
        elif choice < 0.6:
            j = self.random.randrange(POINTERS)
            self.targets[i] = self.targets[j]
            self.lines.append(f"p{i} = p{j};")
        elif choice < 0.75:
            self.blocks.append(self.begin(i, on_heap=False))
            name = f"x{len(self.objects)}"
            self.lines.append(f"{{ char {name}[8]; p{i} = {name};")
        elif choice < 0.9 and self.blocks:
            self._end(self.blocks.pop())
            self.lines.append("}")
        elif live:
            j = self.random.choice(live)
            self._end(self.targets[j])
            self.begin(i, on_heap=True)
            self.lines.append(f"p{i} = realloc(p{j}, 16);")

    def _end(self, o: Life | None) -> None:
        assert o is not None
        o.end = self.now

    def question(self) -> bool | None:
        """Compare two pointers; is the assertion violated? None: there is nothing to compare."""
        known = [i for i, o in enumerate(self.targets) if o is not None]
        if len(known) < 2:
            return None
        a, b = self.random.sample(known, 2)
        op = self.random.choice(("!=", "!=", "=="))
        forms = (
            f"assert(p{a} {op} p{b});",
            f"assert((uintptr_t)p{a} {op} (uintptr_t)p{b});",
            f"char *top = p{a}; assert(__sync_bool_compare_and_swap(&top, p{b}, (char *)0) == {int(op == '==')});",
        )
        self.lines.append(self.random.choice(forms))
        x, y = self.targets[a], self.targets[b]
        assert x is not None and y is not None
        return _may_be_in_one_place(x, y) if op == "!=" else x is not y


def _may_be_in_one_place(x: Life, y: Life) -> bool:
    if x is y:
        return True
    one_after_the_other = any(a.end is not None and a.end <= b.begin for a, b in ((x, y), (y, x)))
    return x.on_heap == y.on_heap and one_after_the_other


def generate(seed: int) -> tuple[str, bool]:
    while True:
        program = _Program(seed)
        for _ in range(program.random.randint(5, 10)):
            program.step()
        is_violated = program.question()
        if is_violated is not None:
            break
        seed += 1_000_000
    pointers = ", ".join(f"*p{i} = 0" for i in range(POINTERS))
    body = [f"char {pointers};", *program.lines, *("}" for _ in program.blocks), "return 0;"]
    return HEADER + "int main(void) {\n" + "\n".join(f"  {x}" for x in body) + "\n}\n", is_violated
