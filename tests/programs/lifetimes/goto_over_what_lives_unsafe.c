#include <pthread.h>

int main(void) {
    int n = 0;
back:
    if (n == 1)
        goto forward;
    pthread_mutex_t lock;
    pthread_mutex_init(&lock, 0);
forward:
    pthread_mutex_lock(&lock);
    n++;
    if (n < 2)
        goto back;
    return 0;
}
