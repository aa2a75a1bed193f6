// The order in which destructors are called is not specified (glibc: that of keys), nor which values are null by then.
#include <pthread.h>
extern void reach_error(void);
#define check(x) do { if (!(x)) reach_error(); } while (0)
static pthread_key_t plain, first, second;
static int order, value;
static void end_first(void *p) {
    check(!pthread_getspecific(plain));
    order = order * 10 + 1;
    if (order == 1)
        pthread_setspecific(second, &value);
}
static void end_second(void *p) { order = order * 10 + 2; }
static void *worker(void *unused) {
    pthread_setspecific(plain, &value);
    pthread_setspecific(first, &value);
    return 0;
}
int main(void) {
    pthread_t t;
    pthread_key_create(&plain, 0);
    pthread_key_create(&first, end_first);
    pthread_key_create(&second, end_second);
    pthread_create(&t, 0, worker, 0);
    pthread_join(t, 0);
    check(order == 12);
    return 0;
}
