// The error function is what a thread runs.
#include <pthread.h>

void *reach_error(void *argument) {
    return argument;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, reach_error, 0);
    pthread_join(thread, 0);
    return 0;
}
