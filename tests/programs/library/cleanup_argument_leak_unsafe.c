#include <pthread.h>
#include <stdlib.h>

void nothing(void *arg) {
}

int main(void) {
    pthread_cleanup_push(nothing, malloc(4));
    pthread_cleanup_pop(0);
    return 0;
}
