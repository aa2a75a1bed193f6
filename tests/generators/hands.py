"""Random programs that lose the last pointer to a block in the middle of an expression.

A worker evaluates an expression with one part that makes the global pointer null. Then either main ends the process
while the worker is still inside of that part, which may never come to its end, or the worker does so itself. The block
is leaked unless somebody holds it: a variable in scope, or an operand that is used only after that part.
"""

from __future__ import annotations

import random
from dataclasses import dataclass

#: how an expression can be put behind a use of the block: nobody holds it then
_USED = (
    "*block + ({})",
    "block[0] - ({})",
    "*same(block) * ({})",
    "(*block, {})",
    "(block, {})",
    "(same(block), {})",
    "((void)block, {})",
    "(block && {})",
    "(!block || {})",
    "(*block == 1 && {})",
    "(*same(block) != 1 || {})",
    "(block == 0 ? 2 : {})",
    "(*block ? {} : 3)",
    "both(*block, {})",
    "both(block != 0, {})",
    "both(sizeof *block == 4, {})",
    "both(both(*block, 1), {})",
    "({{ int *mine = block; *mine; }}) + ({})",
    "({{ if (block) {{ int *mine = block; *mine = 1; }} {}; }})",
    "(*block = 1, {})",
    "(*block += 0, {})",
    "(*block ^= 0, {})",
    "(other = *block, {})",
    "({}) + *block",
    "({}) + both(*block, 1)",
    "(({}) && *block)",
    "number((struct pair){{0, *block}}, {})",
)
#: an operand is used after the call
_HELD = (
    "block[{}]",
    "same(block)[{}]",
    "(*block = {})",
    "(*same(block) = {})",
    "(*block += {})",
    "(block[0] |= {})",
    "choose(block, {})",
    "choose(same(block), {})",
    "*(block + ({}))",
    "*((other ? block : 0) + ({}))",
    "(block == (int *)0 + ({}))",
    "(cells[*block] = block)[{}]",
    "choose((block ?: 0), {})",
)
#: a variable holds it
_KEPT = (
    "({{ int *mine = block; int got = {}; got + *mine; }})",
    "({{ int *mine[2] = {{0, block}}; int got = {}; got + *mine[1]; }})",
    "({{ struct pair mine = {{block, 1}}; int got = {}; got + *mine.p; }})",
    "((struct pair){{block, 1}}.n + ({}))",
    "(&(struct pair){{block, 1}})->n + ({})",
    "(kept = block, {})",
)
_STATEMENTS = (
    "other = {};",
    "if ({}) other = 1;",
    "while ({}) other = 2;",
    "do other = 3; while ({});",
    "for (other = {}; other < 2; other++) ;",
    "for (other = 0; {}; ) ;",
    "switch ({}) {{ case 0: other = 4; }}",
    "{};",
    "int there = {}; other = there;",
    "int there[2] = {{1, {}}}; other = there[1];",
    "return (void *)(long)({});",
)

_PROGRAM = """#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>

struct pair {{ int *p; int n; }};
int *block, *kept, *cells[2], other = 1, zero;
sem_t lost, never;

int *same(int *p) {{ return p; }}
int both(int a, int b) {{ return a + b; }}
int choose(int *p, int i) {{ return p[i]; }}
int number(struct pair p, int n) {{ return p.n + n; }}

void leave(void) {{
    block = 0;
    cells[0] = cells[1] = 0;
    sem_post(&lost);
}}

int lose(void) {{
    leave();
    {end}
    return 0;
}}

void *worker(void *unused) {{
    {statement}
    return 0;
}}

int main(void) {{
    pthread_t t;
    block = malloc(4);
    if (!block) abort();
    *block = 1;
    pthread_create(&t, 0, worker, 0);
    sem_wait(&lost);
    return 0;
}}
"""
_ENDS = ("sem_wait(&never);", "sem_wait(&never);", "exit(0);", "abort();", "for (;;) ;", "other /= zero;")
_PARTS = (
    "lose()",
    "lose()",
    "(leave(), sem_wait(&never))",
    "({ leave(); sem_wait(&never); 1; })",
    "({ leave(); for (;;) ; 1; })",
    "(leave(), exit(0), 1)",
    "(leave(), abort(), 1)",
    "(leave(), 1 / zero)",
    "({ leave(); pthread_exit(0); 1; })",
)


@dataclass(frozen=True)
class Hands:
    text: str
    leaks: bool


def generate(seed: int) -> Hands:
    rng = random.Random(f"hands {seed}")
    expression = part = rng.choice(_PARTS)
    is_held = False
    for _ in range(rng.randint(1, 3)):
        kind = rng.choice((_USED, _USED, _HELD, _KEPT) if rng.random() < 0.6 else (_USED,))
        shape = rng.choice(kind)
        expression = shape.format(expression)
        outlives = shape.startswith("(kept")
        is_held |= outlives or (kind is not _USED and "pthread_exit" not in part)
    text = _PROGRAM.format(end=rng.choice(_ENDS), statement=rng.choice(_STATEMENTS).format(expression))
    return Hands(text, not is_held)
