"""Many verifications in one process: tables stay as small as what is in use, and what is kept stays right."""

from __future__ import annotations

import gc
from pathlib import Path
from threading import Thread

import pytest

from threadproof import Safe, checking, load, pipeline, verify
from threadproof.budget import Budget, megabytes_in_use
from threadproof.logic import interning
from threadproof.logic import term as T
from threadproof.logic.term import Var
from threadproof.options import Options, asked

PROGRAM = """
void reach_error(void);
int __VERIFIER_nondet_int(void);
typedef struct {{ int a{n}; int b[2]; }} pair{n};
_Atomic pair{n} both{n};
int x{n}; pthread_mutex_t m{n};
void *work(void *p) {{
    pthread_mutex_lock(&m{n}); x{n} += {n}; pthread_mutex_unlock(&m{n});
    return 0;
}}
int main(void) {{
    pthread_t t, u;
    int y{n} = __VERIFIER_nondet_int();
    pthread_mutex_init(&m{n}, 0);
    pthread_create(&t, 0, work, 0); pthread_create(&u, 0, work, 0);
    pthread_join(t, 0); pthread_join(u, 0);
    if (x{n} > {bound} && y{n} > {n}) reach_error();
}}
"""
ENGINES = ("explore", "impact", "auto")


def written(folder: Path, n: int) -> Path:
    path = folder / f"program{n}.c"
    path.write_text("#include <pthread.h>\n" + PROGRAM.format(n=n, bound=2 * n))
    return path


def sizes() -> int:
    return sum(map(len, interning._interned))


def test_many_verifications(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(interning, "LEAST", 0)
    gc.collect()
    gc.freeze()  # what other tests hold is not looked at again and again
    first = {engine: verify(written(tmp_path, 1), engine=engine) for engine in ENGINES}
    program = load(tmp_path / "program1.c")
    interning.sweep()
    held = sizes()
    found, memory = [], []
    for n in range(2, 26):
        assert isinstance(verify(written(tmp_path, n), engine=ENGINES[n % 3]).verdict, Safe)
        gc.collect()  # when Python does is its own affair
        interning.sweep()
        found.append(sizes())
        memory.append(megabytes_in_use())
    assert max(found[12:]) <= max(found[:12])
    assert max(memory[12:]) <= max(memory[:12]) + 8
    gc.collect()
    interning.sweep()
    assert sizes() <= held + 500
    property_ = asked(Options())
    for engine, result in first.items():
        assert isinstance(result.verdict, Safe)
        prepared = pipeline._prepared(program, property_, form=result.form)
        check = checking.checked(prepared, property_, result.verdict.proof, "z3", Budget())
        assert check.is_checkable and not check.complaints and not check.limit, engine
    gc.unfreeze()


def test_what_is_held_is_not_made_a_second_time() -> None:
    x, y = (T.var(Var(name, 8, shared=True)) for name in "xy")
    five = T.const(205, 8)
    kept = T.add(T.mul(x, y), five)
    choice = T.ite(T.ult(x, y), five, T.const(206, 8))
    T.add(T.mul(y, x), T.const(207, 8))
    before = len(T._table)
    interning.sweep()
    assert len(T._table) <= before - 3
    assert T.add(T.mul(x, y), T.const(205, 8)) is kept
    assert T.eq(choice, T.const(206, 8)) is T.not_(T.ult(x, y))
    assert T.const(1, T.BOOL) is T.TRUE
    assert T.const(0, T.BOOL) is T.FALSE


def test_nothing_is_forgotten_while_others_work(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(interning, "LEAST", -(10**9))
    swept: list[str] = []
    monkeypatch.setattr(interning, "sweep", lambda: swept.append("swept"))

    def other() -> None:
        with interning.work():
            pass

    with interning.work():
        assert swept == ["swept"]
        thread = Thread(target=other)
        thread.start()
        thread.join()
        other()
    assert swept == ["swept"]
    other()
    assert swept == ["swept", "swept"]
