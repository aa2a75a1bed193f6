"""Random small cooperative C programs (FairThreads), to compare what they can do with what a translation does.

`generate(seed)`: two or three workers of a few calls each, from a few kinds of calls, so that programs differ in what
they need of the scheduler. Everything that happens is written down in `x`, as digits of a number, so the last value of
`x` tells (nearly) all about an execution. When all is quiet, a watcher asserts the macro `CHECK`. In some programs main
gives orders while the scheduler runs.
"""

from __future__ import annotations

import random

HEAD = """#include <assert.h>
#include <fthread.h>
#ifndef CHECK
#define CHECK (x != 4242424242u)
#endif
extern _Bool __VERIFIER_nondet_bool(void);
static unsigned x;
static ft_scheduler_t s;
static ft_event_t e, f;
static ft_thread_t t0, t1, t2, t3;
#define NOTE(k) (x = x * 31u + (unsigned)(k) + 1u)
"""

#: calls; `{n}` is a number of instants, `{v}` an event, `{t}` a thread, `{k}` a number of its own
KINDS = {
    "cooperate": ("ft_thread_cooperate();", "ft_thread_cooperate_n({n});"),
    "generate": ("NOTE(ft_thread_generate({v}));",),
    "await": ("NOTE(ft_thread_await({v}));",),
    "await_n": ("NOTE(ft_thread_await_n({v}, {n}));",),
    "select": (
        "{{ ft_event_t both[2] = {{e, f}}; int mask[2] = {{0, 0}}; NOTE(ft_thread_select_n(2, both, mask, {n}));"
        " NOTE(mask[0] + 2 * mask[1]); }}",
        "{{ ft_event_t both[2] = {{f, e}}; ft_thread_select(2, both, 0); }}",
    ),
    "broadcast": ("NOTE(ft_scheduler_broadcast({v}));",),
    "join": ("NOTE(ft_thread_join({t}));", "NOTE(ft_thread_join_n({t}, {n}));"),
    "stop": ("NOTE(ft_scheduler_stop({t}));",),
    "suspend": ("NOTE(ft_scheduler_suspend({t}));", "NOTE(ft_scheduler_resume({t}));"),
    "values": ("ft_thread_generate_value({v}, (void *){k});", "ft_scheduler_broadcast_value({v}, (void *){k});",
               "{{ void *p = 0; NOTE(ft_thread_get_value({v}, {n}, &p)); NOTE((unsigned)p); }}"),
    "create": ("if (!t3) t3 = ft_thread_create(s, child, 0, 0);",),
    "input": ("if (__VERIFIER_nondet_bool()) NOTE({k});",),
}  # fmt: skip


def generate(seed: int) -> str:
    rng = random.Random(f"threadproof cooperative {seed}")
    kinds = rng.sample(sorted(KINDS), rng.randint(2, 4))
    if rng.random() < 0.7:
        kinds.append("cooperate")
    count = 0

    def call() -> str:
        nonlocal count
        count += 1
        text = rng.choice(KINDS[rng.choice(kinds)])
        values = {"n": rng.choice((0, 1, 1, 2, 3)), "v": rng.choice("ef"), "k": count + 5}
        return text.format(**values, t=f"t{rng.randrange(4 if 'create' in kinds else 3)}")

    workers = rng.choice((2, 2, 3))
    text = HEAD
    text += "static void child(void *a) { NOTE(3); ft_thread_cooperate(); NOTE(4); }\n" if "create" in kinds else ""
    text += "static void cleanup(void *a) { NOTE((unsigned)a + 20u); }\n" if "stop" in kinds else ""
    for w in range(workers):
        calls = [line for _ in range(rng.randint(1, 4)) for line in (f"NOTE({w + 1});", call())]
        text += f"static void w{w}(void *a) {{\n" + "".join(f"    {line}\n" for line in calls) + "}\n"
    text += "static void watcher(void *a) { ft_thread_cooperate_n(70); assert(CHECK); }\n"
    text += (
        "int main(void) {\n    s = ft_scheduler_create();\n    e = ft_event_create(s);\n    f = ft_event_create(s);\n"
    )
    clean = "cleanup" if "stop" in kinds else "0"
    text += "".join([f"    t{w} = ft_thread_create(s, w{w}, {clean}, (void *){w});\n" for w in range(workers)])
    text += "    ft_thread_create(s, watcher, 0, 0);\n"
    orders = [k for k in ("broadcast", "stop", "suspend") if k in kinds]
    before = rng.random() < 0.3
    late = rng.random() < 0.15
    order = rng.choice(KINDS[rng.choice(orders)]) if orders else ""
    order = order.format(v="e", t="t0").replace("NOTE(", "").replace("));", ");")
    text += f"    {order}\n" if before else ""
    text += "    ft_scheduler_start(s);\n" + (f"    {order}\n" if late else "") + "    ft_exit();\n}\n"
    return text


def has_late_orders(text: str) -> bool:
    return "ft_scheduler_start(s);\n    ft_exit" not in text
