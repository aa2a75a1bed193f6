"""Is what a program does under sequential consistency all that it does, whoever implements C11?

So it is (DRF-SC: Boehm and Adve, "Foundations of the C++ concurrency memory model", PLDI 2008) if no execution under
sequential consistency has a data race, atomic operations are seq_cst, and whoever looks at a lock, a semaphore or a
thread waits for it: what a try that fails has seen orders nothing (Boehm, "Reordering constraints for Pthread-style
locks", PPoPP 2007). Fences only take executions away.

Functions of the library that need not be safe in several threads (`rand`) may race with themselves elsewhere, so a
program that calls one is not looked at. Entry point: `is_for_any_implementation`. No is no more than "not found out".
"""

from __future__ import annotations

from collections.abc import Collection

from threadproof.ir import op as O
from threadproof.ir.program import Program
from threadproof.logic.term import Var
from threadproof.patterns import pattern

#: by C11 (7.20 to 7.29) and POSIX (2.9.1) they need not be safe in several threads
_UNSAFE = pattern(
    r"(?:s?rand|strtok|str(?:error|signal)|setlocale|localeconv|asctime|ctime|gmtime|localtime|tmpnam|getenv|putenv"
    r"|setenv|unsetenv|mblen|mbtowc|wctomb|mbr\w+|wcr\w+|basename|dirname|dlerror|[delmnjs]rand48|lcong48|ftw|nftw"
    r"|getc_unlocked|getchar_unlocked|putc_unlocked|putchar_unlocked|getdate|get(?:gr|pw|serv|host|net|proto|utx)\w*"
    r"|getlogin|getopt(?:_long)?(?:_only)?|h(?:create|destroy|search)|inet_ntoa|l64a|lgamma[fl]?|nl_langinfo|ptsname|readdir"
    r"|system|ttyname|crypt|encrypt|setkey|catgets|signal|c(?:16|32)rtomb|quick_exit|setstate|initstate)"
)
#: more steps are not looked at
MOST_STEPS = 3_000
_KEEP_APART = (O.Role.ACQUIRE, O.Role.READ_ACQUIRE, O.Role.SEM_WAIT, O.Role.BARRIER, O.Role.JOIN)
#: who does these hands on what he knows to whom it concerns, or looks only at what is his own
_IN_ORDER = frozenset(
    {
        O.Role.RELEASE,
        O.Role.READ_RELEASE,
        O.Role.SEM_POST,
        O.Role.WAIT,
        O.Role.BARRIER,
        O.Role.BROADCAST,
        O.Role.INIT,
        O.Role.LIFE,
        O.Role.ALLOC,
        O.Role.FREE,
        O.Role.END,
        O.Role.FENCE,
    }
)


def is_for_any_implementation(program: Program, functions: Collection[str], *, is_race_free: bool = False) -> bool:
    """`program`: as it was written, with the names of its functions. `is_race_free`: that is known already."""
    edges = [e for t in program.templates.values() for e in t.all_edges()]
    if program.scheduler is not None or len(edges) > MOST_STEPS or not all(_is_in_order(e.op) for e in edges):
        return False
    if not is_race_free and _has_no_chance(program):
        return False
    if any(map(_UNSAFE.fullmatch, functions)):
        return False
    if is_race_free:
        return True
    from threadproof.analysis.races import possible_races

    return possible_races(program).is_race_free


def _has_no_chance(program: Program) -> bool:
    """Is there nothing that keeps threads apart, and something that two touch?"""
    writers: dict[Var, set[str]] = {}
    users: dict[Var, set[str]] = {}
    for t in program.templates.values():
        for e in t.all_edges() if t.name != program.main else ():
            if isinstance(e.op, O.Step) and (e.op.role in _KEEP_APART or e.op.waits):
                return False
            for a in O.footprint(e.op):
                if a.var.kind == "data" and not a.atomic and not a.index:
                    users.setdefault(a.var, set()).add(t.name)
                    if a.write:
                        writers.setdefault(a.var, set()).add(t.name)
    return any(users[v] - {name} for v, names in writers.items() for name in names)


def _is_in_order(op: O.Op) -> bool:
    match op:
        case O.AtomicBegin():
            return op.order is O.Order.SEQ_CST
        case O.Step():
            if op.role is O.Role.TIMEOUT or (op.atomic and op.order is not O.Order.SEQ_CST and op.lock is None):
                return op.role is O.Role.FENCE
            looks = any(not a.write and a.var.kind not in ("data", "tag", "life") for a in O.footprint(op))
            return not looks or op.waits or op.role in _IN_ORDER
    return True
