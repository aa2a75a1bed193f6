// x += y: the writer may come between the load of x and the store to it.
#include <pthread.h>
extern void reach_error(void);

static int x = 1, y = 2;

static void *writer(void *arg) {
    (void)arg;
    x = 10;
    return 0;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, writer, 0);
    x += y;
    pthread_join(t, 0);
    if (x != 10 && x != 12 && x != 3)
        reach_error();
    return 0;
}
