"""Small programs in C that may run for ever: loops, locks, events and flags, some of them in a function `inside`.

(To wait for an event that stays set changes nothing: a loop may begin with it, and only look otherwise.)
"""

from __future__ import annotations

from random import Random

_HEAD = """#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <windows.h>
HANDLE e;
_Atomic int a, b;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n = PTHREAD_MUTEX_INITIALIZER;
"""


def _statement(r: Random, depth: int, lock: str) -> str:
    v, w = r.choice("ab"), r.choice("ab")
    simple = [
        f"{v} = 1;",
        f"{v} = 0;",
        f"{v} = {w};",
        f"{v} = !{v};",
        f"while ({v}) ;",
        f"while (!{v}) ;",
        f"while ({v} == {w}) sched_yield();",
        f"{{ int o = {w}; while (!atomic_compare_exchange_weak(&{v}, &o, !o)) ; }}",
        f"{{ int o = 1; while (!atomic_compare_exchange_weak(&{v}, &o, 0)) o = 1; }}",
        f"do WaitForSingleObject(e, INFINITE); while ({v});",
        r.choice(["SetEvent(e);", "ResetEvent(e);", "WaitForSingleObject(e, INFINITE);"]),
    ]
    if depth == 0:
        return r.choice(simple)
    body = _body(r, depth - 1, lock)
    nested = [
        f"if ({v}) {{ {body} }}",
        f"while ({v}) {{ {body} }}",
        f"do {{ {body} }} while ({v} != {w});",
        f"for (int i = 0; i < 2; i++) {{ {body} }}",
    ]
    if lock:
        nested += [f"pthread_mutex_lock(&{lock}); {_body(r, 0, '')} pthread_mutex_unlock(&{lock});"] * 4
        nested += [f"if (!pthread_mutex_trylock(&{lock})) {{ {v} = 1; pthread_mutex_unlock(&{lock}); }}"]
    return r.choice([*simple, *nested, *nested])


def _body(r: Random, depth: int, lock: str) -> str:
    return " ".join([_statement(r, depth, lock) for _ in range(r.randint(1, 2))])


def generate(seed: int) -> str:
    r = Random(seed)
    locks = r.choice([("m", "m", "m"), ("m", "m", "n"), ("m", "n", "m")])
    inside = _body(r, 1, locks[0])
    threads = []
    for lock in locks[1:]:
        call = r.choice(["inside();", "inside();", ""])
        around = f"{_body(r, 1, lock)} {call}"
        threads.append(r.choice(["while (1) {{ {} }}", "while (!b) {{ {} }}", "{}", "{}"]).format(around))
    if not any("inside" in t for t in threads):
        threads[0] = f"inside(); {threads[0]}"
    main = f"pthread_t t; e = CreateEvent(0, 1, {r.randint(0, 1)}, 0); pthread_create(&t, 0, other, 0); {threads[1]}"
    return (
        f"{_HEAD}static void inside(void) {{ {inside} }}\n"
        f"static void *other(void *arg) {{ {threads[0]} return 0; }}\n"
        f"int main(void) {{ {main} pthread_join(t, 0); return 0; }}\n"
    )
