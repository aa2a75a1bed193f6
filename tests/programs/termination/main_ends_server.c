// A server thread loops for ever, but main returns: that ends the process.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int beats;

static void *server(void *arg) {
    (void)arg;
    for (;;)
        atomic_store(&beats, 1);
    return 0;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, server, 0);
    return 0;
}
