// As many_cells_safe, but a thread takes any lock, not that of its element.
#include <pthread.h>

extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);

#define ELEMENTS 1000

static int data[ELEMENTS];
static pthread_mutex_t lock[ELEMENTS];
static pthread_mutex_t bell = PTHREAD_MUTEX_INITIALIZER;

static void *worker(void *arg) {
    unsigned i = __VERIFIER_nondet_uint(), j = __VERIFIER_nondet_uint();
    if (i >= ELEMENTS || j >= ELEMENTS)
        return 0;
    pthread_mutex_lock(&lock[j]);
    if (data[i] != 0)
        reach_error();
    data[i] = 1;
    pthread_mutex_lock(&bell);
    pthread_mutex_unlock(&bell);
    data[i] = 0;
    pthread_mutex_unlock(&lock[j]);
    return 0;
}

int main(void) {
    pthread_t t;
    while (__VERIFIER_nondet_uint())
        pthread_create(&t, 0, worker, 0);
    return 0;
}
