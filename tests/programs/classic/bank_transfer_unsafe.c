// Money is neither made nor lost, when both accounts are locked for the transfer.
#include <pthread.h>
extern void reach_error(void);

static int balance[2] = {5, 5};
static pthread_mutex_t m[2] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};

static void *transfer(void *arg) {
    int from = (int)(long)arg, to = 1 - from;
    pthread_mutex_lock(&m[0]);
    int b = balance[from] - 2;
    pthread_mutex_unlock(&m[0]);
    pthread_mutex_lock(&m[0]);
    balance[from] = b;
    balance[to] += 2;
    pthread_mutex_unlock(&m[0]);
    return 0;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, transfer, (void *)0);
    pthread_create(&b, 0, transfer, (void *)1);
    pthread_join(a, 0);
    pthread_join(b, 0);
    if (balance[0] + balance[1] != 10)
        reach_error();
    return 0;
}
