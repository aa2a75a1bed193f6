// A thread's parameter is a variable: when it is overwritten, the argument is gone.
#include <pthread.h>
#include <stdlib.h>

int is_done;

static void *t(void *a) {
    a = 0;
    __atomic_store_n(&is_done, 1, __ATOMIC_SEQ_CST);
    for (;;) { }
    return a;
}

int main(void) {
    pthread_t p;
    pthread_create(&p, 0, t, malloc(4));
    while (!__atomic_load_n(&is_done, __ATOMIC_SEQ_CST)) { }
    return 0;
}
