"""Types that have the name of a type of the library: whose they are, and types that are completed late."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from threadproof import pipeline
from threadproof.errors import InputError
from threadproof.options import Options
from threadproof.result.verdict import Safe, Unknown, Unsafe, Verdict


def verdict(tmp_path: Path, text: str, name: str = "main.c", cpp: str = "builtin") -> Verdict:
    path = tmp_path / name
    path.write_text(text)
    return pipeline.verify(path, Options(data_model="LP64", timeout=20, cpp=cpp)).verdict


OWN = """\
void reach_error(void);
typedef struct { int count; } sem_t;
sem_t s;
"""
#: the program's own functions, whatever their names: `s.count` is 0 after all of them
FUNCTIONS = (
    "void down(sem_t *p) { p->count--; }\nint main(void) { s.count = 1; down(&s);",
    "void sem_wait(sem_t *p) { p->count--; }\nint main(void) { s.count = 1; sem_wait(&s);",
    "void sem_init(sem_t *p, int v) { p->count = v; }\nint main(void) { sem_init(&s, 0);",
)


@pytest.mark.parametrize("functions", FUNCTIONS)
@pytest.mark.parametrize("first", ["", "#include <pthread.h>\n"])
def test_own_semaphore(tmp_path: Path, first: str, functions: str) -> None:
    assert isinstance(verdict(tmp_path, f"{first}{OWN}{functions} if (s.count == 0) reach_error(); }}\n"), Unsafe)
    assert isinstance(verdict(tmp_path, f"{first}{OWN}{functions} if (s.count != 0) reach_error(); }}\n"), Safe)


def test_own_functions_do_not_block(tmp_path: Path) -> None:
    """A semaphore of the library would wait for ever."""
    text = OWN + "int sem_wait(sem_t *p) { return p->count; }\nint main(void) { sem_wait(&s); reach_error(); }\n"
    assert isinstance(verdict(tmp_path, text), Unsafe)


def test_own_types_for_c11(tmp_path: Path) -> None:
    text = """\
void reach_error(void);
typedef int mtx_t;
typedef struct { int x; } once_flag, cnd_t;
mtx_t m; once_flag f; cnd_t c;
int main(void) { m = 3; f.x = 4; c.x = 5; if (m + f.x + c.x == 12) reach_error(); }
"""
    assert isinstance(verdict(tmp_path, text), Unsafe)


#: without line markers, as in many benchmarks
PASTED = """\
typedef unsigned long pthread_t;
typedef union { char __size[32]; long __align; } sem_t;
extern int sem_init(sem_t *__sem, int __pshared, unsigned int __value);
extern int sem_wait(sem_t *__sem);
extern int pthread_create(pthread_t *, const void *, void *(*)(void *), void *);
void reach_error(void);
sem_t s;
void *thread(void *unused) { sem_wait(&s); reach_error(); return 0; }
int main(void) { pthread_t t; sem_init(&s, 0, VALUE); pthread_create(&t, 0, thread, 0); }
"""


@pytest.mark.parametrize("name", ["main.c", "main.i"])
def test_pasted_declarations_are_of_the_library(tmp_path: Path, name: str) -> None:
    assert isinstance(verdict(tmp_path, PASTED.replace("VALUE", "0"), name), Safe)
    assert isinstance(verdict(tmp_path, PASTED.replace("VALUE", "1"), name), Unsafe)


def test_half_of_the_functions(tmp_path: Path) -> None:
    text = OWN + "int sem_post(sem_t *);\nint sem_wait(sem_t *p) { p->count--; return 0; }\n"
    assert isinstance(verdict(tmp_path, text + "int main(void) { sem_post(&s); sem_wait(&s); }\n"), Unknown)


LATE = """\
typedef union pthread_attr_t pthread_attr_t;
struct sigevent { pthread_attr_t *attribute; };
union pthread_attr_t { char __size[56]; long __align; };
extern int pthread_attr_init(pthread_attr_t *);
void reach_error(void);
pthread_attr_t a;
int main(void) { if (sizeof(pthread_attr_t) == 56 && pthread_attr_init(&a) == 0) reach_error(); }
"""


def test_type_that_is_completed_later(tmp_path: Path) -> None:
    assert isinstance(verdict(tmp_path, LATE), Unsafe)


@pytest.mark.skipif(shutil.which("gcc") is None, reason="NOT TESTED: gcc is not installed")
@pytest.mark.parametrize("first", ["signal.h", "pthread.h"])
def test_signals_and_threads_of_the_system(tmp_path: Path, first: str) -> None:
    text = f"#include <{first}>\n#include <signal.h>\n#include <pthread.h>\nvoid reach_error(void);\n"
    text += "int main(void) { pthread_attr_t a; pthread_attr_init(&a); reach_error(); }\n"
    assert isinstance(verdict(tmp_path, text, cpp="gcc"), Unsafe)


@pytest.mark.parametrize("features", ["", "#define _GNU_SOURCE\n"])
def test_own_functions_with_names_of_gnu(tmp_path: Path, features: str) -> None:
    """Without _GNU_SOURCE the headers do not declare them."""
    text = features + "#include <stdio.h>\n#include <unistd.h>\n#include <pthread.h>\nvoid reach_error(void);\n"
    text += "int gettid(int x) { return x; }\nvoid asprintf(void) {}\nvoid pthread_yield(int x) {}\n"
    text += "int main(void) { asprintf(); pthread_yield(1); if (gettid(3) == 3) reach_error(); }\n"
    if features:
        with pytest.raises(InputError, match=r"declared|conflict"):
            verdict(tmp_path, text)
    else:
        assert isinstance(verdict(tmp_path, text), Unsafe)


def test_own_thread_type(tmp_path: Path) -> None:
    text = """\
void reach_error(void);
typedef struct { int id, state; } thrd_t;
int thrd_create(thrd_t *t) { t->id = 1; t->state = 2; return 0; }
int main(void) { thrd_t t; thrd_create(&t); if (sizeof t == 8 && t.id + t.state == 3) reach_error(); }
"""
    assert isinstance(verdict(tmp_path, text), Unsafe)


def test_structures_need_braces(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="does not initialise"):
        verdict(tmp_path, "#include <pthread.h>\npthread_mutex_t m = 0;\nint main(void) { return 0; }\n")
    text = "#include <pthread.h>\npthread_once_t o = 0;\npthread_spinlock_t s = 0;\npthread_mutex_t m = {0};\n"
    assert isinstance(verdict(tmp_path, text + "int main(void) { return 0; }\n"), Safe)


def test_own_pthread_type(tmp_path: Path) -> None:
    text = "void reach_error(void);\ntypedef struct { int id, state; } pthread_t;\n"
    text += "int main(void) { pthread_t t = {1, 2}; if (sizeof t == 8 && t.state == 2) reach_error(); }\n"
    assert isinstance(verdict(tmp_path, text), Unsafe)


def test_errno_is_declared_once_more(tmp_path: Path) -> None:
    text = "#include <errno.h>\nextern int errno;\nvoid reach_error(void);\n"
    assert isinstance(verdict(tmp_path, text + "int main(void) { errno = 1; if (errno != 1) reach_error(); }\n"), Safe)
