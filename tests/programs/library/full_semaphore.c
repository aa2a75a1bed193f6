// A semaphore at SEM_VALUE_MAX does not count further, whether or not somebody looks at the result.
#include <assert.h>
#include <semaphore.h>
int main(void) {
    sem_t s;
    int v;
    sem_init(&s, 0, 2147483646);
    sem_post(&s);
    sem_post(&s);
    sem_getvalue(&s, &v);
    assert(v == 2147483647);
    return 0;
}
