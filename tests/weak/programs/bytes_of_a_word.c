// sc: safe, tso: unsafe, pso: unsafe
#include <pthread.h>
#include <assert.h>
union { unsigned w; unsigned char b[4]; } u;
unsigned char r0, r1;
void *t0(void *a) { u.b[0] = 1; r0 = u.b[1]; return 0; }
void *t1(void *a) { u.b[1] = 1; r1 = u.b[0]; return 0; }
int main(void) {
  pthread_t a, b;
  u.w = 0;
  pthread_create(&a, 0, t0, 0); pthread_create(&b, 0, t1, 0);
  pthread_join(a, 0); pthread_join(b, 0);
  assert(u.w == 0x0101);
  assert(r0 || r1);
  return 0;
}
