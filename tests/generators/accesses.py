"""Random threads for C11: atomic accesses of every order, plain ones, and read-modify-writes that may change nothing.

`in_c` is a litmus test, `in_posix` the same program with POSIX threads. What statement N of thread T reads goes to
`rT_N`.
"""

from __future__ import annotations

import random
from typing import NamedTuple


class Access(NamedTuple):
    #: store, load, exchange, add, swap (a compare-exchange), fence, read, write (both plain)
    kind: str
    place: str
    value: int = 0
    order: str = ""
    expected: int = 0


Threads = list[list[Access]]
ATOMIC = "xy"
PLAIN = "z"
ORDERS: dict[str, tuple[str, ...]] = {
    "store": ("relaxed", "release"),
    "load": ("relaxed", "acquire"),
    "exchange": ("relaxed", "acquire", "release", "acq_rel"),
    "add": ("relaxed", "acquire", "release", "acq_rel"),
    "swap": ("relaxed", "acquire", "acq_rel"),
    "fence": ("acquire", "release", "acq_rel", "seq_cst"),
}
#: every atomic access may be seq_cst too
MIXED = {kind: (*orders, "seq_cst") for kind, orders in ORDERS.items()}


def generate(seed: int, orders: dict[str, tuple[str, ...]] = ORDERS) -> Threads:
    rng = random.Random(seed)
    kinds = ["store"] * 4 + ["load"] * 4 + ["fence"] * 2 + ["exchange", "add", "swap"]
    if rng.random() < 0.5:
        kinds += ["read"] * 3 + ["write"] * 3
    while True:
        threads = []
        for _ in range(rng.choice((2, 2, 3))):
            ops = []
            for _ in range(rng.randint(1, 4)):
                kind = rng.choice(kinds)
                place = PLAIN if kind in ("read", "write") else rng.choice(ATOMIC)
                order = rng.choice(orders[kind]) if kind in orders else ""
                ops.append(Access(kind, place, rng.randint(0, 2), order, rng.randint(0, 1)))
            threads.append(ops)
        all_ = [op for ops in threads for op in ops]
        reads = sum(op.kind not in ("store", "fence", "write") for op in all_)
        if reads <= 4 and sum(op.kind not in ("fence", "load", "read") for op in all_) <= 6:
            return threads


def initialising(seed: int) -> Threads:
    """One of them begins with an access to an atomic object that is not atomic. Nothing is compared."""
    rng = random.Random(seed)
    threads = [[op for op in ops if op.kind != "swap"] for ops in generate(seed)]
    n = rng.randrange(len(threads))
    threads[n] = [Access("write", rng.choice(ATOMIC), rng.randint(0, 2)), *threads[n][:2]]
    return threads


def mixing(seed: int) -> Threads:
    """Some accesses to atomic objects are not atomic."""
    rng = random.Random(f"mixing {seed}")
    threads = [[op for op in ops if op.kind != "swap"][:3] for ops in generate(seed)]
    plain = {"load": "read", "store": "write"}
    return [
        [Access(plain[op.kind], op.place, op.value) if op.kind in plain and rng.random() < 0.4 else op for op in ops]
        for ops in threads
    ]


def _places(threads: Threads) -> list[str]:
    return sorted({op.place for ops in threads for op in ops if op.kind != "fence"})


def _statement(op: Access, target: str, n: int, is_litmus: bool) -> str:
    where = op.place if is_litmus else f"&{op.place}"
    order = f"memory_order_{op.order}"
    plain = f"*{op.place}" if is_litmus else op.place
    match op.kind:
        case "fence":
            return f"atomic_thread_fence({order});"
        case "store":
            return f"atomic_store_explicit({where}, {op.value}, {order});"
        case "write" if op.place not in PLAIN and not is_litmus:
            return f"atomic_init(&{op.place}, {op.value});"
        case "write":
            return f"{plain} = {op.value};"
        case "read" if op.place not in PLAIN and not is_litmus:
            return f"{target} = *(int *)&{op.place};"
        case "read":
            return f"{target} = {plain};"
        case "load":
            return f"{target} = atomic_load_explicit({where}, {order});"
        case "exchange":
            return f"{target} = atomic_exchange_explicit({where}, {op.value}, {order});"
        case "add":
            return f"{target} = atomic_fetch_add_explicit({where}, {op.value}, {order});"
    stronger = {"acq_rel": "acquire", "acquire": "acquire", "seq_cst": "seq_cst"}.get(op.order, "relaxed")
    fails = f"memory_order_{stronger if op.value else 'relaxed'}"
    call = f"atomic_compare_exchange_strong_explicit({where}, &e{n}, {op.value}, {order}, {fails})"
    return f"int e{n} = {op.expected}; {target} = {call};"


def has_target(op: Access) -> bool:
    return op.kind not in ("store", "fence", "write")


def in_c(threads: Threads) -> str:
    places = _places(threads)
    parameters = ", ".join(f"atomic_int *{p}" for p in places)
    text = f"C random\n{{ {' '.join(f'{p} = 0;' for p in places)} }}\n"
    shown = list(places)
    for t, ops in enumerate(threads):
        lines = []
        for n, op in enumerate(ops):
            lines.append(_statement(op, f"int r{n}", n, True))
            if has_target(op):
                shown.append(f"{t}:r{n}")
        text += f"P{t} ({parameters}) {{ {' '.join(lines)} }}\n"
    return f"{text}locations [{' '.join(f'{o};' for o in shown)}]\nexists (true)\n"


def in_posix(threads: Threads) -> str:
    registers = [f"r{t}_{n}" for t, ops in enumerate(threads) for n, op in enumerate(ops) if has_target(op)]
    text = "#include <pthread.h>\n#include <stdatomic.h>\n"
    for place in _places(threads):
        text += f"{'int' if place in PLAIN else 'atomic_int'} {place};\n"
    text += f"int {', '.join(registers)};\n" if registers else ""
    for t, ops in enumerate(threads):
        body = " ".join(_statement(op, f"r{t}_{n}", n, False) for n, op in enumerate(ops))
        text += f"void *t{t}(void *u) {{ {body} return 0; }}\n"
    starts = " ".join(f"pthread_create(&h, 0, t{t}, 0);" for t in range(len(threads)))
    return f"{text}int main(void) {{ pthread_t h; {starts} return 0; }}\n"
