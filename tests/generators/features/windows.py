"""WIN32: locks, conditions, handles and what waits for them, threads and how they end, atomic operations."""

from __future__ import annotations

from tests.generators.features.snippet import Snippet

H = "windows.h"
SECTION = {
    "globals": "static CRITICAL_SECTION m$n;",
    "setup": "InitializeCriticalSection(&m$n);",
    "headers": H,
}
SRW = "static SRWLOCK w$n = SRWLOCK_INIT;"
SIDE = "static DWORD WINAPI side$n(LPVOID a) { $S return $k; }"
START = "HANDLE t$n = CreateThread(0, 0, side$n, 0, 0, 0);"
EX = "static unsigned side$n(void *a) { $S if ($x == 2) _endthreadex($k); return $b; }"
#: suffix -> type
WIDTHS = {"": "LONG", "64": "LONG64", "16": "SHORT", "8": "CHAR"}
#: operation -> arguments after the address
INTERLOCKED = {
    "Increment": "",
    "Decrement": "",
    "Exchange": ", $k",
    "ExchangeAdd": ", $k",
    "Add": ", $k",
    "CompareExchange": ", $k, $b",
    "And": ", $b",
    "Or": ", $k",
    "Xor": ", 1",
}


def _interlocked() -> list[Snippet]:
    found = []
    for op, rest in INTERLOCKED.items():
        for width, type_ in WIDTHS.items():
            call = f"Interlocked{op}{width}(&a$n{rest})"
            # (Add has one name)
            other = call if op == "Add" else f"_{call}"
            found.append(
                Snippet(
                    f"Interlocked{op}{width}",
                    f"if ({call} == $b) {{ $S }}",
                    f"$x = {other} == $k;",
                    globals=f"static volatile {type_} a$n;",
                    headers=H,
                )
            )
        if op != "Add":
            acquires, releases, orders_nothing = (
                f"Interlocked{op}{order}(&a$n{rest})" for order in ("Acquire", "Release", "NoFence")
            )
            found.append(
                Snippet(
                    f"Interlocked{op}, weaker",
                    f"if ({acquires} == $b) {{ $S }}",
                    f"$x = {releases} == $k; $x = {orders_nothing} == 1;",
                    globals="static volatile LONG a$n;",
                    headers=H,
                )
            )
    return found


def _handle(name: str, create: str, body: str, other: str = "", final: str = "CloseHandle(h$n);") -> Snippet:
    return Snippet(name, body, other, globals="static HANDLE h$n;", setup=f"h$n = {create};", final=final, headers=H)


SNIPPETS = (
    *_interlocked(),
    Snippet(
        "Interlocked, pointers",
        "if (InterlockedExchangePointer(&p$n, (PVOID)&x) == 0) { $S } "
        "if (_InterlockedCompareExchangePointer(&p$n, 0, (PVOID)&y) == (PVOID)&x) { $S }",
        "if (InterlockedCompareExchangePointer(&p$n, (PVOID)&y, 0)) { $S } else _InterlockedExchangePointer(&p$n, 0);",
        globals="static PVOID volatile p$n;",
        headers=H,
    ),
    Snippet(
        "critical section",
        "EnterCriticalSection(&m$n); $S LeaveCriticalSection(&m$n);",
        final="DeleteCriticalSection(&m$n);",
        **SECTION,
    ),
    Snippet("critical section kept", "EnterCriticalSection(&m$n); $S if ($x) LeaveCriticalSection(&m$n);", **SECTION),
    Snippet(
        "critical section twice",
        "EnterCriticalSection(&m$n); EnterCriticalSection(&m$n); $S LeaveCriticalSection(&m$n); "
        "if ($b) LeaveCriticalSection(&m$n);",
        "if (TryEnterCriticalSection(&m$n)) { $S LeaveCriticalSection(&m$n); } else { $S }",
        globals="static CRITICAL_SECTION m$n;",
        setup="InitializeCriticalSectionAndSpinCount(&m$n, 4);",
        headers=H,
    ),
    Snippet(
        "local critical section",
        "CRITICAL_SECTION l$n; InitializeCriticalSectionEx(&l$n, 4, 0); for (int i = 0; i < 2; i++) { "
        "EnterCriticalSection(&l$n); $S LeaveCriticalSection(&l$n); } if ($b) DeleteCriticalSection(&l$n);",
        headers="synchapi.h",
    ),
    Snippet(
        "slim lock",
        "AcquireSRWLockShared(&w$n); $S ReleaseSRWLockShared(&w$n);",
        "AcquireSRWLockExclusive(&w$n); $S ReleaseSRWLockExclusive(&w$n);",
        globals=SRW,
        headers=H,
    ),
    Snippet(
        "slim lock tried",
        "if (TryAcquireSRWLockShared(&w$n)) { $S ReleaseSRWLockShared(&w$n); }",
        "if (TryAcquireSRWLockExclusive(&w$n)) { $S ReleaseSRWLockExclusive(&w$n); } else { $S }",
        globals="static SRWLOCK w$n;",
        setup="InitializeSRWLock(&w$n);",
        headers=H,
    ),
    Snippet(
        "slim lock upgraded",
        "AcquireSRWLockShared(&w$n); $S if ($x == 1) AcquireSRWLockExclusive(&w$n); ReleaseSRWLockShared(&w$n);",
        globals=SRW,
        headers=H,
    ),
    Snippet(
        "condition variable",
        "EnterCriticalSection(&m$n); while (!go$n) SleepConditionVariableCS(&c$n, &m$n, INFINITE); $S "
        "LeaveCriticalSection(&m$n);",
        "EnterCriticalSection(&m$n); go$n = 1; LeaveCriticalSection(&m$n); WakeConditionVariable(&c$n);",
        globals="static CRITICAL_SECTION m$n; static CONDITION_VARIABLE c$n; static int go$n;",
        setup="InitializeCriticalSection(&m$n); InitializeConditionVariable(&c$n);",
        headers=H,
    ),
    Snippet(
        "condition variable without a loop",
        "AcquireSRWLockExclusive(&w$n); if (!go$n) SleepConditionVariableSRW(&c$n, &w$n, INFINITE, 0); $S "
        "ReleaseSRWLockExclusive(&w$n);",
        "AcquireSRWLockExclusive(&w$n); $S go$n = 1; WakeAllConditionVariable(&c$n); if ($b) ReleaseSRWLockExclusive(&w$n);",
        globals=SRW + " static CONDITION_VARIABLE c$n = CONDITION_VARIABLE_INIT; static int go$n;",
        headers=H,
    ),
    Snippet(
        "condition variable in time, shared",
        "AcquireSRWLockShared(&w$n); if (!SleepConditionVariableSRW(&c$n, &w$n, $k, CONDITION_VARIABLE_LOCKMODE_SHARED)"
        " && GetLastError() == ERROR_TIMEOUT) { $S } ReleaseSRWLockShared(&w$n);",
        "$S WakeAllConditionVariable(&c$n);",
        globals=SRW + " static CONDITION_VARIABLE c$n = CONDITION_VARIABLE_INIT;",
        headers=H,
    ),
    Snippet(
        "InitOnceExecuteOnce",
        "InitOnceExecuteOnce(&o$n, init$n, 0, 0); $S",
        globals="static INIT_ONCE o$n = INIT_ONCE_STATIC_INIT;",
        functions="static BOOL CALLBACK init$n(PINIT_ONCE o, PVOID p, PVOID *c) { $S return $x != $k; }",
        headers=H,
    ),
    Snippet(
        "InitOnceBeginInitialize",
        "BOOL p$n; if (InitOnceBeginInitialize(&o$n, 0, &p$n, 0) && p$n) { $S InitOnceComplete(&o$n, 0, 0); } $S",
        globals="static INIT_ONCE o$n = INIT_ONCE_STATIC_INIT;",
        headers=H,
    ),
    _handle(
        "mutex of WIN32",
        "CreateMutex(0, FALSE, 0)",
        "WaitForSingleObject(h$n, INFINITE); $S ReleaseMutex(h$n);",
    ),
    _handle(
        "mutex of WIN32 abandoned",
        "CreateMutexA(0, $b, 0)",
        "if (WaitForSingleObject(h$n, INFINITE) == WAIT_ABANDONED) { $S } else { $S } if ($x == 1) ReleaseMutex(h$n);",
        "if (WaitForSingleObject(h$n, 0) == WAIT_OBJECT_0) { $S } if (!ReleaseMutex(h$n)) { $S }",
    ),
    _handle(
        "semaphore of WIN32",
        "CreateSemaphore(0, $b, 2, 0)",
        "WaitForSingleObject(h$n, INFINITE); $S",
        "LONG v$n; if (ReleaseSemaphore(h$n, $k, &v$n)) $x = v$n; else { $S }",
    ),
    _handle(
        "event for one",
        "CreateEvent(0, FALSE, $b, 0)",
        "if (WaitForSingleObject(h$n, INFINITE) == WAIT_OBJECT_0) { $S }",
        "$S SetEvent(h$n);",
    ),
    _handle(
        "event for all",
        "CreateEventA(0, TRUE, 0, 0)",
        "if (WaitForSingleObject(h$n, $k) == WAIT_TIMEOUT) { $S } ResetEvent(h$n);",
        "SetEvent(h$n); $S WaitForSingleObject(h$n, INFINITE); $S",
    ),
    _handle(
        "handle closed too early",
        "CreateEvent(0, TRUE, 0, 0)",
        "CloseHandle(h$n); $S",
        "if (!SetEvent(h$n) && GetLastError() == ERROR_INVALID_HANDLE) { $S }",
        "",
    ),
    Snippet(
        "wait for one of two",
        "DWORD r$n = WaitForMultipleObjects(2, h$n, FALSE, INFINITE); if (r$n == WAIT_OBJECT_0 + $b) { $S }",
        "SetEvent(h$n[$b]); $S",
        globals="static HANDLE h$n[2];",
        setup="h$n[0] = CreateEvent(0, TRUE, $b, 0); h$n[1] = CreateEvent(0, FALSE, 0, 0);",
        headers=H,
    ),
    Snippet(
        "wait for both",
        "if (WaitForMultipleObjects(2, h$n, TRUE, INFINITE) < 2) { $S }",
        "$S ReleaseSemaphore(h$n[0], 1, 0); $S SetEvent(h$n[1]);",
        globals="static HANDLE h$n[2];",
        setup="h$n[0] = CreateSemaphore(0, 0, 1, 0); h$n[1] = CreateEvent(0, FALSE, $b, 0);",
        headers=H,
    ),
    Snippet("CreateThread", START + " $S WaitForSingleObject(t$n, INFINITE); $S", functions=SIDE, headers=H),
    Snippet("CreateThread alone", "CreateThread(0, 0, side$n, 0, 0, 0); $S", functions=SIDE, headers=H),
    Snippet(
        "threads of WIN32 waited for together",
        "HANDLE t$n[2]; for (int i = 0; i < 2; i++) t$n[i] = CreateThread(0, 0, side$n, 0, 0, 0); "
        "WaitForMultipleObjects(2, t$n, $b, INFINITE); $S",
        functions=SIDE,
        headers=H,
    ),
    Snippet(
        "exit code of a thread",
        START + " DWORD r$n; if ($b) WaitForSingleObject(t$n, INFINITE); "
        "if (GetExitCodeThread(t$n, &r$n) && r$n == STILL_ACTIVE) { $S } else $x = r$n; CloseHandle(t$n);",
        functions="static DWORD WINAPI side$n(LPVOID a) { $S if ($x == 2) ExitThread($k); return $b; }",
        headers=H,
    ),
    Snippet(
        "number of a thread",
        "DWORD i$n; HANDLE t$n = CreateThread(0, 0, side$n, 0, 0, &i$n); if (i$n == 4) { $S } CloseHandle(t$n);",
        functions=SIDE,
        headers=H,
    ),
    Snippet(
        "_beginthreadex",
        "HANDLE t$n = (HANDLE)_beginthreadex(0, 0, side$n, 0, 0, 0); WaitForSingleObject(t$n, INFINITE); $S "
        "CloseHandle(t$n);",
        functions=EX,
        headers="process.h windows.h",
    ),
    Snippet(
        "_beginthread",
        "_beginthread(side$n, 0, 0); $S",
        functions="static void side$n(void *a) { $S if ($x == $b) _endthread(); $S }",
        headers="process.h windows.h",
    ),
    Snippet("ExitProcess", "if ($x == $k) ExitProcess($b); $S", headers=H),
    Snippet(
        "TlsAlloc",
        "TlsSetValue(s$n, (LPVOID)&x); if (TlsGetValue(s$n) == 0) { $S }",
        "if (TlsGetValue(s$n) == 0) { $S }",
        globals="static DWORD s$n;",
        setup="s$n = TlsAlloc();",
        final="TlsFree(s$n);",
        headers=H,
    ),
    Snippet("last error", "SetLastError($k); $S Sleep(1); if (GetLastError() == $k) { $S }", headers=H),
    Snippet(
        "ticks",
        "ULONGLONG t$n = GetTickCount64(); SwitchToThread(); if (GetTickCount64() < t$n) { $S }",
        headers=H,
    ),
)
