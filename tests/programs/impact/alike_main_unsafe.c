/* Two threads do the same, but main waits for the second one only: it may be the first to end, with count still 1. */
#include <pthread.h>
extern void reach_error(void);
int count;
void *work(void *arg) {
    __sync_fetch_and_add(&count, 1);
    return 0;
}
int main(void) {
    pthread_t id[2];
    pthread_create(&id[0], 0, work, 0);
    pthread_create(&id[1], 0, work, 0);
    pthread_join(id[1], 0);
    if (count != 2)
        reach_error();
    return 0;
}
