#define _GNU_SOURCE
#include <pthread.h>
#include <sched.h>
extern void reach_error(void);
int main(void) {
  cpu_set_t set;
  CPU_ZERO(&set);
  CPU_SET(3, &set);
  if (CPU_COUNT(&set) != 1 || !CPU_ISSET(3, &set))
    reach_error();
  int error = pthread_setaffinity_np(pthread_self(), sizeof set, &set);
  if (sched_setaffinity(0, sizeof set, &set) > 0 || error < 0)
    reach_error();
  __builtin_prefetch(0);
  __builtin_prefetch(&set, 1, 3);
  if (sched_getcpu() < 0)
    reach_error();
  return 0;
}
