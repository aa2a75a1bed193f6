"""Counterexamples followed in the source: those of our engines are confirmed, invented ones are refuted."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.differential.test_reference import UNSAFE, _name
from tests.helpers.rotation import rotating
from threadproof import pipeline
from threadproof.options import Options
from threadproof.reference.following import Followed, follow
from threadproof.reference.judge import repeat
from threadproof.reference.reading import read
from threadproof.result.outline import Outline
from threadproof.result.verdict import Unsafe

Case = tuple[Path, str, bool, str]


def _follow(case: Case, seconds: float) -> Followed:
    file, property_, _, model = case
    options = Options(property=property_, data_model=model, timeout=100)
    verdict = pipeline.verify(file, options).verdict
    assert isinstance(verdict, Unsafe), verdict
    found = follow(read(file, options), verdict.trace.outline, verdict.violated, seconds)
    if found.outcome == "confirmed":
        assert found.end is not None
        _, again = repeat(file, options, found.choices)
        assert (again.kind, again.text, again.pos) == ("violation", found.end.text, found.end.pos)
        done = [s.pos for s in again.steps if s.news is None and not s.what.startswith("frees ")]
        assert done == [s.pos for s in found.end.steps]
    return found


def test_counterexamples_are_confirmed() -> None:
    """None is refuted, and few are not understood."""
    sample = [UNSAFE[n] for n in rotating(8, len(UNSAFE))]
    found = {_name(c): _follow(c, 3) for c in sample}
    assert not [name for name, f in found.items() if f.outcome == "refuted"]
    assert sum(f.outcome == "open" for f in found.values()) <= 4, found


@pytest.mark.long
@pytest.mark.parametrize("case", [pytest.param(c, id=_name(c)) for c in UNSAFE])
def test_counterexamples_are_confirmed_long(case: Case) -> None:
    assert _follow(case, 10).outcome != "refuted"


THREADS = """extern void reach_error(void);
#include <pthread.h>
int x, y;
void *w(void *a) {
    x = 1;
    y = 1;
    return 0;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, w, 0);
    if (y == 1 && x == 0)
        reach_error();
    return 0;
}
"""


def test_an_invented_counterexample_is_refuted(tmp_path: Path) -> None:
    file = tmp_path / "p.c"
    file.write_text(THREADS)
    reading = read(file, Options())
    lines = [(1, 11, 2), (2, 5, None), (2, 6, None), (1, 12, None)]
    outline = [Outline(t, ((str(file), line),), visible=True, created=new) for t, line, new in lines]
    assert follow(reading, outline, "unreach-call", 10).outcome == "refuted"
    file.write_text(THREADS.replace("y == 1 && x == 0", "y == 0 && x == 1"))
    found = follow(read(file, Options()), outline, "unreach-call", 10)
    assert found.outcome == "confirmed"


def test_inputs_are_those_of_the_outline(tmp_path: Path) -> None:
    file = tmp_path / "p.c"
    file.write_text("""extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n == -123456)
        reach_error();
    return 0;
}
""")
    reading = read(file, Options())
    place = ((str(file), 4),)
    assert follow(reading, [Outline(1, place, input=-123456 & 0xFFFFFFFF)], "unreach-call", 5).outcome == "confirmed"
    assert follow(reading, [Outline(1, place, input=5)], "unreach-call", 5).outcome == "refuted"
    # an input that is not named might have been any number
    assert follow(reading, [], "unreach-call", 5).outcome == "open"


RACE_WITH_A_SECTION = """#include <pthread.h>
extern void __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void);
int x, y, z;
void *far(void *a) {
    for (int i = 0; i < 300; i++)
        z = i;
    x = 2;
    return 0;
}
void *inside(void *a) {
    __VERIFIER_atomic_begin();
    y = 1;
    x = 1;
    __VERIFIER_atomic_end();
    return 0;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, far, 0);
    pthread_create(&t, 0, inside, 0);
    return 0;
}
"""


def test_who_races_with_a_section_is_there_before_it_begins(tmp_path: Path) -> None:
    """Once one thread is inside, nobody else can move."""
    file = tmp_path / "p.c"
    file.write_text(RACE_WITH_A_SECTION)
    options = Options(property="no-data-race", engine="explore")
    verdict = pipeline.verify(file, options).verdict
    assert isinstance(verdict, Unsafe)
    found = follow(read(file, options), verdict.trace.outline, verdict.violated, 10)
    assert found.outcome == "confirmed"


MANY_THREADS = """#include <pthread.h>
extern void reach_error(void);
int r, x, y;
void __VERIFIER_atomic_enter(void) {
    r = r + 1;
    y = r;
}
void *reader(void *a) {
    __VERIFIER_atomic_enter();
    if (x == 1 && y == 4)
        reach_error();
    return 0;
}
void *writer(void *a) {
    if (y == 2)
        x = 1;
    return 0;
}
int main(void) {
    pthread_t t1, t2, t3, t4, t5;
    pthread_create(&t1, 0, reader, 0);
    pthread_create(&t2, 0, writer, 0);
    pthread_create(&t3, 0, reader, 0);
    pthread_create(&t4, 0, reader, 0);
    pthread_create(&t5, 0, reader, 0);
    return 0;
}
"""


@pytest.mark.parametrize("engine", ["explore", "impact"])
def test_few_attempts_are_needed(engine: str, tmp_path: Path) -> None:
    """Creations take several actions each, and calls come back to lines where nothing happens."""
    file = tmp_path / "p.c"
    file.write_text(MANY_THREADS)
    verdict = pipeline.verify(file, Options(engine=engine)).verdict
    assert isinstance(verdict, Unsafe)
    found = follow(read(file, Options()), verdict.trace.outline, verdict.violated, 30)
    assert found.outcome == "confirmed"
    assert found.attempts <= 4
