"""Litmus tests from cycles of relaxations, as diy makes them: in C, and in the assembly of four machines.

A cycle is a list of edges. Between threads they are Rfe, Fre and Wse (a write that is read, a read before a write, two
writes); within a thread Rfi, Fri and Wsi, or a word for what keeps two accesses in order, then `s` or `d` (same or
different location) and their directions: PodWR, SyncdWW, AddrdRR, CtrlIsyncdRR, ... A release or acquire is a mark on
the access (`PodWW.rel` marks its target, `rel.PodWR` its source). Reads see what the cycle says; so does the condition.
"""

from __future__ import annotations

import random
import re
from collections.abc import Mapping
from dataclasses import dataclass, field

_EDGE = re.compile(r"(?:(\w+)\.)?([A-Za-z]+?)([sd])([RW])([RW])(?:\.(\w+))?$")
_COMMUNICATION = {"Rf": "WR", "Fr": "RW", "Ws": "WW"}
LOCATIONS = "xyzwvu"


@dataclass
class Edge:
    #: Rf, Fr, Ws or what keeps the order: Po, a fence, a dependency
    name: str
    source: str
    target: str
    is_external: bool = False
    is_elsewhere: bool = False
    marks: tuple[str, str] = ("", "")


@dataclass
class Access:
    direction: str
    location: str = ""
    thread: int = 0
    value: int = 0
    mark: str = ""
    #: the edge that leads to it, if it is in the same thread
    kept: Edge | None = None
    register: int = -1


@dataclass
class Cycle:
    name: str
    accesses: list[Access]
    #: of locations with two writes
    last: dict[str, int] = field(default_factory=dict)

    @property
    def threads(self) -> list[list[Access]]:
        return [[a for a in self.accesses if a.thread == t] for t in range(self.accesses[-1].thread + 1)]

    @property
    def locations(self) -> list[str]:
        return sorted({a.location for a in self.accesses}, key=LOCATIONS.index)


def edge(word: str) -> Edge:
    mark, _, plain = word.rpartition(".")
    if plain[:2] in _COMMUNICATION and plain[2:] in ("e", "i"):
        return Edge(plain[:2], *_COMMUNICATION[plain[:2]], is_external=plain[2] == "e", marks=(mark, ""))
    match = _EDGE.match(word)
    assert match, word
    before, name, where, source, target, after = match.groups()
    return Edge(name, source, target, is_elsewhere=where == "d", marks=(before or "", after or ""))


def cycle(name: str, words: str) -> Cycle | None:
    """None if the words make no cycle that a test can have."""
    edges = [edge(word) for word in words.split()]
    n = len(edges)
    if any(edges[i].target != edges[(i + 1) % n].source for i in range(n)):
        return None
    if not edges[-1].is_external or sum(e.is_external for e in edges) < 2:
        return None
    moves = [i for i, e in enumerate(edges) if e.is_elsewhere]
    if len(moves) < 2 or len(moves) > len(LOCATIONS):
        return None
    accesses = [Access(e.source) for e in edges]
    thread = place = 0
    for i, access in enumerate(accesses):
        before = edges[i - 1]
        if i and before.is_external:
            thread += 1
        if i and before.is_elsewhere:
            place += 1
        access.thread, access.location = thread, LOCATIONS[place % len(moves)]
        access.mark = edges[i].marks[0] or before.marks[1]
        access.kept = None if before.is_external else before
    made = Cycle(name, accesses)
    return made if _give_values(made, (moves[-1] + 1) % n) else None


def _give_values(made: Cycle, start: int) -> bool:
    """Writes of a location are numbered in the order of the cycle; a read sees the one before it."""
    written: dict[str, int] = {}
    n = len(made.accesses)
    for k in range(n):
        access = made.accesses[(start + k) % n]
        if access.direction == "W":
            written[access.location] = written.get(access.location, 0) + 1
        access.value = written.get(access.location, 0)
    for thread in made.threads:
        reads = [a for a in thread if a.direction == "R"]
        for number, access in enumerate(reads):
            access.register = number
    made.last = {place: number for place, number in written.items() if number == 2}
    return all(number <= 2 for number in written.values())


def condition(made: Cycle, register: str = "r{}") -> str:
    atoms = [f"{a.thread}:{register.format(a.register)}={a.value}" for a in made.accesses if a.direction == "R"]
    atoms += [f"{place}={value}" for place, value in made.last.items()]
    return "exists (" + " /\\ ".join(atoms) + ")"


# C

_C_FENCES = {
    "Fsc": "seq_cst", "Facq": "acquire", "Frel": "release", "Facqrel": "acq_rel",
    "Sync": "seq_cst", "Mfence": "seq_cst", "Dmb": "seq_cst", "Lwsync": "acq_rel",
}  # fmt: skip
_C_ORDERS = {"": "relaxed", "acq": "acquire", "rel": "release", "sc": "seq_cst"}


def in_c(made: Cycle) -> str:
    parameters = ", ".join(f"atomic_int *{place}" for place in made.locations)
    text = f"C {made.name}\n{{ {' '.join(f'{place} = 0;' for place in made.locations)} }}\n\n"
    for number, thread in enumerate(made.threads):
        lines, depth = [], 1
        for access in thread:
            before = _last_read(thread, access)
            where, value = access.location, str(access.value)
            kept = access.kept.name if access.kept else ""
            if kept in _C_FENCES:
                lines.append(("  " * depth) + f"atomic_thread_fence(memory_order_{_C_FENCES[kept]});")
            elif kept == "Addr":
                where = f"{where} + (r{before} ^ r{before})"
            elif kept == "Data":
                value = f"{value} + (r{before} ^ r{before})"
            elif kept.startswith("Ctrl"):
                lines.append(("  " * depth) + f"if (r{before} == r{before}) {{")
                depth += 1
            lines.append("  " * depth + _access_in_c(access, where, value))
        lines += ["  " * d + "}" for d in range(depth - 1, 0, -1)]
        body = "\n".join(lines)
        text += f"P{number} ({parameters}) {{\n{body}\n}}\n\n"
    return text + condition(made) + "\n"


def _access_in_c(access: Access, where: str, value: str) -> str:
    if access.mark == "na":
        where = f"*{where}" if "+" not in where else f"*({where})"
        return f"{where} = {value};" if access.direction == "W" else f"int r{access.register} = {where};"
    order = f"memory_order_{_C_ORDERS[access.mark]}"
    if access.direction == "W":
        return f"atomic_store_explicit({where}, {value}, {order});"
    return f"int r{access.register} = atomic_load_explicit({where}, {order});"


def _last_read(thread: list[Access], access: Access) -> int:
    """The register of the read that a dependency comes from: the access before, or the last read before it."""
    found = 0
    for one in thread:
        if one is access:
            break
        if one.direction == "R":
            found = one.register
    return found


# assembly


class _Machine:
    """One kind of assembly. Registers: those of reads, then scratch, then of addresses."""

    name = ""
    register = "r{}"
    fences: dict[str, str] = {}  # noqa: RUF012

    def address(self, thread: int, place: int) -> str:
        return f"{thread}:r{20 + place}"

    def load(self, target: int, place: int, access: Access, index: int | None) -> str:
        raise NotImplementedError

    def store(self, value: int, place: int, access: Access, index: int | None) -> str:
        raise NotImplementedError

    def constant(self, target: int, value: int) -> str:
        raise NotImplementedError

    def zero(self, target: int, source: int) -> str:
        """source ^ source"""
        raise NotImplementedError

    def add(self, target: int, source: int, value: int) -> str:
        raise NotImplementedError

    def branch(self, source: int, label: str) -> list[str]:
        raise NotImplementedError


class _Power(_Machine):
    name = "PPC"
    fences = {"Sync": "sync", "Lwsync": "lwsync", "Eieio": "eieio", "Isync": "isync"}  # noqa: RUF012

    def load(self, target: int, place: int, access: Access, index: int | None) -> str:
        return f"lwz r{target},0(r{20 + place})" if index is None else f"lwzx r{target},r{index},r{20 + place}"

    def store(self, value: int, place: int, access: Access, index: int | None) -> str:
        return f"stw r{value},0(r{20 + place})" if index is None else f"stwx r{value},r{index},r{20 + place}"

    def constant(self, target: int, value: int) -> str:
        return f"li r{target},{value}"

    def zero(self, target: int, source: int) -> str:
        return f"xor r{target},r{source},r{source}"

    def add(self, target: int, source: int, value: int) -> str:
        return f"addi r{target},r{source},{value}"

    def branch(self, source: int, label: str) -> list[str]:
        return [f"cmpw r{source},r{source}", f"beq {label}"]


class _Arm(_Machine):
    name = "ARM"
    register = "R{}"
    fences = {"Dmb": "DMB", "DmbSt": "DMB ST", "Isb": "ISB", "Dsb": "DSB"}  # noqa: RUF012
    #: of values, of addresses
    short, long = "R", "R"

    def address(self, thread: int, place: int) -> str:
        return f"{thread}:{self.long}{self.at(place)}"

    def at(self, place: int) -> int:
        return 9 + place

    def order(self, access: Access) -> str:
        return ""

    def load(self, target: int, place: int, access: Access, index: int | None) -> str:
        return f"LDR {self.short}{target},{self._in(place, index)}"

    def store(self, value: int, place: int, access: Access, index: int | None) -> str:
        return f"STR {self.short}{value},{self._in(place, index)}"

    def _in(self, place: int, index: int | None) -> str:
        return f"[{self.long}{self.at(place)}{'' if index is None else f',R{index}'}]"

    def constant(self, target: int, value: int) -> str:
        return f"MOV {self.short}{target},#{value}"

    def zero(self, target: int, source: int) -> str:
        return f"EOR {self.short}{target},{self.short}{source},{self.short}{source}"

    def add(self, target: int, source: int, value: int) -> str:
        return f"ADD {self.short}{target},{self.short}{source},#{value}"

    def branch(self, source: int, label: str) -> list[str]:
        return [f"CMP {self.short}{source},{self.short}{source}", f"BEQ {label}"]


class _AArch64(_Arm):
    name = "AArch64"
    register = "X{}"
    fences = {  # noqa: RUF012
        "Dmb": "DMB SY", "DmbSt": "DMB ST", "DmbLd": "DMB LD", "Isb": "ISB", "Swpal": "SWPAL W18,W19,[X28]",
    }  # fmt: skip
    short, long = "W", "X"

    def at(self, place: int) -> int:
        return 20 + place

    def load(self, target: int, place: int, access: Access, index: int | None) -> str:
        name = {"acq": "LDAR", "pc": "LDAPR"}.get(access.mark, "LDR")
        return f"{name} W{target},{self._in(place, index)}"

    def store(self, value: int, place: int, access: Access, index: int | None) -> str:
        return f"{'STLR' if access.mark == 'rel' else 'STR'} W{value},{self._in(place, index)}"

    def _in(self, place: int, index: int | None) -> str:
        return f"[X{20 + place}{'' if index is None else f',W{index},SXTW'}]"

    def branch(self, source: int, label: str) -> list[str]:
        return [f"CBNZ W{source},{label}"]


_MACHINES: dict[str, _Machine] = {m.name: m for m in (_Power(), _Arm(), _AArch64())}
_X86_REGISTERS = ("rax", "rbx", "rcx", "rdx")


def in_assembly(made: Cycle, machine: str) -> str:
    if machine == "X86_64":
        return _in_x86(made)
    to = _MACHINES[machine]
    given, columns = [], []
    for number, thread in enumerate(made.threads):
        places = sorted({LOCATIONS.index(a.location) for a in thread})
        given.append(" ".join(f"{to.address(number, p)}={LOCATIONS[p]};" for p in places))
        if any(a.kept and a.kept.name == "Swpal" for a in thread):
            given[-1] += f" {number}:X28=free{number};"
        columns.append(_column(to, thread))
    head = f"{to.name} {made.name}\n{{\n" + "\n".join(given) + "\n}\n"
    return head + _table(columns) + condition(made, to.register) + "\n"


def _column(to: _Machine, thread: list[Access]) -> list[str]:
    reads = sum(a.direction == "R" for a in thread)
    scratch = iter(range(reads, 9))
    lines: list[str] = []
    for access in thread:
        place = LOCATIONS.index(access.location)
        kept = access.kept.name if access.kept else ""
        before = _last_read(thread, access)
        index = None
        if kept.startswith("Ctrl"):
            label = f"LC{len(lines):02}"
            lines += [*to.branch(before, label), f"{label}:"]
            kept = kept[4:]
        if kept in to.fences:
            lines.append(to.fences[kept])
        elif kept == "Addr":
            index = next(scratch)
            lines.append(to.zero(index, before))
        else:
            assert kept in ("", "Po", "Data", "Rf", "Fr", "Ws"), f"{to.name} has no {kept}"
        if access.direction == "R":
            lines.append(to.load(access.register, place, access, index))
            continue
        value = next(scratch)
        if kept == "Data":
            lines += [to.zero(value, before), to.add(value, value, access.value)]
        else:
            lines.append(to.constant(value, access.value))
        lines.append(to.store(value, place, access, index))
    return lines


def _in_x86(made: Cycle) -> str:
    columns = []
    for thread in made.threads:
        lines = []
        for access in thread:
            kept = access.kept.name if access.kept else ""
            if kept == "Mfence":
                lines.append("mfence")
            if access.direction == "R":
                lines.append(f"movl ({access.location}),%{_X86_REGISTERS[access.register].replace('r', 'e', 1)}")
            elif access.mark == "lock":
                lines += [f"movl ${access.value},%esi", f"xchgl %esi,({access.location})"]
            else:
                lines.append(f"movl ${access.value},({access.location})")
        columns.append(lines)
    ending = condition(made)
    for number, name in enumerate(_X86_REGISTERS):
        ending = ending.replace(f":r{number}=", f":{name}=")
    return f"X86_64 {made.name}\n{{ }}\n{_table(columns)}{ending}\n"


def _table(columns: list[list[str]]) -> str:
    rows = [[f"P{n}" for n in range(len(columns))]]
    rows += [[c[n] if n < len(c) else "" for c in columns] for n in range(max(map(len, columns)))]
    widths = [max(len(row[n]) for row in rows) for n in range(len(columns))]
    return "".join(" " + " | ".join(c.ljust(w) for c, w in zip(row, widths, strict=True)) + " ;\n" for row in rows)


# random ones


def random_cycle(seed: int, kept: tuple[str, ...] = ("Po",)) -> Cycle:
    """Of two to four threads with one or two accesses each; `kept`: what may be between two accesses of a thread."""
    rng = random.Random(seed)
    while True:
        words = []
        for _ in range(rng.randint(2, 4)):
            source, target = rng.choice("RW"), rng.choice("RW")
            if rng.random() < 0.75:
                word = rng.choice(kept)
                if (word in ("Addr", "Data") or word.startswith("Ctrl")) and source == "W":
                    word = "Po"
                if word == "Data" and target == "R":
                    word = "Addr"
                words.append(f"{word}d{source}{target}")
            words.append(rng.choice(["Rfe", "Fre", "Wse"]))
        made = cycle(f"random{seed}", " ".join(words))
        if made is not None:
            return made


#: what, at which place, and the register or the value
Op = tuple[str, str, int]


def random_ops(seed: int) -> list[list[Op]]:
    """Two or three threads of loads, stores, exchanges and fences at random. Every store has a value of its own."""
    rng = random.Random(seed)
    while True:
        threads = _random_threads(rng)
        # (what is read from one location has many candidates)
        places = len({place for ops in threads for _, place, _ in ops})
        if sum(op[0] in ("load", "exchange") for ops in threads for op in ops) <= 2 + places:
            return threads


def _random_threads(rng: random.Random) -> list[list[Op]]:
    places = LOCATIONS[: rng.randint(1, 3)]
    value = 0
    threads = []
    for _ in range(rng.randint(2, 3)):
        ops: list[Op] = []
        for n in range(rng.randint(1, 3)):
            kinds = ["load", "load", "store", "store", "store", "fence"]
            kind = rng.choice(kinds if any(op[0] == "exchange" for op in ops) else [*kinds, "exchange"])
            value += 1
            ops.append((kind, rng.choice(places), n if kind == "load" else value))
        threads.append(ops)
    return threads


_ANY_ORDER: dict[str, tuple[str, ...]] = {
    "load": ("acquire", "seq_cst"),
    "store": ("relaxed", "release", "seq_cst"),
    "exchange": ("acquire", "acq_rel", "seq_cst"),
    "fence": ("acquire", "release", "acq_rel", "seq_cst"),
}


#: most stores are weak, so that there is something to see
MOSTLY_WEAK: dict[str, tuple[str, ...]] = {
    **_ANY_ORDER,
    "store": ("relaxed",) * 4 + ("release", "seq_cst"),
    "fence": ("release",) + ("seq_cst",) * 2,
}


def late_ops(seed: int, *, has_own: bool = False) -> list[list[Op]]:
    """Two or three threads that store first and load later, mostly. `has_own`: exchanges at places of one thread."""
    threads = _late_ops(seed)
    if not has_own:
        return threads
    return [[(kind, f"own{n}" if kind == "exchange" else place, value) for kind, place, value in ops]
            for n, ops in enumerate(threads)]  # fmt: skip


def _late_ops(seed: int) -> list[list[Op]]:
    rng = random.Random(seed)
    count = rng.choice((2, 2, 2, 3))
    places = LOCATIONS[: rng.choice((2, 2, 3))]
    while True:
        threads: list[list[Op]] = []
        value = 0
        for _ in range(count):
            ops: list[Op] = []
            length = rng.randint(2, 4 if count == 2 else 3)
            for n in range(length):
                late = n / length
                kinds = ("store", "load", "fence", "exchange")
                (kind,) = rng.choices(kinds, (7 - 6 * late, 1 + 6 * late, 2, 1))
                value += 1
                ops.append((kind, rng.choice(places), n if kind == "load" else value))
            threads.append(ops)
        # (what is read has many candidates)
        reads = sum(op[0] in ("load", "exchange") for ops in threads for op in ops)
        if reads <= 4 and len({place for ops in threads for _, place, _ in ops}) > 1:
            return threads


def ops_in_posix(threads: list[list[Op]], seed: int, orders: Mapping[str, tuple[str, ...]]) -> str:
    """The same as `ops_in_c`, with POSIX threads; what thread T reads by its statement N goes to `rT_N`."""
    rng = random.Random(seed)
    bodies, registers = "", []
    for thread, ops in enumerate(threads):
        lines = []
        for n, (kind, place, value) in enumerate(ops):
            order = f"memory_order_{rng.choice(orders[kind])}"
            if kind == "fence":
                lines.append(f"atomic_thread_fence({order});")
            elif kind == "store":
                lines.append(f"atomic_store_explicit(&{place}, {value}, {order});")
            else:
                call = f"atomic_load_explicit(&{place}, {order})"
                if kind == "exchange":
                    call = f"atomic_exchange_explicit(&{place}, {value}, {order})"
                registers.append(f"r{thread}_{n}")
                lines.append(f"{registers[-1]} = {call};")
        bodies += f"void *t{thread}(void *u) {{ {' '.join(lines)} return 0; }}\n"
    places = sorted({place for ops in threads for _, place, _ in ops})
    starts = " ".join(f"pthread_create(&h, 0, t{n}, 0);" for n in range(len(threads)))
    text = f"#include <pthread.h>\n#include <stdatomic.h>\natomic_int {', '.join(places)};\n"
    text += f"int {', '.join(registers)};\n" if registers else ""
    return f"{text}{bodies}int main(void) {{ pthread_t h; {starts} return 0; }}\n"


def ops_in_c(
    threads: list[list[Op]],
    *,
    has_fences: bool = True,
    seed: int | None = None,
    orders: Mapping[str, tuple[str, ...]] = _ANY_ORDER,
) -> str:
    """All registers and locations are shown. `seed`: of random orders, among which no load is relaxed."""
    rng = None if seed is None else random.Random(seed)
    places = sorted({place for ops in threads for _, place, _ in ops})
    parameters = ", ".join(f"atomic_int *{place}" for place in places)
    text = f"C random\n{{ {' '.join(f'{place} = 0;' for place in places)} }}\n"
    shown = list(places)
    for thread, ops in enumerate(threads):
        lines = []
        for n, (kind, place, value) in enumerate(ops):
            order = rng.choice(orders[kind]) if rng else "seq_cst" if kind == "fence" else "relaxed"
            if kind == "fence":
                lines += [f"atomic_thread_fence(memory_order_{order});"] * has_fences
            elif kind == "store":
                lines.append(f"atomic_store_explicit({place}, {value}, memory_order_{order});")
            else:
                call = f"atomic_load_explicit({place}, memory_order_{order})"
                if kind == "exchange":
                    call = f"atomic_exchange_explicit({place}, {value}, memory_order_{order})"
                lines.append(f"int r{n} = {call};")
                shown.append(f"{thread}:r{n}")
        text += f"P{thread} ({parameters}) {{ {' '.join(lines)} }}\n"
    return f"{text}locations [{' '.join(f'{o};' for o in shown)}]\nexists (true)\n"
