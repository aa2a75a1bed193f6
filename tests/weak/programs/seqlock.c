// sc: safe, tso: safe, pso: unsafe, armv8: unsafe
#include <assert.h>
#include <pthread.h>
int seq, a, b;
void *reader(void *u) {
  int before = seq, x = a, y = b;
  if (before % 2 == 0 && seq == before)
    assert(x == y);
  return 0;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, reader, 0);
  seq = seq + 1;
  a = 1;
  b = 1;
  seq = seq + 1;
  pthread_join(t, 0);
}
