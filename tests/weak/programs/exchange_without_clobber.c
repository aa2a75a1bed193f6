// Of an instruction that does not say so the compiler does not know that it orders memory.
// c11: unknown data race
// -DTOLD c11: safe
#include <assert.h>
#include <pthread.h>

#ifdef TOLD
#define CLOBBERS "memory"
#else
#define CLOBBERS
#endif

int lock, count;

void *worker(void *arg) {
    int old;
    do
        __asm__ volatile("lock cmpxchgl %2, %1" : "=a"(old), "+m"(lock) : "r"(1), "0"(0) : CLOBBERS);
    while (old);
    count++;
    __asm__ volatile("lock decl %0" : "+m"(lock) : : "memory");
    return 0;
}
int main(void) {
    pthread_t s, t;
    pthread_create(&s, 0, worker, 0);
    pthread_create(&t, 0, worker, 0);
    pthread_join(s, 0);
    pthread_join(t, 0);
    assert(count == 2);
}
