"""Random programs that lose the last pointer to a block in the middle of an expression.

A worker evaluates an expression with one call of `lose()`, which makes the global pointer null. Then either main ends
the process while the worker waits inside of the call, or the worker does so itself. The block is leaked unless somebody
holds it: a variable in scope, or, in the first case, an operand that is used only after the call.
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
int *block, *kept, *cells[2], other = 1;
sem_t lost, never;

int *same(int *p) {{ return p; }}
int both(int a, int b) {{ return a + b; }}
int choose(int *p, int i) {{ return p[i]; }}
int number(struct pair p, int n) {{ return p.n + n; }}

int lose(void) {{
    block = 0;
    cells[0] = cells[1] = 0;
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
_WAITS = "sem_post(&lost);\n    sem_wait(&never);"


@dataclass(frozen=True)
class Hands:
    text: str
    leaks: bool


def generate(seed: int) -> Hands:
    rng = random.Random(f"hands {seed}")
    expression, is_held, is_kept = "lose()", False, False
    for _ in range(rng.randint(1, 3)):
        kind = rng.choice((_USED, _USED, _HELD, _KEPT) if rng.random() < 0.6 else (_USED,))
        expression = rng.choice(kind).format(expression)
        is_held |= kind is _HELD
        is_kept |= kind is _KEPT
    waits = rng.random() < 0.7
    text = _PROGRAM.format(end=_WAITS if waits else "exit(0);", statement=rng.choice(_STATEMENTS).format(expression))
    return Hands(text, not is_kept and not (waits and is_held))
