// sc: safe, tso: unsafe, pso: unsafe
#include <pthread.h>
#include <assert.h>
int x, y, r1 = 1, r2 = 1;
pthread_barrier_t b;
void *t1(void *u) { x = 1; r1 = y; return 0; }
void *t2(void *u) { y = 1; pthread_barrier_wait(&b); return 0; }
void *t3(void *u) { pthread_barrier_wait(&b); r2 = x; return 0; }
int main(void) {
  pthread_t h[3];
  pthread_barrier_init(&b, 0, 2);
  pthread_create(&h[0], 0, t1, 0); pthread_create(&h[1], 0, t2, 0); pthread_create(&h[2], 0, t3, 0);
  for (int i = 0; i < 3; i++) pthread_join(h[i], 0);
  assert(r1 || r2);
  return 0;
}
