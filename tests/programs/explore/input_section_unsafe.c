// The section is possible for one value of *shared only. Nobody writes *shared, so the section depends on no step of
// the other thread; but for other values the section is no step at all, and the other thread goes on alone.
#include <pthread.h>
#include <stdlib.h>

extern void reach_error(void);
extern void __VERIFIER_assume(int);
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);

char *shared;
int turn;

void *looks(void *unused) {
    turn = 1;
    if (*shared == 5)
        reach_error();
    return NULL;
}

int main(void) {
    pthread_t thread;
    shared = malloc(1);
    pthread_create(&thread, NULL, looks, NULL);
    __VERIFIER_atomic_begin();
    __VERIFIER_assume(*shared == 1);
    __VERIFIER_atomic_end();
    turn = 2;
    if (turn == 3)
        reach_error();
    return 0;
}
