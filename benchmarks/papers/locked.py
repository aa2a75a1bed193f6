"""The programs P1-x and P2-x of the paper about redcomp, as C text: its Figure 1 with x statements in every block.

Thread 1 holds one lock throughout and takes another one twice within, so its steps fall into two blocks; threads 2 and
3 are one block each. The value of x that is an error would be reached only if thread 2 came between those two blocks,
which the lock excludes: x + 2, x times, between `a = x` and `x = 2 * x + a`. (The figure is P1-1; there it is 11.) In
P2-x, thread 3 also writes y without its lock, so that far more steps are blocks of their own. Entry point: `locked`.
"""

from __future__ import annotations

HEAD = """\
// P{kind}-{size}: {size} statement(s) in every block{note}. Made by benchmarks/papers/locked.py.
#include <pthread.h>

extern void reach_error(void);

static int x = 2, y = 2;
static pthread_mutex_t mx = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t my = PTHREAD_MUTEX_INITIALIZER;
"""

MAIN = """\
int main(void) {{
    pthread_t t1, t2, t3;
    pthread_create(&t1, 0, thread1, 0);
    pthread_create(&t2, 0, thread2, 0);
    pthread_create(&t3, 0, thread3, 0);
    pthread_join(t1, 0);
    pthread_join(t2, 0);
    pthread_join(t3, 0);
    if (x == {bad})
        reach_error();
    return 0;
}}
"""


def locked(kind: int, size: int) -> str:
    """P1-size or P2-size."""
    add = _held("my", ["y = y + a;"] * size)
    functions = [
        _thread(1, ["int a;", *_held("mx", ["a = x;", *add, "a = a + 1;", *add, "x = 2 * x + a;"])]),
        _thread(2, _held("mx", ["x = x + 2;"] * size)),
        _thread(3, [*_held("my", ["y = y + 2;"] * size), *(["y = 3;"] if kind == 2 else [])]),
    ]
    note = ", and an access to y without its lock" if kind == 2 else ""
    return "\n".join([HEAD.format(kind=kind, size=size, note=note), *functions, MAIN.format(bad=7 + 4 * size)])


def _held(mutex: str, statements: list[str]) -> list[str]:
    return [f"pthread_mutex_lock(&{mutex});", *statements, f"pthread_mutex_unlock(&{mutex});"]


def _thread(number: int, statements: list[str]) -> str:
    body = "".join(f"    {s}\n" for s in [*statements, "return 0;"])
    return f"static void *thread{number}(void *arg) {{\n{body}}}\n"
