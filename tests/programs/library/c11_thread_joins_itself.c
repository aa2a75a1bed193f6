#include <assert.h>
#include <threads.h>
int worker(void *a) {
    assert(thrd_join(thrd_current(), 0) == thrd_error);
    return 0;
}
int main(void) {
    thrd_t t;
    thrd_create(&t, worker, 0);
    thrd_join(t, 0);
    return 0;
}
