// Time since the start counts on while the machine sleeps, and ticks come late.
#include <assert.h>
#include <time.h>

int is_before(struct timespec a, struct timespec b) {
    return a.tv_sec < b.tv_sec || (a.tv_sec == b.tv_sec && a.tv_nsec < b.tv_nsec);
}

int main(void) {
    struct timespec coarse, steady, since;
    clock_gettime(CLOCK_MONOTONIC_COARSE, &coarse);
    clock_gettime(CLOCK_MONOTONIC, &steady);
    clock_gettime(CLOCK_BOOTTIME, &since);
    assert(!is_before(steady, coarse));
    assert(!is_before(since, steady));
    assert(!is_before(since, coarse));
    return 0;
}
