// Atomic arithmetic on a signed type is defined to wrap; the plain result is used here only for reaching.
#include <limits.h>
#include <stdatomic.h>
extern void reach_error(void);

static atomic_int x = INT_MAX;

int main(void) {
    atomic_fetch_add(&x, 1);
    if (x != INT_MIN)
        reach_error();
    return 0;
}
