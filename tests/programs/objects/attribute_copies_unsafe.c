// The priority is read when it is set, whoever writes it meanwhile.
#include <pthread.h>
struct sched_param p;
void *t(void *a) {
  p.sched_priority = 1;
  return 0;
}
int main(void) {
  pthread_t h;
  pthread_create(&h, 0, t, 0);
  pthread_setschedparam(h, SCHED_OTHER, &p);
  return 0;
}
