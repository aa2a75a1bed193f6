"""`--threads N`: exactly as many threads as it says, whoever counts them, and each of them is a thread of its own."""

from __future__ import annotations

from pathlib import Path

import pytest

from threadproof import pipeline
from threadproof.options import Options
from threadproof.result.verdict import Safe, Unknown, Unsafe, Verdict

#: (see `tests.helpers.rotation`)
IN_TURN = 3

HEAD = """#include <pthread.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int s = 0; pthread_t t;
void *f(void *a) { if (__sync_add_and_fetch(&s, 1) > MOST) reach_error(); return 0; }
void *g(void *a) { pthread_create(&t, 0, f, 0); return 0; }
void h(void) { if (__sync_add_and_fetch(&s, 1) > MOST) reach_error(); }
"""
#: what main does, and how many instances of f (or h) there are for N
COUNTED = {
    "while (1) pthread_create(&t, 0, f, 0);": lambda n: n,
    "pthread_create(&t, 0, f, 0);": lambda n: n,
    "while (__VERIFIER_nondet_int()) { pthread_create(&t, 0, f, 0); pthread_create(&t, 0, f, 0); }": lambda n: 2 * n,
    "while (1) { pthread_create(&t, 0, f, 0); if (__VERIFIER_nondet_int()) break; } pthread_create(&t, 0, f, 0);":
        lambda n: 2 * n,
    "pthread_create(&t, 0, g, 0);": lambda n: n * n,
    "while (1) { __CPROVER_ASYNC_1: h(); }": lambda n: n,
}  # fmt: skip


def verify(folder: Path, text: str, engine: str, threads: str, *defines: str) -> Verdict:
    path = folder / "p.c"
    path.write_text(text)
    options = Options(engine=engine, threads=threads, defines=list(defines), timeout=20)
    result = pipeline.verify(path, options, check_with="bitwuzla")
    assert result.check is None or result.check.is_accepted
    return result.verdict


#: more instances take long
MOST = {"explore": 6, "impact": 3, "redcomp": 2, "symmpa": 3}


@pytest.mark.in_turn(5)
@pytest.mark.parametrize(
    ("engine", "main", "n"), [(e, m, n) for e in MOST for m in COUNTED for n in (1, 2, 3) if COUNTED[m](n) <= MOST[e]]
)
def test_count(engine: str, main: str, n: int, tmp_path: Path) -> None:
    instances = COUNTED[main](n)
    # (when main returns nobody goes on)
    text = f"{HEAD}int main(void) {{ {main} while (1); }}"
    verdict = verify(tmp_path, text, engine, str(n), f"MOST={instances - 1}")
    assert isinstance(verdict, Unsafe), verdict
    verdict = verify(tmp_path, text, engine, str(n), f"MOST={instances}")
    assert isinstance(verdict, Safe | Unknown if engine == "redcomp" else Safe), verdict


def test_at_least_one_is_started(tmp_path: Path) -> None:
    text = HEAD + "int main(void) { pthread_create(&t, 0, f, 0); pthread_join(t, 0); if (s == SEEN) reach_error(); }"
    for seen, holds in ((0, True), (1, False), (3, False), (4, True)):
        verdict = verify(tmp_path, text, "explore", "3", "MOST=9", f"SEEN={seen}")
        assert isinstance(verdict, Safe if holds else Unsafe), seen


# ---------------------------------------------------------------- threads beyond the limit never run

THREE = """int main(void) {
    pthread_t id[3];
    for (int i = 0; i < 3; i++) pthread_create(&id[i], 0, f, 0);
    CHECK
    for (int i = 0; i < 3; i++) pthread_join(id[i], 0);
    if (s != 3) reach_error();
    return 0;
}"""


@pytest.mark.parametrize("engine", ["explore", "impact"])
def test_main_waits_for_them(engine: str, tmp_path: Path) -> None:
    """That fewer than three have counted is no execution of the program."""
    for n in (1, 2, 3):
        assert isinstance(verify(tmp_path, HEAD + THREE, engine, str(n), "MOST=9", "CHECK="), Safe)


def test_nobody_waits_for_them_in_vain(tmp_path: Path) -> None:
    path = tmp_path / "p.c"
    path.write_text(HEAD + THREE)
    for property_ in ("no-deadlock", "termination"):
        options = Options(property=property_, threads="2", defines=["MOST=9", "CHECK="], timeout=20)
        assert not isinstance(pipeline.verify(path, options).verdict, Unsafe)


def test_they_are_different(tmp_path: Path) -> None:
    check = "CHECK=if (id[1] == id[2] || id[0] == id[2]) reach_error();"
    for n in (1, 2, 3):
        assert isinstance(verify(tmp_path, HEAD + THREE, "explore", str(n), "MOST=9", check), Safe)


def test_few_of_any_number_are_executions_of_the_program(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each creation starts at least one: three count at least, however many there are."""
    monkeypatch.setattr("threadproof.portfolio.stages", lambda *_: [])
    text = (HEAD + THREE).replace("s != 3", "s < 3")
    assert not isinstance(verify(tmp_path, text, "auto", "any", "MOST=1000", "CHECK="), Unsafe)


# ---------------------------------------------------------------- each is a thread of its own

OWN = {
    "a local that others could reach": (
        "int *p; void *w(void *a)"
        " { int x = 0; p = &x; __sync_fetch_and_add(&x, 1); if (x == 2) reach_error(); return 0; }"
        "int main(void) { pthread_t t; pthread_create(&t, 0, w, 0); pthread_join(t, 0); return 0; }",
        Safe,
    ),
    "its end": (
        "int s; void *w(void *a) { s++; return 0; } void *v(void *a) { s++; return 0; }"
        "int main(void) { pthread_t t, u; pthread_create(&t, 0, w, 0); pthread_create(&u, 0, v, 0);"
        " pthread_join(u, 0); pthread_join(t, 0); if (s == 3) reach_error(); return 0; }",
        Unsafe,
    ),
    "its number": (
        "pthread_t owner; void *w(void *a) { if (owner == 0) owner = pthread_self();"
        " else if (owner != pthread_self()) reach_error(); return 0; }"
        "int main(void) { pthread_t t; pthread_create(&t, 0, w, 0); pthread_join(t, 0); return 0; }",
        Unsafe,
    ),
    "numbers from different sites": (
        "int s; void *w(void *a) { s++; return 0; } void *v(void *a) { if (s == 4) reach_error(); return 0; }"
        "int main(void) { pthread_t t; pthread_create(&t, 0, v, 0); while (s < 9) pthread_create(&t, 0, w, 0); }",
        Safe,
    ),
}  # fmt: skip


@pytest.mark.parametrize("what", OWN)
@pytest.mark.parametrize("engine", ["explore", "impact"])
def test_its_own(what: str, engine: str, tmp_path: Path) -> None:
    text, expected = OWN[what]
    text = "#include <pthread.h>\nextern void reach_error(void);\n" + text
    assert isinstance(verify(tmp_path, text, engine, "2"), expected)
