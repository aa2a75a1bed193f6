#include <assert.h>
#include <pthread.h>

void *reader(void *arg) {
    assert(*(int *)arg != 3);
    return 0;
}

int main(void) {
    pthread_t t;
    {
        int local = 3;
        pthread_create(&t, 0, reader, &local);
    }
    pthread_join(t, 0);
    return 0;
}
