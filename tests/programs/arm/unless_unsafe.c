// Only one of them may add if it must not become 2: it does if the limit is another one.
#include <assert.h>
#include <pthread.h>
static int count;
void *worker(void *arg) {
    int old, new;
    unsigned failed;
    __asm__ __volatile__("1: ldaxr %w0, %3\n"
                         "   cmp %w0, %w4\n"
                         "   b.eq 2f\n"
                         "   add %w1, %w0, #1\n"
                         "   stlxr %w2, %w1, %3\n"
                         "   cbnz %w2, 1b\n"
                         "2:"
                         : "=&r"(old), "=&r"(new), "=&r"(failed), "+Q"(count)
                         : "r"(1)
                         : "memory", "cc");
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
