#define _GNU_SOURCE
#include <pthread.h>
#include <sys/syscall.h>
#include <unistd.h>
extern void reach_error(void);
static long other;
static void *worker(void *unused) {
  other = syscall(SYS_gettid);
  return 0;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, worker, 0);
  pthread_join(t, 0);
  if (other == syscall(SYS_gettid))
    reach_error();
  return 0;
}
