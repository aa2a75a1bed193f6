"""Ranking functions: loops over unbounded data that end, alone and beside other threads; and loops that do not end."""

from __future__ import annotations

from pathlib import Path

import pytest

from threadproof import pipeline
from threadproof.options import Options
from threadproof.result.result import Result
from threadproof.result.verdict import Safe, Unknown, Unsafe

#: (see `tests.helpers.rotation`)
IN_TURN = 3

INPUTS = "extern int __VERIFIER_nondet_int(void);\nextern unsigned __VERIFIER_nondet_uint(void);\n"

#: bodies of main, for any int x, y and unsigned a, b
ENDING = {
    "counted": "for (int i = 0; i < x; i++) ;",
    "counted down by two": "while (x > 0) x -= 2;",
    "at least one, up to 100": "if (y > 0 && y < 100 && x < 1000000) for (int i = 0; i < x; i += y) ;",
    "nested, the inner one restarts": "for (int i = 0; i < x; i++) for (int j = i; j < y; j++) ;",
    "one of two at a time": "while (x > 0 && y > 0) { if (a++ % 2) { x--; y = b; } else y--; }",
    "subtraction": "if (a && b) while (a != b) { if (a > b) a -= b; else b -= a; }",
    "division with remainder": "while (b != 0) { unsigned t = a % b; a = b; b = t; }",
    "halves": "while (a > 1) { if (a % 2) a -= 1; else a /= 2; }",
    "bits": "while (a) a &= a - 1;",
    "wraps around to zero": "while (a != 0) a++;",
    "two phases": "while (x > 0) { if (y > 0) y--; else x--; }",
    "a linear number": "int c = 1; if (x > -1000 && x < 1000) while (c > 0) { if (x > 100) { x -= 10; c--; }"
    " else { x += 11; c++; } }",
}

NOT_ENDING = {
    "a step of zero": "if (y >= 0 && y < 100 && x < 1000) for (int i = 0; i < x; i += y) ;",
    "nothing changes": "while (x == 7) y++, y--;",
    "steps over zero": "a |= 1; while (a != 0) a ^= 2;",
}


def verify(folder: Path, text: str, **options: object) -> Result:
    path = folder / "program.c"
    path.write_text(text)
    chosen = Options.make(property="termination", engine="rank", **{"timeout": 60, **options})  # type: ignore[arg-type]
    return pipeline.verify(path, chosen, check_with="z3")


def sequential(body: str) -> str:
    head = "int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();\n"
    head += "unsigned a = __VERIFIER_nondet_uint(), b = __VERIFIER_nondet_uint();\n"
    return f"{INPUTS}int main(void) {{\n{head}{body}\nreturn 0; }}\n"


@pytest.mark.parametrize("name", ENDING)
def test_a_loop_that_ends(name: str, tmp_path: Path) -> None:
    result = verify(tmp_path, sequential(ENDING[name]))
    assert isinstance(result.verdict, Safe), result.verdict
    assert result.verdict.proof.kind == "ranking"
    assert result.check is not None
    assert result.check.is_accepted, result.check


@pytest.mark.parametrize("name", NOT_ENDING)
def test_a_loop_that_does_not_end(name: str, tmp_path: Path) -> None:
    verdict = verify(tmp_path, sequential(NOT_ENDING[name])).verdict
    assert isinstance(verdict, Unsafe), verdict
    assert "run for ever" in verdict.trace.violation


def test_a_decrease_that_wraps_around_is_none(tmp_path: Path) -> None:
    assert not isinstance(verify(tmp_path, sequential("while (a != 0) a -= 2;"), timeout=6).verdict, Safe)


THREADS = "#include <pthread.h>\n#include <stdatomic.h>\n" + INPUTS


def two(shared: str, first: str, second: str) -> str:
    return f"""{THREADS}{shared}
    void *one(void *arg) {{ {first} return 0; }}
    void *two(void *arg) {{ {second} return 0; }}
    int main(void) {{
        pthread_t s, t;
        pthread_create(&s, 0, one, 0);
        pthread_create(&t, 0, two, 0);
        pthread_join(s, 0);
        pthread_join(t, 0);
    }}
    """


def test_others_may_only_help(tmp_path: Path) -> None:
    """Both count down; if one counts up, it depends on whether that ends."""
    shared = "_Atomic unsigned x = 1000000;"
    up = "for (unsigned n = __VERIFIER_nondet_uint(); n > 0; n--) x = 7;"
    assert isinstance(verify(tmp_path, two(shared, up, "while (x == 7) x = 8;")).verdict, Safe)
    forever = "while (x < 10) x++;"
    assert isinstance(
        verify(tmp_path, two(shared, forever, "while (x >= 10) x--;"), timeout=10).verdict, Unsafe | Unknown
    )


def test_who_spins_waits(tmp_path: Path) -> None:
    work = "for (int n = __VERIFIER_nondet_int(); n > 0; n--) ;"
    spin = "while (!done) ;"
    result = verify(tmp_path, two("atomic_int done;", f"{work} done = 1;", spin))
    assert isinstance(result.verdict, Safe), result.verdict
    assert any("what it waits for is done by others" in note for note in result.notes)
    verdict = verify(tmp_path, two("atomic_int done;", f"{work} if (done == 0) done = 1;", spin))
    assert isinstance(verdict.verdict, Safe)
    verdict = verify(tmp_path, two("atomic_int done;", f"{work} if (done) done = 1;", spin))
    assert isinstance(verdict.verdict, Unsafe)


def test_a_loop_that_begins_with_a_wait(tmp_path: Path) -> None:
    """Who waits there for what never comes does not spin, though the loop does nothing else but look."""
    text = """#include <windows.h>
    HANDLE e; volatile LONG x;
    DWORD WINAPI f(LPVOID p) { do WaitForSingleObject(e, INFINITE); while (!x); return 0; }
    int main(void) {
        e = CreateEvent(NULL, TRUE, TRUE, NULL);
        HANDLE t = CreateThread(NULL, 0, f, NULL, 0, NULL);
        %s x = 1; WaitForSingleObject(t, INFINITE);
        return 0;
    }"""
    assert isinstance(verify(tmp_path, text % "ResetEvent(e);").verdict, Unsafe)
    assert isinstance(verify(tmp_path, text % "").verdict, Safe)


def test_a_compare_and_swap_fails_only_if_another_succeeds(tmp_path: Path) -> None:
    """Neither the number of rounds nor the values are bounded."""
    text = Path(__file__).parents[2].joinpath("programs/termination/cas_retry_safe.c").read_text()
    result = verify(tmp_path, text)
    assert isinstance(result.verdict, Safe), result.verdict


def test_threads_that_start_threads_like_them(tmp_path: Path) -> None:
    text = f"""{THREADS}
    void *work(void *arg) {{ pthread_t t; pthread_create(&t, 0, work, 0); return 0; }}
    int main(void) {{ work(0); pthread_exit(0); }}
    """
    verdict = verify(tmp_path, text, timeout=10).verdict
    assert isinstance(verdict, Unknown)
    assert verdict.reason == "number of threads not bounded"


def test_a_thread_that_is_stuck_is_a_violation(tmp_path: Path) -> None:
    text = two("pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;", "pthread_mutex_lock(&m);", "pthread_mutex_lock(&m);")
    verdict = verify(tmp_path, text).verdict
    assert isinstance(verdict, Unsafe)
    assert "deadlock" in verdict.trace.violation


def test_a_line_for_each_loop(tmp_path: Path) -> None:
    result = verify(tmp_path, sequential("while (y > 0) y -= 3;\nwhile (x < 7) x++;\nwhile (b > 3) b--;"))
    assert [n.partition(" ends: ")[2] for n in result.notes[:3]] == ["y goes down", "x goes up", "b goes down"]
