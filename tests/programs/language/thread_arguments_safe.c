// Each thread gets a pointer to its own element, or all get a pointer to one loop counter.
#include <pthread.h>
extern void reach_error(void);

static int got[2];

static void *worker(void *arg) {
    int id = *(int *)arg;
    if (id < 2)
        got[id] = 1;
    return 0;
}

int main(void) {
    pthread_t t[2];
    int ids[2] = {0, 1};
    int i;
    for (i = 0; i < 2; i++)
        pthread_create(&t[i], 0, worker, &ids[i]);
    for (int k = 0; k < 2; k++)
        pthread_join(t[k], 0);
    if (!got[0] || !got[1])
        reach_error();
    return ids[0];
}
