// memset writes the bytes of a mutex like any others, while another thread may lock it.
#include <pthread.h>
#include <string.h>

struct counter {
    int n;
    pthread_mutex_t lock;
} c = {0, PTHREAD_MUTEX_INITIALIZER};

void *reset(void *arg) {
    memset(&c, 0, sizeof c);
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, reset, 0);
    pthread_mutex_lock(&c.lock);
    pthread_mutex_unlock(&c.lock);
    pthread_join(t, 0);
    return 0;
}
