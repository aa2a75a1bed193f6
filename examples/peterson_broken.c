// Peterson's algorithm with its first two steps swapped: both threads can get inside.
//   threadproof verify examples/peterson_broken.c    unsafe
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

#define ROUNDS 2

static _Atomic int wants[2];
static _Atomic int turn;
static int inside;

static void enter(int me) {
  int other = 1 - me;
  turn = other; // too early: the other thread does not know yet that we want to enter
  wants[me] = 1;
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
