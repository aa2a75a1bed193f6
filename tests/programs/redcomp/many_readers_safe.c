// Any number of readers, or one writer: the lock counts its readers.
#include <pthread.h>

#ifndef COUNT
#define COUNT 1000
#endif

extern void reach_error(void);
extern void __VERIFIER_assume(int);
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);

static unsigned readers;
static int writing, data;

static void *reader(void *arg) {
    int before, after;
    __VERIFIER_atomic_begin();
    __VERIFIER_assume(!writing);
    readers++;
    __VERIFIER_atomic_end();
    before = data;
    after = data;
    if (before != after)
        reach_error();
    __VERIFIER_atomic_begin();
    readers--;
    __VERIFIER_atomic_end();
    return 0;
}

static void *writer(void *arg) {
    __VERIFIER_atomic_begin();
    __VERIFIER_assume(!writing && readers == 0);
    writing = 1;
    __VERIFIER_atomic_end();
    data++;
    writing = 0;
    return 0;
}

int main(void) {
    pthread_t t;
    for (int i = 0; i < COUNT; i++) {
        pthread_create(&t, 0, reader, 0);
        pthread_create(&t, 0, writer, 0);
    }
    return 0;
}
