#include <limits.h>
#include <pthread.h>

pthread_t t;
int sum;

void *reader(void *arg) {
    sum = *(int *)arg + 1;
    return 0;
}

void start(int local) {
    pthread_create(&t, 0, reader, &local);
}

int main(void) {
    start(INT_MAX);
    pthread_join(t, 0);
    return 0;
}
