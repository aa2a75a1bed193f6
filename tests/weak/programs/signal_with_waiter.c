// sc: safe, tso: safe, pso: safe, armv8: unsafe
#include <assert.h>
#include <pthread.h>
// locks stand between the store and the load, and somebody waits for a condition meanwhile
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t c = PTHREAD_COND_INITIALIZER;
int x, y, go, r0, r1;
void *sleeper(void *u) {
  pthread_mutex_lock(&m);
  while (!go)
    pthread_cond_wait(&c, &m);
  pthread_mutex_unlock(&m);
  return 0;
}
void *left(void *u) {
  pthread_mutex_lock(&m);
  go = 1;
  pthread_cond_signal(&c);
  pthread_mutex_unlock(&m);
  x = 1;
  pthread_mutex_lock(&m);
  r0 = y;
  pthread_mutex_unlock(&m);
  return 0;
}
void *right(void *u) {
  y = 1;
  __sync_synchronize();
  r1 = x;
  return 0;
}
int main(void) {
  pthread_t t[3];
  pthread_create(&t[0], 0, sleeper, 0);
  pthread_create(&t[1], 0, left, 0);
  pthread_create(&t[2], 0, right, 0);
  for (int i = 0; i < 3; i++)
    pthread_join(t[i], 0);
  assert(r0 || r1);
}
