"""Random litmus threads with every order, fence and dependency, as C with POSIX threads and as a litmus test.

A dependency is one that is left when the program has been compiled: the value that is stored, the element that is
accessed, or whether anything is done at all, is another one for another value that was loaded. Of an array only what is
loaded is compared.
"""

from __future__ import annotations

import random
from typing import NamedTuple

from threadproof.axiomatic.formats.litmus import parse_litmus
from threadproof.axiomatic.program import Fence, Program
from threadproof.records import replace

_ORDERS = {
    "load": ("relaxed",) * 7 + ("acquire", "acquire", "seq_cst"),
    "store": ("relaxed",) * 7 + ("release", "release", "seq_cst"),
    "exchange": ("relaxed", "acquire", "release", "acq_rel", "seq_cst"),
    "fence": ("acquire", "release", "acq_rel", "seq_cst", "stores", "stores"),
}


#: nobody else goes there
_PRIVATE = "klmn"


class Statement(NamedTuple):
    kind: str
    order: str
    place: str = ""
    value: int = 0
    #: data, control or address; of which register
    dependency: str = ""
    source: str = ""


Threads = list[list[Statement]]


def cyclic_threads(seed: int) -> Threads:
    """The shapes of the literature (SB, LB, MP, S, R, 2+2W, WRC, IRIW, ISA2, Z6, ...): each thread goes on from a
    place where the one before ended; with something between, mostly a dependency, an order or an access."""
    rng = random.Random(f"cyclic {seed}")
    while True:
        count = rng.choice((2, 2, 2, 3, 3, 4))
        value = 0
        threads: Threads = []
        single = rng.randrange(count) if count > 2 and rng.random() < 0.6 else -1
        at = 0
        letters = rng.choice(("xyzw", "ayzw", "xazw"))
        for thread in range(count):
            ends = [at] if thread == single else [at, (at + 1) % (count - (single >= 0))]
            at = ends[-1]
            names = [letters[n] for n in ends]
            if len(ends) == 2 and rng.random() < (0.5 if count == 2 else 0.15):
                names.insert(
                    rng.choice((0, 1, 1, 2)), rng.choice([*names, *names, letters[rng.randrange(min(count, 3))]])
                )
            if rng.random() < 0.2:
                names.insert(rng.choice((0, 1, 1, 2)), _PRIVATE[thread])
            statements: list[Statement] = []
            registers: list[str] = []
            for n, place in enumerate(names):
                value += 1
                (kind,) = rng.choices(("load", "store", "exchange"), (10, 10, 1.5))
                kinds = ["", "control", *["data"] * (kind == "store"), *["address"] * (place == "a")]
                dependency = rng.choice(kinds) if registers else ""
                source = registers[-1] if dependency else ""
                if n and not dependency and rng.random() < 0.2:
                    statements.append(Statement("fence", rng.choice(_ORDERS["fence"])))
                is_weak = rng.random() < (0.3 if place in _PRIVATE else 0.7)
                order = "relaxed" if is_weak else rng.choice(_ORDERS[kind])
                if kind in ("load", "exchange"):
                    registers.append(f"r{thread}_{len(statements)}")
                statements.append(Statement(kind, order, place, value, dependency, source))
            threads.append(statements)
        loads = sum(s.kind in ("load", "exchange") for ss in threads for s in ss)
        if 1 <= loads <= 6:
            return threads


def random_threads(seed: int) -> Threads:
    rng = random.Random(f"dependent {seed}")
    while True:
        count = rng.choice((2, 2, 2, 3, 3, 4))
        places = "xyz"[: rng.choice((2, 2, 3))]
        value = 0
        threads: Threads = []
        for thread in range(count):
            statements: list[Statement] = []
            registers: list[str] = []
            for n in range(rng.randint(1 if count > 2 else 2, 4 if count == 2 else 3 if count == 3 else 2)):
                (kind,) = rng.choices(("load", "store", "fence", "exchange"), (5, 5, 0.8, 0.7))
                if kind == "fence" and n == 0:
                    kind = "store"
                value += 1
                order = rng.choice(_ORDERS[kind])
                if kind == "fence":
                    statements.append(Statement(kind, order))
                    continue
                kinds = ["", "", "control", "data" if kind == "store" else "address"]
                dependency = rng.choice(kinds) if registers else ""
                if dependency == "address" and kind != "load":
                    dependency = ""
                source = rng.choice(registers) if dependency else ""
                place = "a" if dependency == "address" else rng.choice(places)
                if kind in ("load", "store") and rng.random() < 0.1:
                    place = "a"
                elif place != "a" and rng.random() < 0.1:
                    place = _PRIVATE[thread]
                statements.append(Statement(kind, order, place, value, dependency, source))
                if kind in ("load", "exchange"):
                    registers.append(f"r{thread}_{n}")
            threads.append(statements)
        loads = sum(s.kind in ("load", "exchange") for ss in threads for s in ss)
        if 1 <= loads <= 5 and sum(s.kind in ("store", "exchange") for ss in threads for s in ss) <= 5:
            return threads


def registers(threads: Threads) -> list[str]:
    return [f"r{t}_{n}" for t, ss in enumerate(threads) for n, s in enumerate(ss) if s.kind in ("load", "exchange")]


def places(threads: Threads) -> list[str]:
    """Of which the last value is compared."""
    return sorted({s.place for ss in threads for s in ss} - {"a", ""})


def in_posix(threads: Threads) -> str:
    bodies = ""
    for t, statements in enumerate(threads):
        lines = []
        for n, s in enumerate(statements):
            where = f"&{s.place}"
            if s.place == "a":
                where = f"&a[{f'{s.source} & 1' if s.dependency == 'address' else 0}]"
            lines.append(_statement(s, where, f"r{t}_{n}"))
        bodies += f"void *t{t}(void *u) {{ {' '.join(lines)} return 0; }}\n"
    starts = " ".join(f"pthread_create(&h, 0, t{n}, 0);" for n in range(len(threads)))
    names = registers(threads)
    text = "#include <pthread.h>\n#include <stdatomic.h>\natomic_int a[2];\n"
    text += "".join(f"atomic_int {p};\n" for p in places(threads))
    # (a value that is not loaded is 99)
    text += f"int {', '.join(f'{name} = 99' for name in names)};\n"
    return f"{text}{_local(bodies, names)}int main(void) {{ pthread_t h; {starts} return 0; }}\n"


def _local(bodies: str, names: list[str]) -> str:
    """Registers are locals, stored at the end."""
    lines = []
    for t, line in enumerate(bodies.splitlines()):
        mine = [n for n in names if n.startswith(f"r{t}_")]
        head, _, body = line.partition("{ ")
        for n in mine:
            body = body.replace(n, f"l{n}")
        ends = " ".join(f"{n} = l{n};" for n in mine)
        declared = " ".join(f"int l{n} = 99;" for n in mine)
        lines.append(f"{head}{{ {declared} {body.replace('return 0; }', ends + ' return 0; }')}")
    return "\n".join(lines) + "\n"


def _statement(s: Statement, where: str, register: str) -> str:
    order = f"memory_order_{s.order}"
    value = f"{s.value} + {s.source}" if s.dependency == "data" else str(s.value)
    match s.kind:
        case "fence" if s.order == "stores":
            return "__tp_fence_stores();"
        case "fence":
            return f"atomic_thread_fence({order});"
        case "store":
            text = f"atomic_store_explicit({where}, {value}, {order});"
        case "load":
            text = f"{register} = atomic_load_explicit({where}, {order});"
        case _:
            text = f"{register} = atomic_exchange_explicit({where}, {value}, {order});"
    return f"if ({s.source} & 1) {{ {text} }}" if s.dependency == "control" else text


def in_c(threads: Threads) -> str:
    names = places(threads)
    everywhere = sorted({s.place for ss in threads for s in ss} - {""})
    parameters = ", ".join(f"atomic_int *{place}" for place in everywhere)
    text = f"C random\n{{ {' '.join(f'{place} = 0;' for place in everywhere)} }}\n"
    for t, statements in enumerate(threads):
        mine = [f"r{t}_{n}" for n, s in enumerate(statements) if s.kind in ("load", "exchange")]
        lines = [f"int {name} = 99;" for name in mine]
        for n, s in enumerate(statements):
            where = f"a + ({s.source} & 1)" if s.dependency == "address" else s.place
            lines.append(_statement(s, where, f"r{t}_{n}"))
        text += f"P{t} ({parameters}) {{ {' '.join(lines)} }}\n"
    shown = [*names, *(f"{name[1:].partition('_')[0]}:{name}" for name in registers(threads))]
    text = text.replace("__tp_fence_stores()", "atomic_thread_fence(memory_order_relaxed)")
    return f"{text}locations [{' '.join(f'{o};' for o in shown)}]\nexists (true)\n"


def as_test(threads: Threads) -> Program:
    """(C has no fence for stores only.)"""
    test = parse_litmus(in_c(threads), "test")
    stores = frozenset({"stores"})
    code = [[replace(x, tags=stores) if _is_relaxed_fence(x) else x for x in c] for c in test.threads]
    return replace(test, threads=code)


def _is_relaxed_fence(x: object) -> bool:
    return isinstance(x, Fence) and x.tags == {"rlx"}
