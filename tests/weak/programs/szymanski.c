// sc: safe, tso: unsafe, pso: unsafe
// -DMFENCE sc: safe, tso: safe, pso: unsafe
#include <assert.h>
#include <pthread.h>
int flag[2], inside;
#ifndef FENCE
#ifdef MFENCE
#define FENCE __sync_synchronize()
#else
#define FENCE
#endif
#endif
void *run(void *argument) {
  int me = (int)(long)argument, other = 1 - me;
  flag[me] = 1;
  FENCE;
  while (flag[other] >= 3)
    ;
  flag[me] = 3;
  FENCE;
  if (flag[other] == 1) {
    flag[me] = 2;
    FENCE;
    while (flag[other] != 4)
      ;
  }
  flag[me] = 4;
  FENCE;
  if (me)
    while (flag[other] >= 2)
      ;
  inside++;
  assert(inside == 1);
  inside--;
  if (!me)
    while (flag[other] == 2 || flag[other] == 3)
      ;
  flag[me] = 0;
  return 0;
}
int main(void) {
  pthread_t t[2];
  for (long i = 0; i < 2; i++)
    pthread_create(&t[i], 0, run, (void *)i);
  pthread_join(t[0], 0);
  pthread_join(t[1], 0);
}
