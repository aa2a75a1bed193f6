"""`--property progress:FUNCTION` and `--fairness`: who stays in a function, and how it is asked."""

from __future__ import annotations

from pathlib import Path

import pytest

from threadproof import passes, pipeline
from threadproof.budget import Budget
from threadproof.checking import checked_in_time
from threadproof.errors import InputError, UsageError
from threadproof.frontend.lower import procedures
from threadproof.options import Options, sought
from threadproof.result.verdict import Safe, Unknown, Unsafe, Verdict

HEAD = """#include <pthread.h>
#include <stdatomic.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t c = PTHREAD_COND_INITIALIZER;
atomic_int flag, turn;
"""


def ask(folder: Path, text: str, function: str, fairness: str = "weak", **more: object) -> Verdict:
    path = folder / "program.c"
    path.write_text(HEAD + text)
    chosen = {"property": f"progress:{function}", "fairness": fairness, "timeout": 30, **more}
    return pipeline.verify(path, Options.make(**chosen), check_with="z3").verdict  # type: ignore[arg-type]


def two(functions: str, first: str, second: str) -> str:
    return f"""{functions}
    void *other(void *arg) {{ {first} return 0; }}
    int main(void) {{ pthread_t t; pthread_create(&t, 0, other, 0); {second} pthread_join(t, 0); return 0; }}
    """


LOCK = "void enter(void) { pthread_mutex_lock(&m); }"
SERVER = "while (1) { enter(); pthread_mutex_unlock(&m); }"
#: functions, what two threads do, and whether `enter` has progress, with weak and with strong fairness
CASES = {
    "a lock that others take again and again": (LOCK, SERVER, SERVER, False, True),
    "a lock that nobody gives back": (LOCK, SERVER, "enter();", False, False),
    "a lock that is given back once": (LOCK, "while (1) ;", "enter(); pthread_mutex_unlock(&m);", True, True),
    "somebody else stays": (LOCK, "while (1) flag = 1;", "enter();", True, True),
    "a loop that ends": ("void enter(void) { for (int i = 0; i < 3; i++) ; }", "while (1) enter();", "", True, True),
    "a flag that is set": ("void enter(void) { while (!flag) ; }", "enter();", "flag = 1; while (1) ;", True, True),
    "a flag that is set for a while": (
        *("void enter(void) { while (!flag) ; }", "enter();", "while (1) { flag = 1; flag = 0; }", False, False),
    ),
    "a wait for a signal": (
        "void enter(void) { pthread_mutex_lock(&m); pthread_cond_wait(&c, &m); pthread_mutex_unlock(&m); }",
        *("enter();", "pthread_cond_signal(&c);", False, False),
    ),
    "its thread ends inside": ("void enter(void) { pthread_exit(0); }", "enter();", "while (1) ;", True, True),
    "its thread ends inside, and comes back": (
        "pthread_key_t k; void enter(void *p) { if (!p) pthread_exit(0); while (!flag) ; }",
        "pthread_setspecific(k, &flag); enter(0);",
        *("pthread_key_create(&k, enter); pthread_create(&t, 0, other, 0);", False, False),
    ),
    "it is cancelled inside, and comes back": (
        "#include <semaphore.h>\npthread_key_t k; sem_t s;"
        " void enter(void *p) { if (!p) sem_wait(&s); else while (!flag) ; }",
        "pthread_setspecific(k, &flag); enter(0);",
        *("pthread_key_create(&k, enter); pthread_create(&t, 0, other, 0); pthread_cancel(t);", False, False),
    ),
    "the last thread ends inside, and comes back at the end": (
        "#include <stdlib.h>\nvoid enter(void) { if (!turn++) pthread_exit(0); while (!flag) ; }",
        *("", "atexit(enter); enter();", False, False),
    ),
    "an exchange that may fail for no reason": (
        "void enter(void) { int v = turn; while (!atomic_compare_exchange_weak(&turn, &v, v + 1)) ; }",
        *("enter();", "enter();", True, True),
    ),
    "an exchange that fails for a reason": (
        "void enter(void) { int v = 5; while (!atomic_compare_exchange_weak(&turn, &v, 6)) v = 5; }",
        *("enter();", "", False, False),
    ),
    "what is done if it has failed for no reason": (
        "void enter(void) { int v = turn; if (!atomic_compare_exchange_weak(&turn, &v, v + 1)) while (1) ; }",
        *("", "enter();", False, False),
    ),
    "an exchange whose weakness is an argument": (
        "void enter(int weak) { int v = turn;"
        " while (!__atomic_compare_exchange_n((int *)&turn, &v, v + 1, weak, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST)) ; }",
        *("enter(1);", "enter(0);", True, True),
    ),
    "somebody could move now and then": (
        "#include <semaphore.h>\nsem_t s; void enter(void) { sem_wait(&s); }",
        *("enter();", "while (1) { sem_post(&s); sem_wait(&s); }", False, True),
    ),
    "it ends the process": (
        "#include <stdlib.h>\nvoid enter(void) { exit(0); }",
        "enter();",
        "while (1) ;",
        True,
        True,
    ),
    "it calls itself": (
        "void enter(int n) { if (n) enter(n - 1); else while (!flag) ; }",
        *("enter(2); enter(0);", "flag = 1;", True, True),
    ),
    "it calls itself, and stays outside of that": (
        "void enter(int n) { if (n) { enter(n - 1); while (1) ; } }",
        *("enter(1);", "flag = 1;", False, False),
    ),
    "nobody comes there": ("void enter(void) { while (1) ; }", "if (turn) enter();", "while (1) ;", True, True),
    "through a pointer": (
        "void enter(void) { while (flag) ; } void (*go)(void) = enter;",
        *("flag = 1; go();", "", False, False),
    ),
}


@pytest.mark.parametrize("name", CASES)
@pytest.mark.parametrize("fairness", ["weak", "strong"])
def test_who_stays(name: str, fairness: str, tmp_path: Path) -> None:
    functions, first, second, weak, strong = CASES[name]
    verdict = ask(tmp_path, two(functions, first, second), "enter", fairness)
    assert isinstance(verdict, Safe if (weak if fairness == "weak" else strong) else Unsafe), verdict


def test_functions_that_are_not_inlined(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What calls it may be called from it, and from elsewhere."""
    monkeypatch.setattr(procedures, "EVERYWHERE", True)
    functions = "void again(int); void enter(int n) { if (n) again(n - 1); else while (flag) ; }"
    functions += " void again(int n) { flag = flag; enter(n); }"
    assert isinstance(ask(tmp_path, two(functions, "", "enter(1); flag = 1; again(0);"), "enter"), Unsafe)
    assert isinstance(ask(tmp_path, two(functions, "", "enter(1); flag = 0; again(0);"), "enter"), Safe)


def test_the_function_of_a_thread(tmp_path: Path) -> None:
    text = two("", "while (!flag) ;", "if (!turn) flag = 1;")
    assert isinstance(ask(tmp_path, text, "other"), Safe)
    assert isinstance(ask(tmp_path, text, "main"), Safe)
    text = two("", "while (!flag) ;", "if (turn) flag = 1;")
    assert isinstance(ask(tmp_path, text, "other"), Unsafe)


def test_numbers_that_are_not_bounded(tmp_path: Path) -> None:
    count = (
        "extern unsigned __VERIFIER_nondet_uint(void); void enter(unsigned n) { for (unsigned i = 0; i < n; i++) ; }"
    )
    text = two(count, "enter(__VERIFIER_nondet_uint());", "")
    assert isinstance(ask(tmp_path, text, "enter"), Safe)


READERS_AND_WRITERS = """
int readers, writing, waiting;
void begin_read(void) {
    pthread_mutex_lock(&m);
    while (writing%s) pthread_cond_wait(&c, &m);
    readers++;
    pthread_mutex_unlock(&m);
}
void end_read(void) {
    pthread_mutex_lock(&m);
    readers--;
    pthread_cond_broadcast(&c);
    pthread_mutex_unlock(&m);
}
void begin_write(void) {
    pthread_mutex_lock(&m);
    waiting++;
    while (readers || writing) pthread_cond_wait(&c, &m);
    waiting--;
    writing = 1;
    pthread_mutex_unlock(&m);
}
void *reader(void *arg) { while (1) { begin_read(); end_read(); } return 0; }
int main(void) {
    pthread_t s, t;
    pthread_create(&s, 0, reader, 0);
    pthread_create(&t, 0, reader, 0);
    begin_write();
    while (1) ;
}
"""


def test_a_writer_starves_unless_readers_wait(tmp_path: Path) -> None:
    """(With weak fairness he may wait for the mutex for ever.)"""
    polite, rude = READERS_AND_WRITERS % " || waiting", READERS_AND_WRITERS % ""
    assert isinstance(ask(tmp_path, polite, "begin_write", "strong"), Safe)
    assert isinstance(ask(tmp_path, rude, "begin_write", "strong"), Unsafe)
    assert isinstance(ask(tmp_path, polite, "begin_write"), Unsafe)
    assert isinstance(ask(tmp_path, polite, "end_read", "strong"), Safe)


def test_the_trace_says_since_when(tmp_path: Path) -> None:
    verdict = ask(tmp_path, two(*CASES["a lock that others take again and again"][:3]), "enter")
    assert isinstance(verdict, Unsafe)
    assert verdict.trace.violation.startswith("a thread may stay in enter for ever: the steps from ")
    assert any(step.note == "is in enter, and never leaves it" for step in verdict.trace.steps)


def test_how_it_is_asked(tmp_path: Path) -> None:
    text = two(LOCK, "enter();", "")
    with pytest.raises(InputError, match="leave is no function of the program, or nobody calls it"):
        ask(tmp_path, text, "leave")
    with pytest.raises(InputError, match="pthread_mutex_lock has no body of its own"):
        ask(tmp_path, text, "pthread_mutex_lock")
    for function in ("", "a b", "é"):
        with pytest.raises(UsageError, match="unknown property"):
            ask(tmp_path, text, function)
    with pytest.raises(UsageError, match="never scheduled again"):
        ask(tmp_path, text, "enter", "none")
    with pytest.raises(UsageError, match="unknown fairness"):
        ask(tmp_path, text, "enter", "some")


def test_weak_memory_is_not_understood(tmp_path: Path) -> None:
    assert isinstance(ask(tmp_path, two(LOCK, "enter();", ""), "enter", memory_model="tso"), Unknown)


def test_a_proof_is_about_one_fairness(tmp_path: Path) -> None:
    path = tmp_path / "program.c"
    path.write_text(HEAD + two(LOCK, SERVER, SERVER))
    strong = Options.make(property="progress:enter", fairness="strong", engine="explore")
    found = pipeline.verify(path, strong).verdict
    assert isinstance(found, Safe)
    weak = Options.make(property="progress:enter", engine="explore")
    program = passes.run(pipeline.load(path, weak), sought(weak))
    again = checked_in_time(program, sought(weak), found.proof, "z3", Budget(None))
    assert "threads can go on for ever" in again.complaints[0]
