// Peterson's algorithm: two threads, at most one of them inside at a time.
//   threadproof verify examples/peterson.c                            safe
//   threadproof verify examples/peterson.c --property no-data-race    safe
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

#define ROUNDS 2

static _Atomic int wants[2];
static _Atomic int turn;
static int inside; // not atomic: the algorithm protects it

static void enter(int me) {
  int other = 1 - me;
  wants[me] = 1;
  turn = other;
  while (wants[other] && turn == other)
    ;
}

static void leave(int me) { wants[me] = 0; }

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
