// Dekker's algorithm with an "if" where it needs a "while": whoever has the turn does not wait.
//   threadproof verify examples/dekker_broken.c    unsafe
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

#define ROUNDS 2

static _Atomic int wants[2];
static _Atomic int turn;
static int inside;

static void enter(int me) {
  int other = 1 - me;
  wants[me] = 1;
  if (wants[other]) { // must be tested again and again
    if (turn != me) {
      wants[me] = 0;
      while (turn != me)
        ;
      wants[me] = 1;
    }
  }
}

static void leave(int me) {
  turn = 1 - me;
  wants[me] = 0;
}

static void *run(void *argument) {
  int me = (int)(long)argument;
  for (int round = 0; round < ROUNDS; round++) {
    enter(me);
    inside++;
    assert(inside == 1);
    inside--;
    leave(me);
  }
  return NULL;
}

int main(void) {
  pthread_t threads[2];
  for (long i = 0; i < 2; i++)
    pthread_create(&threads[i], NULL, run, (void *)i);
  for (int i = 0; i < 2; i++)
    pthread_join(threads[i], NULL);
  return 0;
}
