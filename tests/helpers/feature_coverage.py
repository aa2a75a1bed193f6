"""What generated programs use: a table, feature by generator. Entry points: `Coverage.add`, `expected`, `table`.

Counted are operations and roles of the IR, kinds of synchronisation objects, constructs of C, and library functions;
functions that mean the same (one handler) are one row, under the name of the first.
"""

from __future__ import annotations

import re
from collections import Counter
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import get_args

from threadproof.frontend import apis
from threadproof.frontend.apis import libc, main
from threadproof.frontend.memory.layout import FIELDS
from threadproof.ir import op as O
from threadproof.ir.program import Program

FRONTEND = Path(apis.__file__).parents[1]
#: kinds of objects without contents
EMPTY_KINDS = tuple(kind for kind, fields in FIELDS.items() if not fields)
#: made by passes and other readers, or for the library's own C text, which is not among the programs
NOT_WRITTEN = (
    "__set_errno", "__disturb_errno", "__between", "__not_understood", "__fail", "__apart", "__get_up", "__lie_down",
    "__malloc_aligned", "__memory_of_the_system", "__sleep", "__sleep_for_a_time", "__sqrt", "__sqrtf",
    "__new_descriptor", "__is_refused", "__events_of", "__tp_fence_loads_first", "__tp_fence_stores_last",
    "__tp_fence_light", "__tp_fence_branched", *main.HANDLERS,
)  # fmt: skip


#: of those in the table for arguments of main, what programs call
WRITTEN = tuple(n for n in main.HANDLERS if not n.startswith("__"))


#: in the library's own C text, by a word of the programs behind which it is
BEHIND = {
    "__make": r"Create(?:Mutex|Semaphore|Event)",
    "__make_thread": r"= CreateThread",
    "__any_id": r"CreateThread\([^;]*&\w+\);",
    "__exit_code": r"GetExitCodeThread",
    "__close": r"CloseHandle",
    "__release_mutex": r"ReleaseMutex",
    "__post": r"ReleaseSemaphore",
    "__set_event": r"(?:Set|Reset)Event",
    "__wait_for_any": r"WaitForSingleObject|WaitForMultipleObjects\([^;]*FALSE",
    "__wait_for_all": r"WaitForMultipleObjects\([^;]*TRUE",
    "__begin_once": r"InitOnce(?:ExecuteOnce|BeginInitialize)",
    "__end_once": r"InitOnce(?:ExecuteOnce|Complete)",
    "__disturb": r"GetLastError",
    "__pages_of_the_system": r"mmap\([^;]*MAP_PRIVATE,",
    "__zero_pages_of_the_system": r"mmap\([^;]*MAP_ANONYMOUS",
    "__give_back": r"munmap",
    "__anything_in": r"getrlimit",
    "__is_standard": r"putc_unlocked",
    "__approximately": r"sin|inet_addr",
    "__part_of_date": r"gmtime_r",
    "__unordered_begin": r"getenv",
    "__unlock_by_store": r"spin_unlock_irqrestore",
    "__sequential_only": r"rcu_read_unlock",
    "__tp_fence_loads": r"smp_rmb",
    "__tp_fence_stores": r"smp_wmb",
    "__tp_fence_before_exchange": r"smp_mb__before_atomic",
    "__tp_fence_after_exchange": r"smp_mb__after_atomic",
    "__tp_fence_after_lock": r"smp_mb__after_spinlock",
    "__tp_fence_after_unlock_lock": r"smp_mb__after_unlock_lock",
    "__tp_fence_before_success": r"atomic_cmpxchg",
    "__id_is_free": r"\(unsigned long\)pthread_self",
}

#: what the IR has no operation for, by how it looks in C
CONSTRUCTS = {
    "union": r"\bunion\b",
    "bytes of a word": r"\bunion \{ unsigned u; unsigned char \w+\[",
    "pointer in a union": r"\bunion \{ \w+ \*",
    "low bits of an address": r"\(unsigned long\)&\w+ \|",
    "float": r"\bfloat\b",
    "double": r"\bdouble\b",
    "argument list": r"\bva_arg\b",
    "copy of an argument list": r"\bva_copy\b",
}


@cache
def functions() -> dict[str, str]:
    """Every library function, with the name of its row."""
    table = dict(apis._table())
    for module in (*libc.FUNCTIONS, *libc.FUNCTIONS_OF_THREADS):
        table |= import_module(f"{libc.__name__}.{module}").HANDLERS
    first: dict[int, str] = {}
    return {n: first.setdefault(id(h), n) for n, h in table.items() if n not in NOT_WRITTEN or n in WRITTEN}


def roles() -> set[str]:
    return {role.value for role in O.Role}


def expected() -> list[str]:
    rows = [f"op {c.__name__}" for c in get_args(O.Op)]
    rows += [f"role {r}" for r in sorted(roles())]
    rows += [f"object {kind}" for kind in FIELDS if kind not in EMPTY_KINDS]
    rows += [f"construct {name}" for name in CONSTRUCTS]
    rows += [f"call {name}" for name in sorted(set(functions().values()))]
    return rows


class Coverage:
    def __init__(self) -> None:
        #: generator -> feature -> programs that have it
        self.counts: dict[str, Counter[str]] = {}

    def add(self, generator: str, text: str, program: Program | None) -> None:
        found = self.counts.setdefault(generator, Counter())
        known = functions()
        found.update({f"call {known[word]}" for word in re.findall(r"\w+", text) if word in known})
        found.update({f"call {name}" for name, look in BEHIND.items() if re.search(rf"(?<!\w)(?:{look})", text)})
        found.update({f"construct {name}" for name, look in CONSTRUCTS.items() if re.search(look, text)})
        if program is None:
            return
        ops = [e.op for t in program.templates.values() for e in t.all_edges()]
        found.update({f"op {type(op).__name__}" for op in ops})
        found.update({f"role {op.role.value}" for op in ops if isinstance(op, O.Step) and op.role})
        fields = {(v.group, v.name.rpartition(".")[2]) for v in program.shared if v.kind == "sync"}
        for t in program.templates.values():
            fields |= {(v.group, v.name.rpartition(".")[2]) for v in t.locals if v.kind == "sync"}
        found.update({f"object {kind}" for kind, names in FIELDS.items() if {f for _, f in fields} & set(names)})

    def missing(self) -> list[str]:
        return [row for row in expected() if not any(c[row] for c in self.counts.values())]

    def table(self) -> str:
        names = list(self.counts)
        width = max(map(len, expected())) + 2
        lines = [" " * width + "".join(f"{n:>14}" for n in names)]
        lines += [f"{row:<{width}}" + "".join(f"{self.counts[n][row]:>14}" for n in names) for row in expected()]
        return "\n".join(lines)
