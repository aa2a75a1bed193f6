// The value is stored when the thread that looks at it runs already; C does not store it atomically.
#include <pthread.h>
static void *reader(void *p) { return (void *)(long)*(_Atomic int *)p; }
static pthread_t start(_Atomic int *p) {
    pthread_t t;
    pthread_create(&t, 0, reader, (void *)p);
    return t;
}
int main(void) {
    pthread_t t;
    _Atomic int a = (t = start(&a), 5);
    pthread_join(t, 0);
    return 0;
}
