// sc: safe, tso: safe, pso: safe, armv8: safe, rmo: safe, power: safe
#include <assert.h>
#include <pthread.h>
int x, y;
void *run(void *u) {
  x = 1;
  y = 1;
  return 0;
}
int main(void) {
  pthread_t t;
  x = 5;
  y = 5;
  pthread_create(&t, 0, run, 0);
  pthread_join(t, 0);
  assert(x == 1 && y == 1);
}
