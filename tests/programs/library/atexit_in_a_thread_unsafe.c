// A thread registers a function while main runs those that are there: it may come too late.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static int n;

static void first(void) { assert(n == 1); }
static void second(void) { n = 1; }

static void *late(void *unused) {
    atexit(second);
    return unused;
}

int main(void) {
    pthread_t t;
    atexit(first);
    pthread_create(&t, 0, late, 0);
    return 0;
}
