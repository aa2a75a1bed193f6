// Slots for pointers that hold numbers, integers that hold pointers, and a union of both.
#include <pthread.h>
#include <stdint.h>

extern void reach_error(void);

static int x = 1;
static void *slot;
static size_t message;
static union { void *pointer; uintptr_t number; } both;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void put(void **to, void *what) { *to = what; }

static void *work(void *unused) {
    pthread_mutex_lock(&m);
    put((void **)&message, (void *)5);
    both.pointer = &x;
    slot = (void *)message;
    pthread_mutex_unlock(&m);
    return unused;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, work, 0);
    pthread_mutex_lock(&m);
    message = message + 2;
    if (both.number && *(int *)both.number != 1) reach_error();
    both.number += sizeof x;
    pthread_mutex_unlock(&m);
    pthread_join(t, 0);
    if (message != 5 && message != 7) reach_error();
    if (slot != (void *)5) reach_error();
    if (both.pointer != &x && (int *)both.pointer - 1 != &x) reach_error();
    both.pointer = &x;
    ++*(int *)both.number;
    if (x != 2) reach_error();
    return 0;
}
