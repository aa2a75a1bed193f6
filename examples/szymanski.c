// Szymanski's algorithm for two threads: a waiting room with a door that the last one in closes.
//   threadproof verify examples/szymanski.c                            safe
//   threadproof verify examples/szymanski.c --property no-data-race    safe
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

#define ROUNDS 2

// where a thread is: outside, at the door, waiting in the room, in the doorway, behind the closed door
enum { OUTSIDE, WANTS, WAITS, DOORWAY, CLOSED };

static _Atomic int flag[2];
static int inside; // not atomic: the algorithm protects it

static void enter(int me) {
  int other = 1 - me;
  flag[me] = WANTS;
  while (flag[other] >= DOORWAY)
    ; // until the door is open
  flag[me] = DOORWAY;
  if (flag[other] == WANTS) {
    flag[me] = WAITS;
    while (flag[other] != CLOSED)
      ; // until the other one has come in and closed the door
  }
  flag[me] = CLOSED;
  if (me == 1)
    while (flag[0] >= WAITS)
      ; // the lower number goes first
}

static void leave(int me) {
  if (me == 0) {
    int theirs;
    do
      theirs = flag[1];
    while (theirs == WAITS || theirs == DOORWAY); // until the other one has seen that the door is closed
  }
  flag[me] = OUTSIDE;
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
