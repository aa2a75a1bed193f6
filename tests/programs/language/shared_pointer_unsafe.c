// A pointer that another thread redirects: each dereference follows its present value.
#include <pthread.h>
extern void reach_error(void);

static int a = 1, b = 2;
static int *p = &a;

static void *redirect(void *arg) {
    (void)arg;
    p = &b;
    return 0;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, redirect, 0);
    *p = 5;
    pthread_join(t, 0);
    if (a != 5)
        reach_error();
    return 0;
}
