// sc: safe, tso: unsafe, pso: unsafe
// -DMFENCE sc: safe, tso: safe, pso: unsafe
// -DSFENCE sc: safe, tso: unsafe, pso: unsafe
#include <assert.h>
#include <pthread.h>
int wants[2], turn, inside;
#ifndef FENCE
#ifdef MFENCE
#define FENCE __asm__ volatile("mfence" ::: "memory")
#elif defined(SFENCE)
#define FENCE __asm__ volatile("sfence" ::: "memory")
#else
#define FENCE
#endif
#endif
void *run(void *argument) {
  int me = (int)(long)argument, other = 1 - me;
  wants[me] = 1;
  FENCE;
  while (wants[other])
    if (turn != me) {
      wants[me] = 0;
      while (turn != me)
        ;
      wants[me] = 1;
      FENCE;
    }
  inside++;
  assert(inside == 1);
  inside--;
  turn = other;
  wants[me] = 0;
  return 0;
}
int main(void) {
  pthread_t t[2];
  for (long i = 0; i < 2; i++)
    pthread_create(&t[i], 0, run, (void *)i);
  pthread_join(t[0], 0);
  pthread_join(t[1], 0);
}
