// Two threads add each other's variable; the assertion is about the largest value that can come out.
#include <pthread.h>
extern void reach_error(void);

static int i = 1, j = 1;

static void *left(void *arg) {
    (void)arg;
    for (int k = 0; k < 2; k++)
        i += j;
    return 0;
}

static void *right(void *arg) {
    (void)arg;
    for (int k = 0; k < 2; k++)
        j += i;
    return 0;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, left, 0);
    pthread_create(&b, 0, right, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    if (i > 7 || j > 8)
        reach_error();
    return 0;
}
