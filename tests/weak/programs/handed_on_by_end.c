// sc: safe, tso: unsafe, pso: unsafe, armv8: unsafe
#include <assert.h>
#include <pthread.h>
int x, y, r = 1, r2 = 1;
void *t2(void *u) { y = 1; return 0; }
void *t1(void *u) { pthread_t h; pthread_create(&h, 0, t2, 0); pthread_join(h, 0); r2 = x; return 0; }
void *t3(void *u) { x = 1; r = y; return 0; }
int main(void) {
  pthread_t h[3];
  pthread_create(&h[0], 0, t1, 0);
  pthread_create(&h[2], 0, t3, 0);
  pthread_join(h[0], 0);
  pthread_join(h[2], 0);
  assert(r == 1 || r2 == 1);
}
