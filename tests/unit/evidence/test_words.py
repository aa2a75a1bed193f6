"""What traces and violations say: names with their indices, who holds what, what pointers point to."""

from __future__ import annotations

from pathlib import Path

import pytest

import threadproof
from threadproof import pipeline
from threadproof.logic.show import element
from threadproof.options import Options
from threadproof.result.verdict import Trace, Unsafe

HEAD = "#include <pthread.h>\n#include <semaphore.h>\n#include <stdlib.h>\n"


def trace(folder: Path, text: str, property_: str, engine: str = "explore") -> Trace:
    path = folder / "p.c"
    path.write_text(HEAD + text)
    verdict = threadproof.verify(path, property=property_, engine=engine).verdict
    assert isinstance(verdict, Unsafe), verdict
    return verdict.trace


def notes(found: Trace) -> list[str]:
    return [step.note for step in found.steps if step.note]


def values(found: Trace) -> dict[str, list[str]]:
    all_: dict[str, list[str]] = {}
    for step in found.steps:
        for change in step.changes:
            all_.setdefault(change.name, []).append(change.value)
    return all_


def test_elements_are_numbered_row_by_row() -> None:
    assert element("a[5]", 3) == "a[3]"
    assert element("s[3].row[2][4]", 9) == "s[1].row[0][1]"
    assert element("p[].x{0}", 7) == "p[7].x[0]"
    assert element("malloc@12.next", 0) == "malloc@12.next"
    assert element("malloc@12.next", 2) == "malloc@12#3.next"


@pytest.mark.parametrize("engine", ["explore", "impact"])
@pytest.mark.parametrize(
    ("declaration", "access", "name"),
    [
        ("struct { int pad; int value; } s[3];", "s[2].value", "s[2].value"),
        ("int g[2][3];", "g[1][2]", "g[1][2]"),
        ("struct { int n; struct { int state, rest; } items[4]; } q[2];", "q[1].items[3].state", "q[1].items[3].state"),
        ("struct s { int a[2]; } one[1];", "one[0].a[1]", "one[0].a[1]"),
        ("struct s { int a[1]; } one[1];", "one[0].a[0]", "one[0].a[0]"),
        ("struct s { int a[1]; } two[2];", "two[1].a[0]", "two[1].a[0]"),
        ("int i, a[4];", "a[i + 2]", "a[2]"),
        ("struct n { struct n *next; int v[2]; } *l;", "l->v[1]", "malloc@6.v[1]"),
    ],
)
def test_a_race_names_the_cell(tmp_path: Path, engine: str, declaration: str, access: str, name: str) -> None:
    start = "l = malloc(sizeof *l);" if "*l" in declaration else ""
    text = f"""{declaration}
        void *f(void *x) {{ {access} = 1; return 0; }}
        int main(void) {{ {start}
            pthread_t t; pthread_create(&t, 0, f, 0);
            return {access}; }}
        """
    found = trace(tmp_path, text, "no-data-race", engine)
    assert found.violation.startswith(f"data race on {name}: ")
    # the two accesses are the last steps
    assert sorted((s.thread, s.note) for s in found.steps[-2:]) == [("f", f"writes {name}"), ("main", f"reads {name}")]


def test_what_a_deadlock_waits_for(tmp_path: Path) -> None:
    text = """
    struct { pthread_mutex_t lock; } boxes[3]; pthread_mutex_t m; pthread_cond_t ready[2];
    sem_t full; pthread_rwlock_t rw; pthread_barrier_t bar;
    void *a(void *x) {
        pthread_mutex_lock(&boxes[2].lock);
        sem_wait(&full);
        return 0; }
    void *b(void *x) {
        pthread_rwlock_rdlock(&rw);
        return 0; }
    void *c(void *x) {
        pthread_barrier_wait(&bar);
        return 0; }
    void *d(void *x) {
        pthread_mutex_lock(&m);
        pthread_cond_wait(&ready[1], &m);
        return 0; }
    int main(void) {
        pthread_t t[4];
        pthread_barrier_init(&bar, 0, 2);
        pthread_rwlock_wrlock(&rw);
        pthread_create(&t[0], 0, a, 0); pthread_create(&t[1], 0, b, 0);
        pthread_create(&t[2], 0, c, 0); pthread_create(&t[3], 0, d, 0);
        pthread_join(t[1], 0);
        pthread_join(t[0], 0);
        return 0;
    }"""
    for engine in ("explore", "impact"):
        what, _, threads = trace(tmp_path, text, "no-deadlock", engine).violation.partition(": ")
        assert what == "deadlock"
        assert threads.split("; ") == [
            "main waits for b to end (p.c:27)",
            "a waits for the semaphore full (p.c:9)",
            "b waits for rw, held by main since p.c:24 (p.c:12)",
            "c waits at the barrier bar (p.c:15)",
            "d waits for the condition ready[1], which nobody signals any more (p.c:19)",
        ]


def test_who_holds_a_lock(tmp_path: Path) -> None:
    text = """pthread_mutex_t m, n;
    void *f(void *x) {
        pthread_mutex_lock(&m);
        return 0; }
    int main(void) {
        pthread_t t; pthread_create(&t, 0, f, 0); pthread_join(t, 0);
        pthread_mutex_lock(&m);
        return 0;
    }"""
    found = trace(tmp_path, text, "no-deadlock")
    assert found.violation == "deadlock: main waits for m, held by f since p.c:6, which has ended (p.c:10)"
    assert notes(found) == ["f starts", "locks m", "the thread ends"]
    text = """pthread_mutex_t m;
    int main(void) {
        pthread_mutex_lock(&m);
        pthread_mutex_lock(&m);
        return 0;
    }"""
    assert trace(tmp_path, text, "no-deadlock").violation == (
        "deadlock: main waits for m, held by itself since p.c:6 (p.c:7)"
    )


def test_synchronisation_in_words(tmp_path: Path) -> None:
    text = """pthread_mutex_t m; pthread_cond_t c; int go, x;
    void *f(void *a) {
        pthread_mutex_lock(&m);
        while (!go) pthread_cond_wait(&c, &m);
        pthread_mutex_unlock(&m);
        pthread_mutex_lock(&m);
        if (x) reach_error();
        return 0; }
    int main(void) {
        pthread_t t;
        pthread_cond_signal(&c);
        pthread_create(&t, 0, f, 0);
        pthread_mutex_lock(&m);
        x = 1;
        go = 1;
        pthread_cond_signal(&c);
        pthread_mutex_unlock(&m);
        pthread_join(t, 0);
        return 0;
    }"""
    found = trace(tmp_path, "void reach_error(void);\n" + text, "unreach-call")
    said = "; ".join(notes(found))
    assert "nobody waits for c" in said
    assert "locks m" in said
    assert "unlocks m" in said
    assert "m" not in values(found)


def test_what_pointers_point_to(tmp_path: Path) -> None:
    text = """void reach_error(void);
    struct node { int pad; struct node *next; int row[2][3]; } s[2], *head; int *p; int x; void (*g)(void);
    void h(void) { }
    void *f(void *a) {
        if (p == &s[1].row[1][1] && head && head->next && g == h) reach_error();
        return 0; }
    int main(void) {
        pthread_t t; pthread_create(&t, 0, f, 0);
        p = &x;
        p = &s[1].row[1][2];
        p = p - 1;
        head = &s[1];
        for (int i = 0; i < 2; i++) {
            struct node *n = malloc(sizeof *n);
            n->next = head;
            head = n;
        }
        g = h;
        pthread_join(t, 0);
        return 0;
    }"""
    found = values(trace(tmp_path, text, "unreach-call"))
    assert found["p"] == ["&x", "&s[1].row[1][2]", "&s[1].row[1][1]"]
    assert found["head"] == ["&s[1]", "&malloc@17", "&malloc@17#2"]
    assert found["malloc@17#2.next"] == ["&malloc@17"]
    assert found["g"] == ["h"]


def test_how_a_random_run_ends(tmp_path: Path) -> None:
    def end(text: str) -> str:
        path = tmp_path / "p.c"
        path.write_text(HEAD + text)
        return pipeline.run(path, Options(), 1000).end

    lock = "pthread_mutex_lock(&m);"
    assert end(f"pthread_mutex_t m; int main(void) {{ {lock}\n{lock} return 0; }}") == (
        "deadlock: main waits for m, held by itself since p.c:4 (p.c:5)"
    )
    assume = "extern void __VERIFIER_assume(int); extern int __VERIFIER_nondet_int(void);"
    assert end(f"{assume} int main(void) {{ __VERIFIER_assume(__VERIFIER_nondet_int() == 77777); return 0; }}") == (
        "the execution is discarded: an assumption does not hold (p.c:4)"
    )
    assert end("int main(void) { return 0; }") == "the process ended: main returned"


def test_what_is_leaked(tmp_path: Path) -> None:
    text = "int main(void) { char *p = malloc(10);\nchar *q = malloc(10);\np[3] = 1; free(p); q = 0; return 0; }"
    violation = trace(tmp_path, text, "valid-memsafety").violation
    assert violation == "memory is leaked: malloc@5 is still allocated, but no pointer to it is left"


def test_offsets_that_nobody_needs_are_not_missed(tmp_path: Path) -> None:
    text = """struct node { struct node *next; };
    int main(void) {
        struct node *head = 0;
        for (int i = 0; i < 2; i++) {
            struct node *n = malloc(sizeof *n);
            n->next = head;
            head = n;
        }
        while (head) {
            free(head);
            head = head->next;
        }
        return 0;
    }"""
    found = trace(tmp_path, text, "valid-memsafety")
    assert found.violation == "invalid access through head->next: memory allocated in line 8 was freed"
    assert values(found)["head"] == ["&malloc@8", "&malloc@8#2"]


def test_bit_fields_have_their_own_values(tmp_path: Path) -> None:
    text = (
        "struct flags { unsigned a : 3; int b : 3; unsigned c : 20; } f[2];\n"
        "void reach_error(void); void *t(void *a) { f[1].b = -3; f[1].c = 5; return 0; }\n"
        "int main(void) { pthread_t i; pthread_create(&i, 0, t, 0); if (f[1].b + f[1].c == 2) reach_error(); }"
    )
    found = values(trace(tmp_path, text, "unreach-call"))
    assert found == {"f[1].b": ["-3"], "f[1].c": ["5"]}


def test_what_goes_out_of_scope_has_no_new_value(tmp_path: Path) -> None:
    text = (
        "int *kept; void push(void) { int *n = malloc(4); kept = n; }\n"
        "int main(void) { push(); int *p = kept; free(p); *p = 1; return 0; }"
    )
    found = values(trace(tmp_path, text, "valid-memsafety"))
    assert not {"NULL", "?"} & {value for all_ in found.values() for value in all_}


def test_pointers_say_where_in_an_object(tmp_path: Path) -> None:
    """Also if the program needs no offset, and the passes have dropped it."""
    text = (
        "struct s { int pad; struct { int v; } in; struct s *self; int *at; } g, many[2];\n"
        "void reach_error(void); int *which; void *t(void *a) { g.at = &g.in.v; g.self = &g; which = a; return 0; }\n"
        "int main(void) { pthread_t i[2]; for (int k = 0; k < 2; k++) pthread_create(&i[k], 0, t, &many[k].pad);\n"
        "  if (g.at && g.self && which) reach_error(); }"
    )
    found = values(trace(tmp_path, text, "unreach-call", "impact"))
    assert found["g.at"][0] == "&g.in.v"
    assert found["g.self"][0] == "&g"
    assert found["which"][0] in ("&many", "&many[1]", "somewhere in many")


def test_values_stand_where_they_were_written(tmp_path: Path) -> None:
    text = """extern void reach_error(void);
int at, shown;
void *f(void *a) {
    for (int i = 0; i < 3; i++) {
        at += 2;
        if (at == 6)
            shown = 1;
    }
    return 0;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, f, 0);
    pthread_join(t, 0);
    if (shown)
        reach_error();
    return 0;
}
"""
    found = trace(tmp_path, text, "unreach-call")
    written = [(c.name, c.value, step.text) for step in found.steps for c in step.changes if c.name in ("at", "shown")]
    assert written == [
        ("at", "2", "at += 2;"),
        ("at", "4", "at += 2;"),
        ("at", "6", "at += 2;"),
        ("shown", "1", "shown = 1;"),
    ]


def test_the_end_of_a_block_stands_at_its_brace(tmp_path: Path) -> None:
    text = """int *kept;
void *f(void *a) {
    for (;;) {
        int here = 1;
        kept = &here;
        if (!here)
            return 0;
    }
}
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, f, 0);
    int *p = kept;
    return p ? *p : 0;
}
"""
    found = trace(tmp_path, text, "valid-memsafety")
    texts = [step.text for step in found.steps if step.function == "f"]
    assert "}" in texts
    assert "return 0;" not in texts


OF_THE_LIBRARY = [
    ('char b[4] = "a b"; strtok(b, " ");', "no-data-race", "data race on memory of the C library: w writes"),
    ('char *b[] = {"p", "-a", 0}; getopt(2, b, "a");', "no-data-race", "data race on opt"),
    (
        'DIR *d = opendir("/"); if (d) { struct dirent *e = readdir(d); closedir(d); if (e) e->d_name[0]; }',
        "valid-memsafety",
        "invalid access through e->d_name[0]: memory allocated in line 7 was freed",
    ),
]


@pytest.mark.parametrize(("body", "property_", "words"), OF_THE_LIBRARY)
def test_what_the_library_has_is_not_named(body: str, property_: str, words: str, tmp_path: Path) -> None:
    text = f"""#include <dirent.h>
#include <string.h>
#include <unistd.h>
void *w(void *a) {{ {body} return 0; }}
int main(void) {{ pthread_t t; pthread_create(&t, 0, w, 0); pthread_create(&t, 0, w, 0); return 0; }}
"""
    assert words in trace(tmp_path, text, property_).violation
