#include <pthread.h>
void *worker(void *a) { return 0; }
void *(*table[2])(void *) = {worker};
int main(int argc, char **argv) {
    pthread_t t;
    pthread_create(&t, 0, table[argc > 1], 0);
    pthread_join(t, 0);
    return 0;
}
