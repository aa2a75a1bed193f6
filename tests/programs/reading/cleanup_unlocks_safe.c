/* a guard: the mutex is unlocked when its scope is left, by return as well */
#include <pthread.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER; int x;
static void unlock(pthread_mutex_t **p) { pthread_mutex_unlock(*p); }
#define GUARD __attribute__((cleanup(unlock))) pthread_mutex_t *guard = &m; pthread_mutex_lock(guard)
static int step(int k) { GUARD; if (x > k) return 0; x++; return 1; }
static void *run(void *a) { step(0); step(1); return 0; }
int main(void) {
  pthread_t t; pthread_create(&t, 0, run, 0);
  step(1);
  pthread_join(t, 0);
  return 0;
}
