"""Small programs with threads, each as two texts: with POSIX threads, and with WIN32."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random

#: what a mutex is in WIN32 -> whether its owner may lock it again
MUTEXES = {"section": True, "handle": True, "slim": False}
#: events that reset themselves, and those that do not
EVENTS = ("auto", "manual")


@dataclass
class Action:
    """`what` on the object or variable number `on`; `inner` is done while it is held, or if it could be had."""

    what: str
    on: int = 0
    value: int = 0
    inner: list[Action] = field(default_factory=list)


@dataclass
class Program:
    mutexes: list[str]
    events: list[str]
    #: of semaphores, what they have at first
    semaphores: list[int]
    threads: list[list[Action]]
    #: main waits for all threads at once
    together: bool
    expected: int


def random_program(seed: int) -> Program:
    random = Random(seed)
    mutexes = [random.choice(list(MUTEXES)) for _ in range(random.randint(1, 2))]
    events = [random.choice(EVENTS) for _ in range(random.randint(0, 1))]
    semaphores = [random.randint(0, 2) for _ in range(random.randint(0, 1))]

    def actions(most: int, depth: int) -> list[Action]:
        return [action(depth) for _ in range(random.randint(1, most))]

    def action(depth: int) -> Action:
        kinds = ["count", "count", "set", "check"]
        kinds += ["lock"] * 4 * (depth < 2) + ["try"] * (depth < 2)
        kinds += ["post", "take", "take_now"] * len(semaphores) * (depth < 1)
        kinds += ["signal", "signal", "await", "await", "reset"] * len(events) * (depth < 1)
        kinds += ["wake", "wake_all", "sleep"] * (depth < 1)
        what = random.choice(kinds)
        inner = actions(2, depth + 1) if what in ("lock", "try", "take_now") else []
        on = random.randrange(len(mutexes)) if what in ("lock", "try") else 0
        if what in ("count", "set", "check"):
            on = random.randrange(2)
        return Action(what, on, random.randint(0, 2), inner)

    threads = [actions(3, 0) for _ in range(2)]
    return Program(mutexes, events, semaphores, threads, random.random() < 0.5, random.randint(0, 3))


class _Posix:
    header = "#include <pthread.h>\n#include <semaphore.h>\n"
    function = "void *{}(void *unused)"

    def __init__(self, p: Program) -> None:
        self.p = p

    def declarations(self) -> list[str]:
        out = [f"pthread_mutex_t m{n};" for n in range(len(self.p.mutexes))]
        out += [f"pthread_mutex_t em{n}; pthread_cond_t ec{n}; int e{n};" for n in range(len(self.p.events))]
        out += [f"sem_t s{n};" for n in range(len(self.p.semaphores))]
        return [*out, "pthread_mutex_t cm; pthread_cond_t cv; int awake;"]

    def begin(self) -> list[str]:
        out = [
            "pthread_mutexattr_t a; pthread_mutexattr_init(&a); pthread_mutexattr_settype(&a, PTHREAD_MUTEX_RECURSIVE);"
        ]
        for n, kind in enumerate(self.p.mutexes):
            out.append(f"pthread_mutex_init(&m{n}, {'&a' if MUTEXES[kind] else '0'});")
        return out + [f"sem_init(&s{n}, 0, {v});" for n, v in enumerate(self.p.semaphores)]

    def lock(self, n: int) -> str:
        return f"pthread_mutex_lock(&m{n});"

    def unlock(self, n: int) -> str:
        return f"pthread_mutex_unlock(&m{n});"

    def try_(self, n: int) -> str:
        return f"!pthread_mutex_trylock(&m{n})"

    def simple(self, x: Action) -> str:
        woken = "broadcast" if self.p.events and self.p.events[0] == "manual" else "signal"
        off = "e0 = 0; " if self.p.events and self.p.events[0] == "auto" else ""
        inside = "pthread_mutex_lock(&em0); {} pthread_mutex_unlock(&em0);"
        return {
            "post": "sem_post(&s0);",
            "take": "sem_wait(&s0);",
            "signal": inside.format(f"e0 = 1; pthread_cond_{woken}(&ec0);"),
            "reset": inside.format("e0 = 0;"),
            "await": inside.format(f"while (!e0) pthread_cond_wait(&ec0, &em0); {off}"),
            "wake": "pthread_mutex_lock(&cm); awake = 1; pthread_cond_signal(&cv); pthread_mutex_unlock(&cm);",
            "wake_all": "pthread_mutex_lock(&cm); awake = 1; pthread_cond_broadcast(&cv); pthread_mutex_unlock(&cm);",
            "sleep": "pthread_mutex_lock(&cm); if (!awake) pthread_cond_wait(&cv, &cm); pthread_mutex_unlock(&cm);",
        }[x.what]

    def take_now(self) -> str:
        return "!sem_trywait(&s0)"

    def start(self) -> list[str]:
        return ["pthread_t t[2];", *(f"pthread_create(&t[{n}], 0, f{n}, 0);" for n in range(2))]

    def join(self) -> list[str]:
        return [f"pthread_join(t[{n}], 0);" for n in range(2)]


class _Win32:
    header = "#include <windows.h>\n"
    function = "DWORD WINAPI {}(LPVOID unused)"

    def __init__(self, p: Program) -> None:
        self.p = p

    def declarations(self) -> list[str]:
        types = {"section": "CRITICAL_SECTION", "handle": "HANDLE", "slim": "SRWLOCK"}
        out = [f"{types[kind]} m{n};" for n, kind in enumerate(self.p.mutexes)]
        out += [f"HANDLE e{n};" for n in range(len(self.p.events))]
        out += [f"HANDLE s{n};" for n in range(len(self.p.semaphores))]
        return [*out, "CRITICAL_SECTION cm; CONDITION_VARIABLE cv; int awake;"]

    def begin(self) -> list[str]:
        out = ["InitializeCriticalSection(&cm);"]
        for n, kind in enumerate(self.p.mutexes):
            if kind == "section":
                out.append(f"InitializeCriticalSection(&m{n});")
            elif kind == "handle":
                out.append(f"m{n} = CreateMutex(NULL, FALSE, NULL);")
        for n, kind in enumerate(self.p.events):
            out.append(f"e{n} = CreateEvent(NULL, {'TRUE' if kind == 'manual' else 'FALSE'}, FALSE, NULL);")
        return out + [f"s{n} = CreateSemaphore(NULL, {v}, 1000, NULL);" for n, v in enumerate(self.p.semaphores)]

    def lock(self, n: int) -> str:
        return {
            "section": f"EnterCriticalSection(&m{n});",
            "handle": f"WaitForSingleObject(m{n}, INFINITE);",
            "slim": f"AcquireSRWLockExclusive(&m{n});",
        }[self.p.mutexes[n]]

    def unlock(self, n: int) -> str:
        return {
            "section": f"LeaveCriticalSection(&m{n});",
            "handle": f"ReleaseMutex(m{n});",
            "slim": f"ReleaseSRWLockExclusive(&m{n});",
        }[self.p.mutexes[n]]

    def try_(self, n: int) -> str:
        return {
            "section": f"TryEnterCriticalSection(&m{n})",
            "handle": f"WaitForSingleObject(m{n}, 0) == WAIT_OBJECT_0",
            "slim": f"TryAcquireSRWLockExclusive(&m{n})",
        }[self.p.mutexes[n]]

    def simple(self, x: Action) -> str:
        inside = "EnterCriticalSection(&cm); {} LeaveCriticalSection(&cm);"
        return {
            "post": "ReleaseSemaphore(s0, 1, NULL);",
            "take": "WaitForSingleObject(s0, INFINITE);",
            "signal": "SetEvent(e0);",
            "reset": "ResetEvent(e0);",
            "await": "WaitForSingleObject(e0, INFINITE);",
            "wake": inside.format("awake = 1; WakeConditionVariable(&cv);"),
            "wake_all": inside.format("awake = 1; WakeAllConditionVariable(&cv);"),
            "sleep": inside.format("if (!awake) SleepConditionVariableCS(&cv, &cm, INFINITE);"),
        }[x.what]

    def take_now(self) -> str:
        return "WaitForSingleObject(s0, 0) == WAIT_OBJECT_0"

    def start(self) -> list[str]:
        return ["HANDLE t[2];", *(f"t[{n}] = CreateThread(NULL, 0, f{n}, NULL, 0, NULL);" for n in range(2))]

    def join(self) -> list[str]:
        if self.p.together:
            return ["WaitForMultipleObjects(2, t, TRUE, INFINITE);"]
        return [f"WaitForSingleObject(t[{n}], INFINITE);" for n in range(2)]


def _lines(d: _Posix | _Win32, actions: list[Action]) -> list[str]:
    out: list[str] = []
    for x in actions:
        v = f"x{x.on}"
        plain = {"count": f"{v}++;", "set": f"{v} = {x.value};", "check": f"if ({v} == {x.value + 1}) reach_error();"}
        if x.what in plain:
            out.append(plain[x.what])
        elif x.what == "lock":
            out += [d.lock(x.on), *_lines(d, x.inner), d.unlock(x.on)]
        elif x.what == "try":
            out += [f"if ({d.try_(x.on)}) {{", *_lines(d, x.inner), d.unlock(x.on), "}"]
        elif x.what == "take_now":
            out += [f"if ({d.take_now()}) {{", *_lines(d, x.inner), "}"]
        else:
            out.append(d.simple(x))
    return out


def _text(d: _Posix | _Win32) -> str:
    p = d.p
    out = [d.header, "extern void reach_error(void);", "int x0, x1;", *d.declarations()]
    for n, actions in enumerate(p.threads):
        out += [d.function.format(f"f{n}") + " {", *_lines(d, actions), "return 0; }"]
    out += ["int main(void) {", *d.begin(), *d.start(), *d.join()]
    out += [f"if (x0 + x1 == {p.expected}) reach_error();", "return 0; }", ""]
    return "\n".join(out)


def texts(seed: int) -> tuple[str, str]:
    p = random_program(seed)
    dialects: tuple[Callable[[Program], _Posix | _Win32], ...] = (_Posix, _Win32)
    posix, win32 = (_text(make(p)) for make in dialects)
    return posix, win32
