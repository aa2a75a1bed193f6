/* Without the branch x is 2 and main may sleep behind it; with the branch it must look at x before x becomes 0. If the
   node behind the branch is covered by the one without it, main must be woken there. Then the label x != 1, which that
   brings, must remove the cover. */
#include <pthread.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int x = 2;

void *worker(void *arg) {
    if (!__VERIFIER_nondet_int())
        x = 1;
    x = 0;
    return 0;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, worker, 0);
    int first = x;
    int second = x;
    if (first == 1 && second == 0)
        reach_error();
    return 0;
}
