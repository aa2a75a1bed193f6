"""Proofs that `impact` finds are accepted, whatever the reduction, the property and the solver of the checker."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.helpers.proving import CONDITION, MUTEX, POINTERS, POR, PROGRAMS, SECTIONS, UNBOUNDED, prove

#: (see `tests.helpers.rotation`)
IN_TURN = 4


@pytest.mark.parametrize("por", POR)
@pytest.mark.parametrize("name", PROGRAMS)
def test_every_reduction(name: str, por: str, tmp_path: Path) -> None:
    proved = prove(tmp_path, PROGRAMS[name], por)
    assert proved.complaints() == []


def test_a_condition_in_the_heap(tmp_path: Path) -> None:
    """Whoever waits looks first whether the memory is still there."""
    text = """
    struct future { pthread_mutex_t m; pthread_cond_t c; int set; };
    void *run(void *a) {
        struct future *f = a;
        pthread_mutex_lock(&f->m); f->set = 1; pthread_cond_signal(&f->c); pthread_mutex_unlock(&f->m);
        return 0;
    }
    int main(void) {
        pthread_t t;
        struct future *f = calloc(1, sizeof *f);
        pthread_mutex_init(&f->m, 0); pthread_cond_init(&f->c, 0);
        pthread_create(&t, 0, run, f);
        pthread_mutex_lock(&f->m);
        while (!f->set) pthread_cond_wait(&f->c, &f->m);
        pthread_mutex_unlock(&f->m);
        pthread_join(t, 0);
        check(f->set);
        free(f);
        return 0;
    }
    """
    assert prove(tmp_path, text, "sleep").complaints() == []


@pytest.mark.parametrize("solver", ["cvc5", "bitwuzla"])
@pytest.mark.parametrize("name", PROGRAMS)
def test_every_solver(name: str, solver: str, tmp_path: Path) -> None:
    assert prove(tmp_path, PROGRAMS[name]).complaints(solvers=[solver]) == []


@pytest.mark.parametrize(
    ("text", "property_"),
    [
        (MUTEX, "no-data-race"),
        (CONDITION, "no-data-race"),
        (MUTEX, "no-deadlock"),
        (UNBOUNDED, "no-overflow"),
        (SECTIONS, "no-overflow"),
        (POINTERS.replace("shared = mine;", "free(shared); shared = mine;"), "valid-memsafety"),
    ],
)
@pytest.mark.parametrize("por", ["none", "sleep"])
def test_every_property(text: str, property_: str, por: str, tmp_path: Path) -> None:
    assert prove(tmp_path, text, por, property_).complaints() == []


def test_without_forced_covers(tmp_path: Path) -> None:
    assert prove(tmp_path, PROGRAMS["mutex"], force_cover=False).complaints() == []


def test_something_is_asleep_alone_and_covered(tmp_path: Path) -> None:
    """Or the tests above would not test much."""
    reasons = set()
    asleep = covers = 0
    for text in PROGRAMS.values():
        data = prove(tmp_path, text).data
        reasons |= {row[7] for row in data["nodes"]}
        asleep += sum(len(row[5]) for row in data["nodes"])
        covers += len(data["covers"])
    assert reasons >= {None, "local", "future", "end"}
    assert asleep > 50
    assert covers > 50
