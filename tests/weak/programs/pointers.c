// sc: safe, tso: unsafe, pso: unsafe, armv8: unsafe
#include <assert.h>
#include <pthread.h>
int cell[2], *mine[2] = {&cell[0], &cell[1]}, seen[2];
void *run(void *argument) {
  int me = (int)(long)argument;
  *mine[me] = 1;
  seen[me] = *mine[1 - me];
  return 0;
}
int main(void) {
  pthread_t t[2];
  for (long i = 0; i < 2; i++)
    pthread_create(&t[i], 0, run, (void *)i);
  pthread_join(t[0], 0);
  pthread_join(t[1], 0);
  assert(seen[0] || seen[1]);
}
