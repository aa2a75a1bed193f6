#include <assert.h>
#include <pthread.h>

int *kept;

void *reader(void *arg) {
    int *p = __atomic_load_n(&kept, __ATOMIC_SEQ_CST);
    if (p)
        assert(*p != 4); /* the function may not have returned yet */
    return 0;
}

void publish(int local) {
    __atomic_store_n(&kept, &local, __ATOMIC_SEQ_CST);
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, reader, 0);
    publish(4);
    pthread_join(t, 0);
    return 0;
}
