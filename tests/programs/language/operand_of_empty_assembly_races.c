#include <pthread.h>

int x;

void *reader(void *arg) {
    __asm__ volatile("" : : "r"(x));
    return 0;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, reader, 0);
    x = 1;
    pthread_join(t, 0);
    return 0;
}
