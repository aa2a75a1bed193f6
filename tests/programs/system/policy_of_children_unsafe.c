#define _GNU_SOURCE
#include <sched.h>
extern void reach_error(void);
int main(void) {
  if (sched_getscheduler(0) & SCHED_RESET_ON_FORK)
    reach_error();
  return 0;
}
