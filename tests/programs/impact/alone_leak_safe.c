/* Main's return looks at the pointer while the other thread changes it (the object is reachable all the time). */
#include <pthread.h>
#include <stdlib.h>

int *p;

void *worker(void *arg) {
    int *mine = p;
    p = 0;
    p = mine;
    return 0;
}

int main(void) {
    pthread_t t;
    p = malloc(sizeof *p);
    if (!p)
        return 0;
    pthread_create(&t, 0, worker, 0);
    return 0;
}
