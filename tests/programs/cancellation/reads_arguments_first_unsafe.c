#include <pthread.h>
#include <unistd.h>

static unsigned seconds;
static _Atomic int go;
static void *f(void *p) {
    while (!go)
        ;
    sleep(seconds);
    return p;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, f, 0);
    pthread_cancel(t);
    go = 1;
    seconds = 2;
    pthread_join(t, 0);
    return 0;
}
