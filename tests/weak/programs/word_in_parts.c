// sc: safe, tso: unknown more executions, pso: unknown more executions
// -DBYTE sc: safe, tso: unsafe, pso: unsafe
// a load of a word, of which one byte is late: whether x86 can put it together from both, nobody says
#include <assert.h>
#include <pthread.h>
union { unsigned short word; unsigned char bytes[2]; } u;
int r0, r1;
void *left(void *a) {
#ifdef BYTE
  u.bytes[0] = 1;
  r0 = u.bytes[1] == 0;
#else
  u.bytes[0] = 1;
  r0 = u.word == 1;
#endif
  return 0;
}
void *right(void *a) {
  u.bytes[1] = 1;
  __sync_synchronize();
  r1 = u.bytes[0] == 0;
  return 0;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, left, 0);
  pthread_create(&b, 0, right, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(!(r0 && r1));
}
