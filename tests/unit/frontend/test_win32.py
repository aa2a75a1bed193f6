"""WIN32: headers, what is not understood of it, and types that programs have themselves."""

from __future__ import annotations

from pathlib import Path

import pytest

from threadproof import pipeline
from threadproof.cpp.directives import _CAPITALS
from threadproof.frontend.preprocess import HOST_STUBS
from threadproof.options import Options
from threadproof.result.verdict import Safe, Unknown, Unsafe, Verdict

#: (see `tests.helpers.rotation`)
IN_TURN = 3

PRELUDE = """#include <windows.h>
#include <process.h>
CRITICAL_SECTION cs;
SRWLOCK srw;
CONDITION_VARIABLE cv;
HANDLE h;
DWORD n;
DWORD WINAPI f(LPVOID p) { return 0; }
void g(void *p) {}
"""

#: (statement, words of the message)
USES = [
    ("EnterCriticalSection(&cs);", "not initialised"),
    ("TryEnterCriticalSection(&cs);", "not initialised"),
    ("InitializeCriticalSection(&cs); LeaveCriticalSection(&cs);", "has not entered"),
    ("InitializeCriticalSection(&cs); DeleteCriticalSection(&cs); EnterCriticalSection(&cs);", "not initialised"),
    ("InitializeCriticalSection(&cs); EnterCriticalSection(&cs); DeleteCriticalSection(&cs);", "in it"),
    ("SleepConditionVariableCS(&cv, &cs, INFINITE);", "not initialised"),
    ("InitializeCriticalSection(&cs); SleepConditionVariableCS(&cv, &cs, 1);", "has not entered"),
    ("ReleaseSRWLockExclusive(&srw);", "has not acquired"),
    ("ReleaseSRWLockShared(&srw);", "has not acquired"),
    ("SleepConditionVariableSRW(&cv, &srw, INFINITE, 0);", "has not acquired"),
    ("h = CreateEvent(NULL, 0, 1, NULL); CloseHandle(h); WaitForSingleObject(h, 0);", "was closed"),
    ("h = CreateEvent(NULL, 0, 1, NULL); CloseHandle(h); CloseHandle(h);", "was closed"),
    ("h = CreateEvent(NULL, 0, 1, NULL); CloseHandle(h); SetEvent(h);", "was closed"),
    ("h = CreateMutex(NULL, 1, NULL); CloseHandle(h); ReleaseMutex(h);", "was closed"),
    ('h = CreateMutex(NULL, 1, "name");', "has a name"),
    ("h = CreateThread(NULL, 0, f, NULL, CREATE_SUSPENDED, NULL);", "does not start"),
    ("h = (HANDLE)_beginthread(g, 0, NULL); WaitForSingleObject(h, INFINITE);", "was closed"),
    ("h = CreateThread(NULL, 0, f, NULL, 0, &n); n = GetCurrentThreadId();", "number of a thread"),
    ("WaitForSingleObject(GetCurrentThread(), INFINITE);", "the thread or the process itself"),
    ("h = CreateEvent(NULL, 0, 1, NULL); HANDLE a[2] = {h, h}; WaitForMultipleObjects(2, a, 0, 0);", "twice"),
    ("HANDLE a[9] = {0}; WaitForMultipleObjects(9, a, 0, 0);", "more than 8 objects"),
    ("for (int i = 0; i < 65; i++) h = CreateEvent(NULL, 0, 0, NULL);", "more than 64 handles"),
    ("WaitForSingleObjectEx(h, 0, TRUE);", "may be interrupted"),
    ("Sleep(INFINITE);", "without an end"),
    ("n = TlsAlloc(); TlsFree(n); TlsGetValue(n);", "was freed"),
    ("INIT_ONCE o = INIT_ONCE_STATIC_INIT; BOOL p; InitOnceBeginInitialize(&o, INIT_ONCE_ASYNC, &p, 0);", "several"),
    ("TerminateThread(h, 0);", "TerminateThread"),
    ("SuspendThread(h);", "SuspendThread"),
    ("PulseEvent(h);", "PulseEvent"),
    (
        "InitializeCriticalSection(&cs); EnterCriticalSection(&cs); CRITICAL_SECTION other = cs;",
        "copy of a synchronisation object",
    ),
]


def verify(text: str, folder: Path, **options: str) -> Verdict:
    path = folder / "program.c"
    path.write_text(text)
    return pipeline.verify(path, Options(timeout=60, engine="explore", **options)).verdict  # type: ignore[arg-type]


@pytest.mark.parametrize(("use", "words"), USES, ids=[use[:60] for use, _ in USES])
def test_not_understood(use: str, words: str, tmp_path: Path) -> None:
    verdict = verify(PRELUDE + "int main(void) {\n" + use + "\nreturn 0; }\n", tmp_path)
    assert isinstance(verdict, Unknown), verdict
    text = f"{verdict.reason} {verdict.detail}"
    assert words in text and "11" in text, text


HEADERS = sorted(path.name for path in HOST_STUBS.glob("*.h"))
LOCKED = """
CRITICAL_SECTION c;
int x;
DWORD WINAPI f(LPVOID p) { EnterCriticalSection(&c); x++; LeaveCriticalSection(&c); return 0; }
int main(void) {
  InitializeCriticalSection(&c);
  HANDLE t = CreateThread(NULL, 0, f, NULL, 0, NULL);
  f(NULL);
  WaitForSingleObject(t, INFINITE);
  if (x != 2) { extern void reach_error(void); reach_error(); }
  return sizeof(LONG) + sizeof(DWORD) - 8 + sizeof(LONG64) - 8;
}
"""


@pytest.mark.parametrize("model", ["ILP32", "LP64"])
@pytest.mark.parametrize("cpp", ["builtin", "gcc"])
@pytest.mark.parametrize("header", ["windows.h", "process.h", "synchapi.h"])
def test_headers(header: str, cpp: str, model: str, tmp_path: Path) -> None:
    text = f"#include <{header}>\n{LOCKED}"
    assert isinstance(verify(text, tmp_path, cpp=cpp, data_model=model), Safe)
    assert isinstance(verify(text, tmp_path, cpp=cpp, data_model=model, property="no-data-race"), Safe)


@pytest.mark.parametrize("header", HEADERS)
def test_each_header_declares_them(header: str, tmp_path: Path) -> None:
    text = f"#include <{header}>\nHANDLE h; int main(void) {{ return sizeof(CRITICAL_SECTION) == 0; }}\n"
    assert isinstance(verify(text, tmp_path), Safe)


@pytest.mark.parametrize("cpp", ["builtin", "gcc"])
def test_capital_letters(cpp: str, tmp_path: Path) -> None:
    assert isinstance(verify(f"#include <Windows.h>\n{LOCKED}", tmp_path, cpp=cpp), Safe)


def test_headers_of_capital_letters() -> None:
    assert {path.name for path in (HOST_STUBS / "capitals").iterdir()} == set(_CAPITALS)


def test_who_asks_for_the_header_is_told_what_the_system_has(tmp_path: Path) -> None:
    text = """
    #if __has_include(<windows.h>)
    extern void reach_error(void);
    int main(void) { reach_error(); }
    #else
    int main(void) { return 0; }
    #endif
    """
    assert isinstance(verify(text, tmp_path), Safe)
    assert isinstance(verify("#define _WIN32 1\n" + text, tmp_path), Unsafe)


def test_numbers_of_another_width(tmp_path: Path) -> None:
    text = "long InterlockedIncrement(long volatile *); long x; int main(void) { InterlockedIncrement(&x); return 0; }"
    assert isinstance(verify(text, tmp_path), Safe)
    assert isinstance(verify(text, tmp_path, data_model="LP64"), Unknown)


def test_own_types(tmp_path: Path) -> None:
    """A program for several systems may have its own types of these names."""
    text = """#include <pthread.h>
    typedef pthread_mutex_t CRITICAL_SECTION;
    typedef struct { int n; } SRWLOCK;
    static void EnterCriticalSection(CRITICAL_SECTION *c) { pthread_mutex_lock(c); }
    CRITICAL_SECTION c; SRWLOCK l;
    int main(void) { EnterCriticalSection(&c); l.n = 1; return l.n; }
    """
    assert isinstance(verify(text, tmp_path), Safe)


def test_thread_local(tmp_path: Path) -> None:
    text = """#include <windows.h>
    __declspec(thread) int x; __declspec(align(16)) int y;
    DWORD WINAPI f(LPVOID p) { x = 1; return 0; }
    int main(void) {
      HANDLE t = CreateThread(NULL, 0, f, NULL, 0, NULL);
      WaitForSingleObject(t, INFINITE);
      if (x == 1) { extern void reach_error(void); reach_error(); }
    }
    """
    assert isinstance(verify(text, tmp_path), Safe)
    assert isinstance(verify(text.replace("__declspec(thread)", ""), tmp_path), Unsafe)


def test_any_number_of_threads_without_handles(tmp_path: Path) -> None:
    text = """#include <windows.h>
    extern _Bool __VERIFIER_nondet_bool(void);
    extern void reach_error(void);
    CRITICAL_SECTION c; int x;
    DWORD WINAPI f(LPVOID p) {
      EnterCriticalSection(&c); x = 1; if (x != 1) reach_error(); x = 0; LeaveCriticalSection(&c); return 0;
    }
    int main(void) {
      InitializeCriticalSection(&c);
      while (__VERIFIER_nondet_bool()) CreateThread(NULL, 0, f, NULL, 0, NULL);
    }
    """
    path = tmp_path / "program.c"
    path.write_text(text)
    assert isinstance(pipeline.verify(path, Options(timeout=60)).verdict, Safe)
