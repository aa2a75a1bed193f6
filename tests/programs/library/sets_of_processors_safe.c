#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <sched.h>

int main(void) {
    cpu_set_t set;
    CPU_ZERO(&set);
    CPU_SET(3, &set);
    CPU_SET(70, &set);
    CPU_CLR(3, &set);
    assert(CPU_ISSET(70, &set) && !CPU_ISSET(3, &set) && !CPU_ISSET(6, &set));
    pthread_setaffinity_np(pthread_self(), sizeof set, &set);
    return 0;
}
