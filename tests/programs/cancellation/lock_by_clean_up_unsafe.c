#include <assert.h>
#include <pthread.h>
#include <unistd.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int balance;
static void leave(void *p) { pthread_mutex_unlock(&m); }
static void *f(void *p) {
    pthread_mutex_lock(&m);
    pthread_cleanup_push(leave, 0);
    balance++;
    usleep(1);
    balance--;
    pthread_cleanup_pop(1);
    return p;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, f, 0);
    pthread_cancel(t);
    pthread_mutex_lock(&m);
    assert(balance == 0);
    pthread_mutex_unlock(&m);
    return 0;
}
