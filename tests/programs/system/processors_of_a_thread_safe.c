#define _GNU_SOURCE
#include <errno.h>
#include <sched.h>
extern void reach_error(void);
int main(void) {
  unsigned long set[2];
  if (sched_getaffinity(0, sizeof set, (cpu_set_t *)set) == 0 && !set[0] && !set[1])
    reach_error();
  if (sched_getaffinity(0, 3, (cpu_set_t *)set) == 0 || errno != EINVAL)
    reach_error();
  return 0;
}
