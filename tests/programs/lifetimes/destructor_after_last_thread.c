// As exit does, the end of the last thread runs destructor functions.
#include <assert.h>
#include <threads.h>
int x;
__attribute__((destructor)) void at_end(void) { assert(x != 1); }
int worker(void *a) {
    x = 1;
    thrd_exit(0);
}
int main(void) {
    thrd_t t;
    thrd_create(&t, worker, 0);
    thrd_exit(0);
}
