/* The two writes concern one cell if main's index is 0; then their order matters. */
#include <pthread.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int cells[2];

void *worker(void *arg) {
    cells[0] = 2;
    return 0;
}

int main(void) {
    pthread_t t;
    int j = __VERIFIER_nondet_int();
    if (j < 0 || j > 1)
        return 0;
    pthread_create(&t, 0, worker, 0);
    cells[j] = 1;
    pthread_join(t, 0);
    if (cells[0] == 1)
        reach_error();
    return 0;
}
