// These two say what is wrong by their result only.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <sched.h>
int main(void) {
  cpu_set_t set;
  CPU_ZERO(&set);
  errno = 0;
  int r = pthread_setaffinity_np(pthread_self(), 0, &set);
  if (r)
    assert(errno == 0);
  return 0;
}
