// sc: safe, tso: safe, pso: safe
#include <pthread.h>
#include <assert.h>
union { unsigned w; unsigned char b[4]; } u;
int x, r0, r1;
void *t0(void *a) { u.b[0] = 1; r0 = x; return 0; }
void *t1(void *a) { x = 1; r1 = u.b[0]; u.b[1] = 1; return 0; }
int main(void) {
  pthread_t a, b;
  u.w = 0;
  pthread_create(&a, 0, t0, 0); pthread_create(&b, 0, t1, 0);
  pthread_join(a, 0); pthread_join(b, 0);
  assert(u.w == 0x0101);
  return 0;
}
