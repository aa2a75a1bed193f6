/* A helper waits for the first thread, main for the helper. */
#include <pthread.h>

static pthread_t first;

static void *work(void *arg) {
    return 0;
}

static void *helper(void *arg) {
    pthread_join(first, 0);
    return 0;
}

int main(void) {
    pthread_t h;
    pthread_create(&first, 0, work, 0);
    pthread_create(&h, 0, helper, 0);
    pthread_join(h, 0);
}
