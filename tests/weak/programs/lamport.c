// sc: safe, tso: unsafe, pso: unsafe
// -DMFENCE sc: safe, tso: safe, pso: unsafe
#include <assert.h>
#include <pthread.h>
// the fast mutual exclusion of 1987, for two
int x, y, b[3], inside;
#ifndef FENCE
#ifdef MFENCE
#define FENCE __sync_synchronize()
#else
#define FENCE
#endif
#endif
void *run(void *argument) {
  int me = (int)(long)argument + 1;
  for (;;) {
    b[me] = 1;
    x = me;
    FENCE;
    if (y != 0) {
      b[me] = 0;
      while (y != 0)
        ;
      continue;
    }
    y = me;
    FENCE;
    if (x != me) {
      b[me] = 0;
      FENCE;
      for (int j = 1; j <= 2; j++)
        while (b[j])
          ;
      if (y != me) {
        while (y != 0)
          ;
        continue;
      }
    }
    break;
  }
  inside++;
  assert(inside == 1);
  inside--;
  y = 0;
  b[me] = 0;
  return 0;
}
int main(void) {
  pthread_t t[2];
  for (long i = 0; i < 2; i++)
    pthread_create(&t[i], 0, run, (void *)i);
  pthread_join(t[0], 0);
  pthread_join(t[1], 0);
}
