// Three threads; only one pair conflicts.
#include <pthread.h>

static int a, b, c;

static void *first(void *arg) {
    (void)arg;
    a = 1;
    return 0;
}

static void *second(void *arg) {
    (void)arg;
    b = 1;
    return 0;
}

static void *third(void *arg) {
    (void)arg;
    c = a + 1;
    return 0;
}

int main(void) {
    pthread_t t[3];
    pthread_create(&t[0], 0, first, 0);
    pthread_create(&t[1], 0, second, 0);
    pthread_create(&t[2], 0, third, 0);
    for (int i = 0; i < 3; i++)
        pthread_join(t[i], 0);
    return a + b;
}
