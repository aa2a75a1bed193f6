// Jumps forward: skipping, leaving nested loops, a shared exit.
#include <assert.h>

static int log_;

static int work(int n) {
    int r = -1;
    if (n < 0)
        goto out;
    if (n == 0)
        goto zero;
    for (int i = 0; i < 5; i++)
        for (int j = 0; j < 5; j++)
            if (i * j == n) {
                r = 10 * i + j;
                goto out;
            }
    goto out;
zero:
    r = 0;
out:
    log_++;
    return r;
}

int main(void) {
    assert(work(-3) == -1);
    assert(work(0) == 0);
    assert(work(6) == 23);
    assert(work(17) == -1);
    assert(log_ == 4);
    goto end;
    assert(0);
end:
    return 0;
}
