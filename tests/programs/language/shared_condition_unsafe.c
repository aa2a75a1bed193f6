// The two operands of && on shared variables are read at different times.
#include <pthread.h>
extern void reach_error(void);

static int a = 1, b;

static void *mover(void *arg) {
    (void)arg;
    b = 1;
    a = 0;
    return 0;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, mover, 0);
    if (b && a)
        reach_error();
    pthread_join(t, 0);
    return 0;
}
