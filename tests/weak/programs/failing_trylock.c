// sc: safe, tso: unsafe, pso: unsafe
#include <pthread.h>
#include <assert.h>
int x, y, failed, seen, r = 1;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
/* t1 fails to take the lock, so t2 is in the section, or was, and reads x later */
void *t1(void *u) { x = 1; if (pthread_mutex_trylock(&m)) failed = 1; else { y = 1; pthread_mutex_unlock(&m); } return 0; }
void *t2(void *u) { int q; pthread_mutex_lock(&m); q = y; pthread_mutex_lock; pthread_mutex_unlock(&m); r = x; seen = q; return 0; }
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, t1, 0); pthread_create(&b, 0, t2, 0);
  pthread_join(a, 0); pthread_join(b, 0);
  assert(!(failed && r == 0));
  return 0;
}
