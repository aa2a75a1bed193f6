"""Store buffering with something between the store and the load: is it a fence for stores, on TSO?"""

from __future__ import annotations

from pathlib import Path

import pytest

from threadproof import pipeline
from threadproof.options import Options
from threadproof.result.verdict import Safe, Unsafe, Verdict

TEXT = """
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <assert.h>
#include <stdlib.h>
#ifdef X86
#include <immintrin.h>
#endif
int x, y, r[2];
pthread_mutex_t m[2] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER}, n;
pthread_mutex_t again[2] = {PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP, PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP};
pthread_rwlock_t rw[2] = {PTHREAD_RWLOCK_INITIALIZER, PTHREAD_RWLOCK_INITIALIZER};
pthread_cond_t c[2] = {PTHREAD_COND_INITIALIZER, PTHREAD_COND_INITIALIZER};
pthread_spinlock_t s[2];
pthread_barrier_t b[2];
pthread_once_t once[2] = {PTHREAD_ONCE_INIT, PTHREAD_ONCE_INIT};
pthread_t ended, more[2];
sem_t sem[2];
_Atomic int a[2];
void *nothing(void *u) { return 0; }
void nobody(void) {}
void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);
void *left(void *u) { const int i = 0; (void)i; BEFORE x = 1; BETWEEN r[0] = y; AFTER return 0; }
void *right(void *u) { const int i = 1; (void)i; BEFORE y = 1; BETWEEN r[1] = x; AFTER return 0; }
int main(void) {
  pthread_t t[2];
  for (int i = 0; i < 2; i++) {
    sem_init(&sem[i], 0, 1);
    pthread_spin_init(&s[i], 0);
    pthread_barrier_init(&b[i], 0, 1);
  }
  pthread_create(&ended, 0, nothing, 0);
  pthread_create(&t[0], 0, left, 0);
  pthread_create(&t[1], 0, right, 0);
  pthread_join(t[0], 0);
  pthread_join(t[1], 0);
  assert(r[0] || r[1]);
}
"""

#: before the store, between, after the load
FENCES = {
    "mutex": ("", "pthread_mutex_lock(&m[i]); pthread_mutex_unlock(&m[i]);", ""),
    "unlock": ("pthread_mutex_lock(&m[i]);", "pthread_mutex_unlock(&m[i]);", ""),
    "lock": ("", "pthread_mutex_lock(&m[i]);", "pthread_mutex_unlock(&m[i]);"),
    "trylock": ("", "pthread_mutex_trylock(&m[i]);", ""),
    "read lock": ("", "pthread_rwlock_rdlock(&rw[i]);", ""),
    "read unlock": ("pthread_rwlock_rdlock(&rw[i]);", "pthread_rwlock_unlock(&rw[i]);", ""),
    "write lock": ("", "pthread_rwlock_wrlock(&rw[i]);", ""),
    "spin lock": ("", "pthread_spin_lock(&s[i]);", ""),
    "post": ("", "sem_post(&sem[i]);", ""),
    "wait": ("", "sem_wait(&sem[i]);", ""),
    "barrier": ("", "pthread_barrier_wait(&b[i]);", ""),
    "create": ("", "pthread_create(&more[i], 0, nothing, 0);", ""),
    "synchronize": ("", "__sync_synchronize();", ""),
    "mfence": ("", '__asm__ volatile("mfence" ::: "memory");', ""),
    "lock add": ("", '__asm__ volatile("lock addl $0,0(%%rsp)" ::: "memory", "cc");', ""),
    "intrinsic": ("", "_mm_mfence();", ""),
    "exchange": ("", "atomic_exchange_explicit(&a[i], 1, memory_order_relaxed);", ""),
    "exchange that fails": ("", "__sync_bool_compare_and_swap(&a[i], 5, 6);", ""),
    "fetch and add": ("", "__sync_fetch_and_add(&a[i], 1);", ""),
    "seq_cst store": ("", "a[i] = 1;", ""),
    "section": ("", "__VERIFIER_atomic_begin(); if (y + x > 9) r[i] = 2; __VERIFIER_atomic_end();", ""),
    "xchg": ("int z = 1;", '__asm__ volatile("xchgl %0,%1" : "+r"(z), "+m"(a[i]));', ""),
}
NO_FENCES = {
    "nothing": ("", "", ""),
    "lfence": ("", '__asm__ volatile("lfence" ::: "memory");', ""),
    "sfence": ("", '__asm__ volatile("sfence" ::: "memory");', ""),
    "store fence": ("", "_mm_sfence();", ""),
    "load fence": ("", "_mm_lfence();", ""),
    "acquire release": ("", "atomic_thread_fence(memory_order_acq_rel);", ""),
    "for the compiler": ("", "atomic_signal_fence(memory_order_seq_cst);", ""),
    "memory": ("", '__asm__ volatile("" ::: "memory");', ""),
    "release store": ("", "atomic_store_explicit(&a[i], 1, memory_order_release);", ""),
    "seq_cst load": ("", "(void)a[i];", ""),
    "join": ("", "if (!i) pthread_join(ended, 0);", ""),
    "signal": ("", "pthread_cond_signal(&c[i]);", ""),
    "broadcast": ("", "pthread_cond_broadcast(&c[i]);", ""),
    "locked already": ("pthread_mutex_lock(&again[i]);", "pthread_mutex_lock(&again[i]);", ""),
    "initialisation": ("", "if (!i) pthread_mutex_init(&n, 0);", ""),
    "allocation": ("", "free(malloc(1));", ""),
    "empty section": ("", "__VERIFIER_atomic_begin(); __VERIFIER_atomic_end();", ""),
    "a lock before": ("pthread_mutex_lock(&m[i]); pthread_mutex_unlock(&m[i]);", "", "pthread_mutex_lock(&m[i]);"),
    "volatile": ("", "*(volatile int *)&r[i] = 0;", ""),
}


def store_buffering(name: str, folder: Path) -> Verdict:
    parts = {**FENCES, **NO_FENCES}[name]
    text = "#define _GNU_SOURCE\n" + "#define X86\n" * ("_mm" in str(parts)) + TEXT
    for word, code in zip(("BEFORE", "BETWEEN", "AFTER"), parts, strict=True):
        text = text.replace(word, code)
    path = folder / "program.c"
    path.write_text(text)
    return pipeline.verify(path, Options(data_model="LP64", memory_model="tso", timeout=60)).verdict


@pytest.mark.in_turn(8)
@pytest.mark.parametrize("name", [*FENCES, *NO_FENCES])
def test_store_buffering(name: str, tmp_path: Path) -> None:
    verdict = store_buffering(name, tmp_path)
    assert isinstance(verdict, Safe if name in FENCES else Unsafe), verdict
