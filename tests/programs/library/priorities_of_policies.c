#include <assert.h>
#include <sched.h>
int main(void) {
    assert(sched_get_priority_min(SCHED_FIFO) == 1 && sched_get_priority_max(SCHED_RR) == 99);
    assert(sched_get_priority_max(SCHED_OTHER) == 0 && sched_get_priority_max(77) == -1);
    return 0;
}
