#include <pthread.h>
#include <threads.h>
#include <assert.h>
int n;
int add(void *p) { n += 1; return 5; }
int twice(void *p) { n += 2; return 6; }
int (*table[2])(void *) = {add, twice};
int main(void) {
    thrd_t t;
    int r;
    for (int i = 0; i < 2; i++) {
        thrd_create(&t, table[i], 0);
        thrd_join(t, &r);
        assert(r == 5 + i);
    }
    assert(n != 3);
    return 0;
}
