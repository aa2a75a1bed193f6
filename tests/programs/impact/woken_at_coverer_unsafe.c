/* Found by comparing engines with a mutation: a node where main is woken is covered, so main must be woken at the node
   that covers it. */
#include <pthread.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int x, y = 1;

void *clear(void *arg) {
    if (!__VERIFIER_nondet_int())
        y = 0;
    return 0;
}

void *copy(void *arg) {
    x = y + 1;
    return 0;
}

int main(void) {
    pthread_t t[2];
    pthread_create(&t[0], 0, clear, 0);
    pthread_create(&t[1], 0, copy, 0);
    int seen = y;
    int copied = x;
    if (seen == 0 && copied == 2)
        reach_error();
    return 0;
}
