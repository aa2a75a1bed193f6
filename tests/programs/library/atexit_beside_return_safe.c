// atexit is one step, and so is what takes a function from the list.
#include <pthread.h>
#include <stdlib.h>

void last(void) {
}

void *work(void *arg) {
    atexit(last);
    return 0;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, work, 0);
    return 0;
}
