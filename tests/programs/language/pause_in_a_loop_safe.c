#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int ready;
int data;

void *writer(void *arg) {
    data = 1;
    __asm__ __volatile__("" ::: "memory");
    ready = 1;
    return 0;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, writer, 0);
    while (!ready) {
        asm volatile("rep; nop" ::: "memory");
        __builtin_ia32_pause();
        __asm__("pause");
    }
    assert(data == 1);
    pthread_join(t, 0);
    return 0;
}
