"""Each condition under which ranking functions prove that a program ends is needed: else a wrong claim is believed.

Each test takes a program that does not end, shows that the engine does not say that it does, switches one condition
off, for the engine and the checker alike, and shows that both are wrong then. Conditions that the engine never violates
are shown with proofs that somebody has changed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest

from threadproof import frontend, passes, pipeline
from threadproof.engines.rank import engine as rank
from threadproof.engines.rank import search
from threadproof.evidence.proof import check
from threadproof.evidence.proof import ranking as checker
from threadproof.evidence.proof.prover import Prover
from threadproof.ir.program import Program, Template
from threadproof.logic import term as T
from threadproof.options import Options
from threadproof.properties import TERMINATION
from threadproof.result.verdict import Safe
from threadproof.rules import ranking, spinning
from threadproof.rules.ranking import Layer, Name, Obligation, Recurring
from threadproof.rules.thread_modular import ThreadModular
from threadproof.rules.waiting import Option, Waiting

Patch = pytest.MonkeyPatch

TUG_OF_WAR = """
#include <pthread.h>
#include <stdatomic.h>
static atomic_int x;
static void *up(void *arg) { while (x < 10) atomic_fetch_add(&x, 1); return 0; }
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, up, 0);
    while (x > -10) atomic_fetch_sub(&x, 1);
    pthread_join(t, 0);
}
"""
HIDDEN = """
extern unsigned __VERIFIER_nondet_uint(void);
static _Atomic unsigned x;
#include <pthread.h>
static void *work(void *arg) {
    while (x == 0) { x = 1; while (x != 1) ; x = 0; }
    return 0;
}
static void *other(void *arg) { while (x < 2) ; return 0; }
int main(void) {
    pthread_t s, t;
    pthread_create(&s, 0, work, 0);
    pthread_create(&t, 0, other, 0);
    pthread_join(s, 0);
    pthread_join(t, 0);
}
"""
WRAPS = """
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) { unsigned x = __VERIFIER_nondet_uint(); while (x != 0) x -= 2; }
"""


def nobody_disturbs(patch: Patch) -> None:
    def careless(self: Recurring, layer: Layer, rule: ThreadModular) -> Iterator[Obligation]:
        yield from ()

    patch.setattr(Recurring, "from_others", careless)


def spinning_may_write(patch: Patch) -> None:
    def careless(recurring: Recurring, rule: ThreadModular) -> Iterator[Obligation]:
        yield from ()

    for module in (spinning, search, checker):
        patch.setattr(module, "purity", careless)


def wrapping_is_counting_down(patch: Patch) -> None:
    """As if numbers were no machine integers: x - 2 is less than x."""
    own = Recurring.own

    def careless(self: Recurring, layer: Layer, name: Name, rule: ThreadModular) -> Iterator[Obligation]:
        for o in own(self, layer, name, rule):
            rank = layer.ranks[name[1]]
            two = T.const(2, rank.width)
            yield Obligation(o.body, T.and_(o.constraint, T.ule(two, rank)) if rank.width > 2 else o.constraint, o.note)

    patch.setattr(Recurring, "own", careless)


CASES: dict[str, tuple[Callable[[Patch], None], str]] = {
    "others": (nobody_disturbs, TUG_OF_WAR),
    "purity": (spinning_may_write, HIDDEN),
    "wrapping": (wrapping_is_counting_down, WRAPS),
}


def verdict(file: Path, seconds: float) -> object:
    options = Options.make(property="termination", engine="rank", timeout=seconds, second_reading=False)
    result = pipeline.verify(file, options, check_with="z3")
    if isinstance(result.verdict, Safe):
        assert result.check is not None
        assert result.check.is_accepted, result.check
    return result.verdict


@pytest.mark.parametrize("name", CASES)
def test_condition_is_needed(name: str, tmp_path: Path, monkeypatch: Patch) -> None:
    mutation, text = CASES[name]
    file = tmp_path / "program.c"
    file.write_text(text)
    assert not isinstance(verdict(file, 8.0), Safe)
    mutation(monkeypatch)
    assert isinstance(verdict(file, 30.0), Safe)


# ---------------------------------------------------------------- waiting, from facts about each thread

KEPT = """
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void *keeper(void *arg) { pthread_mutex_lock(&m); return 0; }
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, keeper, 0);
    pthread_join(t, 0);
    pthread_mutex_lock(&m);
}
"""
NEVER = """
#include <pthread.h>
#include <stdatomic.h>
static atomic_int done;
static void *waiter(void *arg) { while (done != 1) ; return 0; }
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, waiter, 0);
    done = 2;
    pthread_join(t, 0);
}
"""


def nobody_has_ended(patch: Patch) -> None:
    options = Waiting.options

    def careless(self: Waiting, t: Template, n: int = 0) -> list[Option]:
        return [o for o in options(self, t, n) if not o.place.endswith("@ended")]

    patch.setattr(Waiting, "options", careless)


def nobody_spins(patch: Patch) -> None:
    for module in (rank, checker):
        patch.setattr(module, "detoured", lambda program, *rest: program)


def who_waits_can_move(patch: Patch) -> None:
    patch.setattr(Waiting, "_cannot_move", lambda self, t, at: T.FALSE)


WAITS: dict[str, tuple[Callable[[Patch], None], str]] = {
    "ended": (nobody_has_ended, KEPT),
    "spins": (nobody_spins, NEVER),
    "stuck": (who_waits_can_move, KEPT),
}


@pytest.mark.parametrize("name", WAITS)
def test_condition_on_waiting_is_needed(name: str, tmp_path: Path, monkeypatch: Patch) -> None:
    mutation, text = WAITS[name]
    file = tmp_path / "program.c"
    file.write_text(text)
    monkeypatch.setattr(rank, "ASKED", (("waits", 10.0),))
    assert not isinstance(verdict(file, 8.0), Safe)
    mutation(monkeypatch)
    assert isinstance(verdict(file, 30.0), Safe)


# ---------------------------------------------------------------- proofs that were changed

SPINS = """
#include <pthread.h>
#include <stdatomic.h>
extern int __VERIFIER_nondet_int(void);
static atomic_int done;
static void *work(void *arg) {
    for (int n = __VERIFIER_nondet_int(); n > 0; n--)
        atomic_fetch_or(&done, 2);
    done = 1;
    return 0;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, work, 0);
    while (done != 1) ;
    pthread_join(t, 0);
}
"""


@pytest.fixture(name="proved")
def _proved(tmp_path: Path) -> tuple[Program, dict[str, Any]]:
    file = tmp_path / "program.c"
    file.write_text(SPINS)
    options = Options.make(property="termination", engine="rank", timeout=60)
    found = pipeline.verify(file, options).verdict
    assert isinstance(found, Safe), found
    program = passes.run(frontend.load(file, options), TERMINATION)
    return passes.in_form(program, TERMINATION, "instances"), found.proof.data


def accepts(program: Program, data: dict[str, Any]) -> bool:
    found = check(program, TERMINATION, "ranking", data, Prover())
    return not found.complaints and not found.limit


def test_changed_proofs_are_refused(proved: tuple[Program, dict[str, Any]]) -> None:
    program, data = proved
    assert accepts(program, data)
    assert data["heads"]["main"]
    assert data["layers"]
    for part, wrong in {
        "heads": {},
        "layers": [],
        "waiting": None,
        "property": "no-deadlock",
        "program": "0" * 64,
        "boundaries": {name: at[:1] for name, at in data["boundaries"].items()},
        "k": "many",
    }.items():
        assert not accepts(program, {**data, part: wrong}), part
    more = deepcopy(data)
    more["layers"][0][2] = [[at, n] for at, _ in more["layers"][0][1] for n in range(2)]
    assert not accepts(program, more)


def test_heads_must_be_enough(proved: tuple[Program, dict[str, Any]], monkeypatch: Patch) -> None:
    """Without heads nobody is looked at who spins, and the program itself has no deadlock."""
    program, data = proved
    text = {**data, "heads": {}}
    assert not accepts(program, text)
    monkeypatch.setattr(checker, "are_enough", lambda *_: True)
    # (the proof about waiting is one about another program then)
    complaints = check(program, TERMINATION, "ranking", text, Prover()).complaints
    assert [str(c) for c in complaints] == [
        "the proof is about another program (or this one was read with other options)"
    ]


def test_threads_must_be_finitely_many(tmp_path: Path, monkeypatch: Patch) -> None:
    file = tmp_path / "program.c"
    file.write_text(
        "#include <pthread.h>\nvoid *work(void *a) { pthread_t t; pthread_create(&t, 0, work, 0); return 0; }\n"
        "int main(void) { pthread_t t; pthread_create(&t, 0, work, 0); pthread_exit(0); }\n"
    )
    asked: list[object] = []
    monkeypatch.setattr(
        rank._Attempt, "_without_deadlock", lambda self, *_: asked.append(_) or self._unknown("asked", "")
    )
    assert not isinstance(verdict(file, 8.0), Safe)
    assert not asked
    monkeypatch.setattr(rank, "creation_problem", lambda *_: "")
    monkeypatch.setattr(search, "creation_problem", lambda *_: "")
    monkeypatch.setattr(checker, "creation_problem", ranking.creation_problem)
    verdict(file, 8.0)
    assert asked  # all else is proved


def test_loops_in_sections_are_looked_at(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "program.c"
    path.write_text(
        "#include <pthread.h>\nvoid __VERIFIER_atomic_begin(void); void __VERIFIER_atomic_end(void); int x;\n"
        "void *f(void *a) { __VERIFIER_atomic_begin(); while (1) x = 1; __VERIFIER_atomic_end(); return 0; }\n"
        "int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); pthread_join(t, 0); return 0; }\n"
    )
    options = Options(property="termination", engine="rank", timeout=20)
    assert not isinstance(pipeline.verify(path, options).verdict, Safe)
    monkeypatch.setattr(ranking, "inside_sections", lambda t: frozenset())
    assert isinstance(pipeline.verify(path, options).verdict, Safe)
