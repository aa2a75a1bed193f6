// sc: safe, tso: unsafe, pso: unsafe, armv8: unsafe
#include <assert.h>
#include <pthread.h>
int wants[2], turn, inside;
void *run(void *argument) {
  int me = (int)(long)argument, other = 1 - me;
  wants[me] = 1;
  turn = other;
#ifdef FENCE
  __sync_synchronize();
#endif
  while (wants[other] && turn == other)
    ;
  inside++;
  assert(inside == 1);
  inside--;
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
