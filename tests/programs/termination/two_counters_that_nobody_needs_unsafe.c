#include <pthread.h>

int a[3];
volatile int stop;

void *work(void *arg) {
    unsigned i = 0, j = 1;
    int sum = 0;
    while (!stop) {
        if (i < 3)
            sum += a[i];
        i += j;
        j = i * 3;
    }
    return 0;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, work, 0);
    pthread_join(t, 0);
    return 0;
}
