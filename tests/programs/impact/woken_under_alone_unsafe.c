/* Found by comparing engines with a mutation: main is woken at a node where another thread goes alone, so it must be
   awake below, too. */
#include <pthread.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int y = 2;

void *one(void *arg) {
    y = 1;
    return 0;
}

void *two(void *arg) {
    if (__VERIFIER_nondet_int())
        y = 2;
    y = 2;
    if (!__VERIFIER_nondet_int())
        y = 0;
    return 0;
}

int main(void) {
    pthread_t t[2];
    pthread_create(&t[0], 0, one, 0);
    pthread_create(&t[1], 0, two, 0);
    int first = y;
    int second = y;
    if (first == 0 && second == 1)
        reach_error();
    return 0;
}
