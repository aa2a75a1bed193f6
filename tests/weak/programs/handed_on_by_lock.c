// sc: safe, tso: unsafe, pso: unsafe, armv8: unsafe, power: unsafe, rmo: unsafe
#include <assert.h>
#include <pthread.h>
// what is known of y is handed on under a lock, to whom the late store is not
int x, y, s, r, t, r2;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
void *t1(void *u) { y = 1; pthread_mutex_lock(&m); s = 1; pthread_mutex_unlock(&m); return 0; }
void *t2(void *u) { pthread_mutex_lock(&m); t = s; pthread_mutex_unlock(&m); r2 = x; return 0; }
void *t3(void *u) { x = 1; r = y; return 0; }
int main(void) {
  pthread_t h[3];
  pthread_create(&h[0], 0, t1, 0);
  pthread_create(&h[1], 0, t2, 0);
  pthread_create(&h[2], 0, t3, 0);
  for (int i = 0; i < 3; i++) pthread_join(h[i], 0);
  assert(r == 1 || t == 0 || r2 == 1);
}
