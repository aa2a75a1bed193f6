// A clock that counts ticks may be behind.
#include <assert.h>
#include <time.h>

int main(void) {
    struct timespec coarse, steady;
    clock_gettime(CLOCK_MONOTONIC, &steady);
    clock_gettime(CLOCK_MONOTONIC_COARSE, &coarse);
    assert(coarse.tv_sec >= steady.tv_sec);
    return 0;
}
