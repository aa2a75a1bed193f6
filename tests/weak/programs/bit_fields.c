// sc: safe, tso: unsafe, pso: unsafe
#include <pthread.h>
#include <assert.h>
struct { unsigned a : 8, b : 8; } s; int x, r0, r1; 
/* gcc and clang store these as bytes on x86 at -O1 */
void *t0(void *u) { s.a = 1; r0 = x; return 0; }
void *t1(void *u) { x = 1; r1 = s.a; return 0; }
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, t0, 0); pthread_create(&b, 0, t1, 0);
  pthread_join(a, 0); pthread_join(b, 0);
  assert(!(r0 == 0 && r1 == 0));
  return 0;
}
