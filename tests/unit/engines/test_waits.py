"""No deadlock, and ends, with any number of threads: from facts about each thread alone."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from threadproof import passes, pipeline
from threadproof.engines.engine import Run
from threadproof.engines.rank import engine as rank
from threadproof.engines.waits.engine import Waits
from threadproof.ir import op as O
from threadproof.ir.program import Program
from threadproof.options import Options
from threadproof.properties import NO_DEADLOCK
from threadproof.records import replace
from threadproof.result.verdict import Safe, Unsafe, Verdict
from threadproof.rules import joining, owners
from threadproof.rules.joining import Joining
from threadproof.rules.thread_modular import ThreadModular

Patch = pytest.MonkeyPatch

HEAD = """
#include <pthread.h>
#include <stdatomic.h>
#include <semaphore.h>
pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
extern int __VERIFIER_nondet_int(void);
int n;
"""
ONE = "int main(void) { pthread_t t; pthread_create(&t, 0, w, 0); pthread_join(t, 0); return 0; }"
TWO = """int main(void) { pthread_t t, u; pthread_create(&t, 0, w, 0); pthread_create(&u, 0, v, 0);
    pthread_join(t, 0); pthread_join(u, 0); return 0; }"""


def body(*steps: str, name: str = "w") -> str:
    """L(a) takes a lock, U(a) gives it back."""
    text = "; ".join(steps).replace("L(", "pthread_mutex_lock(&").replace("U(", "pthread_mutex_unlock(&")
    return f"void *{name}(void *x) {{ {text}; return 0; }}\n"


#: program, whether it has no deadlock, whether every execution ends; None: not decided
PROGRAMS: dict[str, tuple[str, bool | None, bool | None]] = {
    "two locks, in one order": (body("L(a)", "L(b)", "n++", "U(b)", "U(a)") + ONE, True, True),
    "two locks, in two orders": (
        body("L(a)", "L(b)", "U(b)", "U(a)") + body("L(b)", "L(a)", "U(a)", "U(b)", name="v") + TWO,
        False,
        False,
    ),
    "two locks, in an order that depends": (
        body("if (__VERIFIER_nondet_int()) { L(a); L(b); } else { L(b); L(a); } U(a)", "U(b)") + ONE,
        False,
        False,
    ),
    "two kinds": (
        body("L(a)", "L(b)", "n++", "U(b)", "U(a)") + body("L(b)", "n--", "U(b)", "L(a)", "U(a)", name="v") + TWO,
        True,
        True,
    ),
    "kept": (body("L(a)") + ONE, False, False),
    "kept by some": (body("L(a)", "if (__VERIFIER_nondet_int()) return 0", "U(a)") + ONE, False, False),
    "taken twice": (body("L(a)", "L(a)", "U(a)") + ONE, False, False),
    "main has it": (
        body("L(a)", "U(a)") + ONE.replace("pthread_create", "pthread_mutex_lock(&a); pthread_create"),
        False,
        False,
    ),
    "main has it for a while": (
        body("L(a)", "U(a)")
        + ONE.replace("pthread_create", "pthread_mutex_lock(&a); pthread_create").replace(
            "pthread_join", "pthread_mutex_unlock(&a); pthread_join"
        ),
        True,
        True,
    ),
    "children": (
        body("L(a)", "U(a)", name="v") + body("pthread_t t", "pthread_create(&t, 0, v, 0)", "pthread_join(t, 0)") + ONE,
        True,
        True,
    ),
    "children of one who has the lock": (
        body("L(a)", "U(a)", name="v")
        + body("pthread_t t", "L(a)", "pthread_create(&t, 0, v, 0)", "pthread_join(t, 0)", "U(a)")
        + ONE,
        False,
        False,
    ),
    "joins main": (
        "pthread_t m;"
        + body("pthread_join(m, 0)")
        + ONE.replace("pthread_create", "m = pthread_self(); pthread_create"),
        False,
        False,
    ),
    "detached": (
        body("L(a)", "U(a)")
        + "int main(void) { pthread_t t; pthread_create(&t, 0, w, 0); pthread_detach(t); pthread_exit(0); }",
        True,
        True,
    ),
    "spins for main": (
        "atomic_int go;" + body("while (!go)") + ONE.replace("pthread_join", "go = 1; pthread_join"),
        True,
        True,
    ),
    "spins for another value": (
        "atomic_int go;" + body("while (go != 1)") + ONE.replace("pthread_join", "go = 2; pthread_join"),
        True,
        False,
    ),
    "rounds": (body("for (int i = __VERIFIER_nondet_int(); i > 0; i--) { L(a); n++; U(a); }") + ONE, True, True),
    "rounds until nobody": (body("for (;;) { L(a); if (n) { U(a); break; } U(a); }") + ONE, True, False),
    "tries": (body("while (pthread_mutex_trylock(&a))", "U(a)") + ONE, True, True),
    "flag": (
        "atomic_flag f = ATOMIC_FLAG_INIT;"
        + body("while (atomic_flag_test_and_set(&f))", "n++", "atomic_flag_clear(&f)")
        + ONE,
        True,
        None,
    ),
    "semaphore that nobody raises": (
        "sem_t s;" + body("sem_wait(&s)") + ONE.replace("pthread_create", "sem_init(&s, 0, 1); pthread_create"),
        False,
        False,
    ),
}
WORDS = {True: Safe, False: Unsafe}


def verdict(text: str, folder: Path, property_: str, engine: str = "auto", seconds: float = 60) -> Verdict:
    path = folder / "program.c"
    path.write_text(HEAD + text)
    options = Options.make(property=property_, engine=engine, threads="any", timeout=seconds, second_reading=False)
    return pipeline.verify(path, options, check_with="z3").verdict  # raises if a proof is refused


@pytest.mark.parametrize("name", PROGRAMS)
def test_deadlocks(name: str, tmp_path: Path) -> None:
    text, expected, _ = PROGRAMS[name]
    found = verdict(text, tmp_path, "no-deadlock", "auto" if expected is False else "waits")
    assert expected is not None
    assert isinstance(found, WORDS[expected]), found


@pytest.mark.parametrize("name", PROGRAMS)
def test_ends(name: str, tmp_path: Path) -> None:
    text, _, expected = PROGRAMS[name]
    found = verdict(
        text, tmp_path, "termination", "auto" if expected is False else "rank", 10 if expected is None else 60
    )
    assert expected is None or isinstance(found, WORDS[expected]), found
    assert expected is not None or not isinstance(found, Unsafe)


# ---------------------------------------------------------------- each condition is needed


def all_are_one(patch: Patch) -> None:
    patch.setattr(ThreadModular, "copy", lambda self, n, v: v)


def any_number_is_an_owner(patch: Patch) -> None:
    patch.setattr(owners, "_is_owned", lambda program, v: True)


def whoever_is_there_is_younger(patch: Patch) -> None:
    of = Joining.of

    def careless(self: Joining, t: object, at: int) -> frozenset[str]:
        return of(self, t, at) or frozenset({"nobody"})  # type: ignore[arg-type]

    patch.setattr(Joining, "of", careless)


#: the property, what is left out, and a program that is wrongly Safe then
CONDITIONS: dict[str, tuple[str, Callable[[Patch], None], str]] = {
    "each has variables of its own": ("no-deadlock", all_are_one, PROGRAMS["two locks, in an order that depends"][0]),
    "numbers are of those who write them": (
        "termination",
        any_number_is_an_owner,
        # (7 and 8 are nobody's numbers)
        "atomic_int owner;"
        + body("L(a)", "U(a)", "while (owner)")
        + ONE.replace(
            "pthread_create",
            "if (__VERIFIER_nondet_int()) owner = 7; if (__VERIFIER_nondet_int()) owner = 8; pthread_create",
        ),
    ),
    "joins of others are not understood": ("no-deadlock", whoever_is_there_is_younger, PROGRAMS["joins main"][0]),
}


@pytest.mark.parametrize("name", CONDITIONS)
def test_condition_is_needed(name: str, tmp_path: Path, monkeypatch: Patch) -> None:
    property_, mutation, text = CONDITIONS[name]
    engine = "rank" if property_ == "termination" else "waits"
    monkeypatch.setattr(rank, "ASKED_OF_MANY", (("waits", 10.0),))  # nobody looks for violations
    for hunt, none in {"FIRST_HUNTERS": (), "HUNTERS": (), "FIRST_ROUNDS": 0.0, "MORE_ROUNDS": 0.0}.items():
        monkeypatch.setattr(rank, hunt, none)
    assert not isinstance(verdict(text, tmp_path, property_, engine, 8), Safe)
    mutation(monkeypatch)
    assert isinstance(verdict(text, tmp_path, property_, engine), Safe)


def seen(text: str, folder: Path, changed: Callable[[O.Op, Program], O.Op | None]) -> Program:
    """What `waits` sees of a program, with other operations."""
    file = folder / "program.c"
    file.write_text(HEAD + text)
    options = Options.make(property="no-deadlock", threads="any")
    program = passes.in_form(passes.run(pipeline.load(file, options), NO_DEADLOCK), NO_DEADLOCK, "instances")
    for t in program.templates.values():
        t.edges[:] = [[replace(e, op=op) for e in out if (op := changed(e.op, program))] for out in t.edges]
    return program


def is_proved(program: Program) -> bool:
    return isinstance(Waits().verify(program, NO_DEADLOCK, Run(Options())), Safe)


def test_on_each_way_it_is_a_child(tmp_path: Path, monkeypatch: Patch) -> None:
    text = (
        "pthread_t m;"
        + body("n++", name="v")
        + body("pthread_t t = m", "if (__VERIFIER_nondet_int()) pthread_create(&t, 0, v, 0)", "pthread_join(t, 0)")
        + ONE.replace("pthread_create", "m = pthread_self(); pthread_create")
    )
    # (`waits` does not know that there is such a thread)
    program = seen(text, tmp_path, lambda op, program: None if isinstance(op, O.Unsupported) else op)
    assert not is_proved(program)
    monkeypatch.setattr(joining, "_both", lambda a, b: {**a, **b})
    assert is_proved(program)


def _without_its_end(op: O.Op, program: Program) -> O.Op:
    child = program.templates["v"].self_var
    if isinstance(op, O.Step) and any(u.var is program.ended and u.index[0].var is child for u in op.updates):
        return replace(op, updates=tuple(u for u in op.updates if u.var is not program.ended))
    return op


def test_who_ends_says_so(tmp_path: Path, monkeypatch: Patch) -> None:
    """(In C everybody does.)"""
    text = PROGRAMS["children"][0]
    assert is_proved(seen(text, tmp_path, lambda op, program: op))
    program = seen(text, tmp_path, _without_its_end)
    assert not is_proved(program)
    monkeypatch.setattr(Joining, "_says_when_it_ends", lambda self, t: True)
    assert is_proved(program)
