"""Functions without a body: what is assumed of them if the user wants it (`--unknown-calls havoc`), and of whom.

Such a function returns any value and changes, as often as it likes while it runs, the numbers in the objects that its
pointer arguments lead to. It is assumed to do nothing else. Both readings of a program ask here whom this is said of.
"""

from __future__ import annotations

from threadproof.frontend.ast import FuncDecl

STOP, HAVOC = "stop", "havoc"

#: of verdicts about a program with such a call
ASSUMPTION = (
    "functions without a body change numbers only, and only those that their pointer arguments lead to, but not "
    "through pointers to const; they access nothing invalid, keep no pointer, end no object, start no thread, take no "
    "lock, and return"
)
#: what steps of such a function say in a trace
MARK = "which has no body, may"

#: their meaning is not in what they compute: threads, control, the process, memory as such
_PREFIXES = (
    "pthread_", "sem_", "thrd_", "mtx_", "cnd_", "tss_", "ft_", "sig", "exec", "wait", "timer_", "posix_spawn", "dl",
    "mmap", "mremap", "mprotect", "shm", "__builtin_", "__atomic_", "__sync_", "__VERIFIER_", "__CPROVER_", "atomic_",
)  # fmt: skip
_NAMES = frozenset((
    "fork", "vfork", "clone", "syscall", "signal", "raise", "kill", "tgkill", "killpg", "alarm", "ualarm", "setitimer",
    "setjmp", "_setjmp", "__setjmp", "__sigsetjmp", "longjmp", "_longjmp", "__longjmp_chk", "getcontext", "setcontext",
    "makecontext", "swapcontext", "system", "popen", "pclose", "munmap", "brk", "sbrk", "atexit", "on_exit", "free",
    "malloc", "calloc", "realloc", "call_once", "ptrace", "unshare", "setns", "pause", "daemon", "va_start", "va_end",
))  # fmt: skip


def said_of(f: FuncDecl) -> str:
    """For the scope of verdicts."""
    return f"{f.name} has no body: it may return anything"


def refusal(f: FuncDecl) -> str:
    """Why nothing is assumed of a function without a body; empty: it may be."""
    if f.never_returns:
        return "it never returns"
    if f.name in _NAMES or f.name.startswith(_PREFIXES):
        return "it is about more than numbers"
    return ""
