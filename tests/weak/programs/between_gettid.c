// sc: safe, tso: unsafe, pso: unsafe
#define _GNU_SOURCE
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>
#include <time.h>
#include <assert.h>
int x, y, r0, r1;
void *t0(void *u) { x = 1; gettid(); r0 = y; return 0; }
void *t1(void *u) { y = 1; gettid(); r1 = x; return 0; }
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, t0, 0); pthread_create(&b, 0, t1, 0);
  pthread_join(a, 0); pthread_join(b, 0);
  assert(r0 || r1);
  return 0;
}
