"""A Safe says so where there was nothing to check, or where no execution gets to an end."""

from __future__ import annotations

from pathlib import Path

import pytest

from threadproof import pipeline
from threadproof.engines import ENGINES
from threadproof.options import Options
from threadproof.result.verdict import Safe, Unknown

HEAD = """#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
extern void __VERIFIER_assume(int); extern int __VERIFIER_nondet_int(void);
"""


def notes(folder: Path, text: str, property_: str = "unreach-call", **settings: object) -> tuple[str, ...]:
    path = folder / "p.c"
    path.write_text(HEAD + text)
    result = pipeline.verify(path, Options.make(property=property_, **settings))
    assert isinstance(result.verdict, Safe), result.verdict
    return result.notes


@pytest.mark.parametrize(
    ("property_", "words"),
    [
        (
            "unreach-call",
            "no assertion and no call of reach_error() is reachable; --property chooses what else to look for",
        ),
        ("no-overflow", "no signed arithmetic that could overflow is reachable"),
        ("valid-memsafety", "no access by a pointer, no index and no allocation is reachable"),
        ("no-data-race", "no second thread is started"),
        ("no-deadlock", "nothing waits: no lock, no join, no condition"),
    ],
)
def test_nothing_to_check(tmp_path: Path, property_: str, words: str) -> None:
    unused = "int unused(int *p) { assert(*p); return *p + 1; }"
    main = "int main(void) { unsigned x = 1; x = x + 1; return x == 3; }"
    assert notes(tmp_path, unused + main, property_) == (f"nothing to check: {words}",)


@pytest.mark.parametrize("property_", ["unreach-call", "no-overflow", "valid-memsafety", "no-data-race", "no-deadlock"])
def test_something_to_check(tmp_path: Path, property_: str) -> None:
    text = """int x, a[2]; pthread_mutex_t m;
    void *f(void *p) { pthread_mutex_lock(&m); x = 1; a[x] = 2; pthread_mutex_unlock(&m); return 0; }
    int main(void) {
        pthread_t t; pthread_create(&t, 0, f, 0); pthread_join(t, 0);
        assert(x + 1 == 2); return 0; }
    """
    assert notes(tmp_path, text, property_) == ()


def test_no_execution_ends(tmp_path: Path) -> None:
    text = "int main(void) { int x = __VERIFIER_nondet_int(); __VERIFIER_assume(x > 5);\n__VERIFIER_assume(x < 3);\n"
    (note,) = notes(tmp_path, text + "assert(x == 9); return 0; }")
    assert note.startswith("no execution gets to the end of the program: an assumption does not hold (p.c:")
    assert note.endswith("; nothing is checked behind that")
    # undefined behaviour, in a thread that main waits for
    text = """int a[3], i = 5;
    void *f(void *p) { a[i] = 1; return 0; }
    int main(void) {
        pthread_t t; pthread_create(&t, 0, f, 0); pthread_join(t, 0);
        assert(a[0]); return 0; }
    """
    (note,) = notes(tmp_path, text)
    assert note.startswith("no execution gets to the end of the program: invalid access through a[i] (p.c:6)")


@pytest.mark.parametrize("condition", ["x == 123456", "x > 3"])
def test_some_execution_ends(tmp_path: Path, condition: str) -> None:
    """Also if it is a rare one that random runs do not find."""
    text = f"int main(void) {{ int x = __VERIFIER_nondet_int(); __VERIFIER_assume({condition}); assert(x); return 0; }}"
    assert notes(tmp_path, text) == ()


def test_waiting_for_ever_is_not_discarded(tmp_path: Path) -> None:
    text = "pthread_mutex_t m; int main(void) { pthread_mutex_lock(&m); pthread_mutex_lock(&m); assert(0); return 0; }"
    assert notes(tmp_path, text) == ()


def test_what_other_engines_said_is_not_forgotten(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "p.c"
    path.write_text("void unknown(int *); int x; int main(void) { unknown(&x); return x; }")
    for engines, reason, said in (
        (["symmpa"], "property not supported", ()),
        (["symmpa", "explore"], "unsupported construct", ("tried before: symmpa: property not supported",)),
    ):
        monkeypatch.setattr(
            "threadproof.portfolio.stages", lambda *_, names=engines: [(ENGINES[n], None) for n in names]
        )
        result = pipeline.verify(path, Options(property="no-data-race"))
        assert isinstance(result.verdict, Unknown)
        assert (result.verdict.reason, result.notes) == (reason, said)
