// What WIN32 calls NoFence orders nothing but on x86.
// tso: safe, armv8: unsafe, c11: unsafe
// -DFENCES tso: safe, armv8: safe, c11: safe
#include <assert.h>
#include <pthread.h>
#include <windows.h>

#ifdef FENCES
#define STORE InterlockedExchange
#define LOAD InterlockedCompareExchange
#else
#define STORE InterlockedExchangeNoFence
#define LOAD InterlockedCompareExchangeNoFence
#endif

volatile LONG x, y;

void *writer(void *arg) {
    STORE(&x, 1);
    STORE(&y, 1);
    return 0;
}
void *reader(void *arg) {
    LONG second = LOAD(&y, 2, 1);
    LONG first = LOAD(&x, 2, 1);
    assert(!(second == 1 && first == 0));
    return 0;
}
int main(void) {
    pthread_t w, r;
    pthread_create(&w, 0, writer, 0);
    pthread_create(&r, 0, reader, 0);
    pthread_join(w, 0);
    pthread_join(r, 0);
}
