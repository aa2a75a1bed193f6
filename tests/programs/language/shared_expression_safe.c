// Two shared reads are two steps: the order in which another thread writes decides which mixes can be seen.
#include <pthread.h>
extern void reach_error(void);

static int x, y;

static void *writer(void *arg) {
    (void)arg;
    y = 1;
    x = 1;
    return 0;
}

int main(void) {
    pthread_t t;
    int a, b;
    pthread_create(&t, 0, writer, 0);
    a = x;
    b = y;
    if (a > b)
        reach_error();
    if (a + b > 2)
        reach_error();
    pthread_join(t, 0);
    return 0;
}
