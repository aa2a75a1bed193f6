"""Cooperative threads: a program of two of them for every call of FairThreads. Entry points: `generate`, `BODIES`."""

from __future__ import annotations

import random

#: what a thread does; what another one does
BODIES = (
    ("ft_thread_cooperate(); $S", "ft_thread_cooperate_n(2); $S"),
    ("ft_thread_await(e); $S", "$S ft_thread_generate(e);"),
    ("if (ft_thread_await_n(e, 1) == ETIMEOUT) { $S }", "ft_thread_cooperate(); ft_thread_generate(e);"),
    ("ft_thread_join(b); $S", "ft_thread_cooperate(); $S"),
    ("if (ft_thread_join_n(b, 1) == OK) { $S }", "ft_thread_cooperate_n(2);"),
    (
        "ft_event_t es[2]; int m[2]; es[0] = e; es[1] = f; ft_thread_select(2, es, m); if (m[0]) { $S }",
        "ft_thread_generate($E);",
    ),
    (
        "ft_event_t es[2]; int m[2]; es[0] = e; es[1] = f; if (ft_thread_select_n(2, es, m, 1)) { $S }",
        "ft_thread_generate($E);",
    ),
    (
        "void *v; ft_thread_await(e); if (ft_thread_get_value(e, 0, &v) == OK) x = (long)v;",
        "ft_thread_generate_value(e, (void *)1L);",
    ),
    ("ft_thread_await(e); $S", "ft_scheduler_broadcast(e); $S"),
    ("ft_thread_await(e); $S", "ft_scheduler_broadcast_value(e, (void *)1L);"),
    ("ft_thread_cooperate(); $S", "ft_scheduler_stop(a); $S"),
    ("$S ft_thread_cooperate(); $S", "ft_scheduler_suspend(a); ft_thread_cooperate(); if (x) ft_scheduler_resume(a);"),
    ("if (ft_thread_self() == a) { $S }", "if (ft_thread_scheduler() == s) { $S } ft_thread_cooperate();"),
    ("if (x == 2) ft_thread_unlink(); $S", "if (x == 2) ft_thread_link(s); $S"),
    ("if (y == 2) ft_thread_mutex_lock(&m); $S", "if (y == 2) ft_thread_mutex_unlock(&m); $S"),
    ("if (x == 2) ft_pthread(a); $S", "ft_thread_await($E); $S"),
    ("ft_thread_await(e); $S", "$S"),
    ("pthread_mutex_lock(&m); $S ft_thread_cooperate(); pthread_mutex_unlock(&m);", "pthread_mutex_lock(&m); $S"),
    ("sem_wait(&q); $S", "sem_post(&q); $S"),
    (
        "pthread_mutex_lock(&m); if (x) sem_wait(&q); pthread_mutex_unlock(&m);",
        "$S ft_thread_cooperate(); sem_post(&q);",
    ),
    ("pthread_mutex_lock(&m); $S pthread_mutex_unlock(&m);", "sem_post(&q); ft_thread_cooperate(); sem_wait(&q); $S"),
)
STATEMENTS = ("x = 1;", "y = 1;", "x = y + 1;", "y = x;", "if (x) y = 2;", "x = 2;")
TEXT = """#include <fthread.h>
#include <semaphore.h>
extern void reach_error(void);
static ft_scheduler_t s;
static ft_event_t e, f;
static ft_thread_t a, b;
static pthread_mutex_t m;
static sem_t q;
static int x, y;
static void first(void *arg) { BODY }
static void second(void *arg) { OTHER }
static void gone(void *arg) { y = 3; }
int main(void) {
  s = ft_scheduler_create();
  e = ft_event_create(s);
  f = ft_event_create(s);
  a = ft_thread_create(s, first, CLEANUP, 0);
  b = ft_thread_create(s, second, 0, 0);
  ft_scheduler_start(s);
  if (x == $K) reach_error();
  ft_exit();
}
"""


def generate(seed: int) -> str:
    rng = random.Random(f"threadproof cooperative features {seed}")
    body, other = BODIES[seed % len(BODIES)]
    if rng.random() < 0.5:
        more, rest = rng.choice(BODIES)
        body, other = f"{{ {body} }} {{ {rest} }}", f"{{ {other} }} {{ {more} }}"
    text = TEXT.replace("BODY", body).replace("OTHER", other)
    for name, choices in (("$S", STATEMENTS), ("$E", ("e", "f"))):
        while name in text:
            text = text.replace(name, rng.choice(choices), 1)
    return text.replace("CLEANUP", rng.choice(("0", "gone"))).replace("$K", rng.choice("12"))
