// The index of a shared array is itself shared and may change between two uses.
#include <pthread.h>
extern void reach_error(void);

static int v[3] = {7, 7, 8};
static int i;

static void *mover(void *arg) {
    (void)arg;
    i = 1;
    return 0;
}

int main(void) {
    pthread_t t;
    int a, b;
    pthread_create(&t, 0, mover, 0);
    a = v[i];
    b = v[i];
    if (a != b)
        reach_error();
    pthread_join(t, 0);
    return 0;
}
