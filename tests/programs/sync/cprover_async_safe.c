// The CPROVER dialect: a label __CPROVER_ASYNC_n starts the call after it as a thread.
#include <assert.h>
extern void __CPROVER_atomic_begin(void);
extern void __CPROVER_atomic_end(void);

static int x = 0, done = 0;

static void worker(void) {
    __CPROVER_atomic_begin();
    x = x + 1;
    __CPROVER_atomic_end();
    __CPROVER_atomic_begin();
    done = done + 1;
    if (done == 2)
        assert(x == 2);
    __CPROVER_atomic_end();
}

int main(void) {
__CPROVER_ASYNC_1: worker();
__CPROVER_ASYNC_2: worker();
    return 0;
}
