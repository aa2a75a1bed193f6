// Waits until the lock is free, and takes it in the same loop.
#include <assert.h>
#include <pthread.h>
static int lock, count;
static void take(int *p) {
    int value;
    unsigned failed;
    __asm__ __volatile__("   sevl\n"
                         "1: wfe\n"
                         "2: ldaxr %w0, [%2]\n"
                         "   cbnz %w0, 1b\n"
                         "   stxr %w1, %w3, [%2]\n"
                         "   cbnz %w1, 2b\n"
                         : "=&r"(value), "=&r"(failed)
                         : "r"(p), "r"(1)
                         : "memory");
}
static void give(int *p) { __asm__ __volatile__("stlr wzr, [%0]" : : "r"(p) : "memory"); }
void *worker(void *arg) {
    take(&lock);
    count++;
    give(&lock);
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
