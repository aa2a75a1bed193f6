// A small number is passed to a thread inside the pointer argument and comes back as its result.
#include <pthread.h>
extern void reach_error(void);

static void *plus_one(void *arg) {
    long n = (long)arg;
    return (void *)(n + 1);
}

int main(void) {
    pthread_t t;
    void *res;
    pthread_create(&t, 0, plus_one, (void *)41L);
    pthread_join(t, &res);
    if ((long)res != 41)
        reach_error();
    return 0;
}
