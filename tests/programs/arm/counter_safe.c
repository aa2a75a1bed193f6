// What another thread changes after the load makes the store fail, and all is done again.
#include <assert.h>
#include <pthread.h>
static int count;
void *worker(void *arg) {
    int value;
    unsigned failed;
    __asm__ __volatile__("1: ldxr %w0, %2\n"
                         "   add %w0, %w0, #1\n"
                         "   stxr %w1, %w0, %2\n"
                         "   cbnz %w1, 1b"
                         : "=&r"(value), "=&r"(failed), "+Q"(count)
                         :
                         : "memory");
    return 0;
}
int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, worker, 0);
    pthread_create(&b, 0, worker, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(count == 2);
    return 0;
}
