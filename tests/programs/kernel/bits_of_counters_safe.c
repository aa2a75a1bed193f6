/* Arguments are those of functions, which have a type: all bits above are set where one below is taken away. */
#include <linux/atomic.h>
#include <linux/bug.h>

static atomic64_t v = ATOMIC64_INIT(0x300000003LL);
static atomic_long_t w = ATOMIC_LONG_INIT(-1);
static atomic_t x = ATOMIC_INIT(7);

int main(void) {
    atomic64_andnot(1u, &v);
    BUG_ON(atomic64_read(&v) != 0x300000002LL);
    BUG_ON(atomic64_fetch_andnot(2u, &v) != 0x300000002LL);
    BUG_ON(atomic64_read(&v) != 0x300000000LL);
    atomic_long_andnot(1u, &w);
    BUG_ON(atomic_long_read(&w) != -2);
    BUG_ON(atomic_long_fetch_andnot(2u, &w) != -2 || atomic_long_read(&w) != -4);
    BUG_ON(atomic_fetch_andnot(0x100000001LL, &x) != 7 || atomic_read(&x) != 6);
    return 0;
}
