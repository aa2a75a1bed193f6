// sc: safe, tso: safe, pso: safe, armv8: safe, power: safe
// -DBUT_ONE sc: safe, tso: safe, pso: unsafe, armv8: unsafe
#include <assert.h>
#include <pthread.h>
#ifndef FENCE
#define FENCE __asm__ volatile("dmb ish" ::: "memory")
#endif
#ifdef BUT_ONE
#define LAST
#else
#define LAST FENCE
#endif
int wants[2], turn, inside;
void *run(void *argument) {
  int me = (int)(long)argument, other = 1 - me;
  wants[me] = 1;
  FENCE;
  turn = other;
  FENCE;
  while (wants[other]) {
    FENCE;
    if (turn != other)
      break;
    FENCE;
  }
  FENCE;
  inside++;
  assert(inside == 1);
  inside--;
  LAST;
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
