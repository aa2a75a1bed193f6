// sc: safe, tso: safe, pso: safe, armv8: safe
// property: no-deadlock
#include <pthread.h>
int go, other;
void *run(void *u) {
  while (!__atomic_load_n(&go, __ATOMIC_ACQUIRE))
    ;
  other = 1;
  return 0;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, run, 0);
  int seen = other;
  __atomic_store_n(&go, 1, __ATOMIC_RELEASE);
  seen = other;
  pthread_join(t, 0);
  return seen * 0;
}
