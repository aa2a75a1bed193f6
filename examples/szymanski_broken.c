// Szymanski's algorithm without its rule that the lower number goes first.
//   threadproof verify examples/szymanski_broken.c    unsafe
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

#define ROUNDS 2

// where a thread is: outside, at the door, waiting in the room, in the doorway, behind the closed door
enum { OUTSIDE, WANTS, WAITS, DOORWAY, CLOSED };

static _Atomic int flag[2];
static int inside;

static void enter(int me) {
  int other = 1 - me;
  flag[me] = WANTS;
  while (flag[other] >= DOORWAY)
    ;
  flag[me] = DOORWAY;
  if (flag[other] == WANTS) {
    flag[me] = WAITS;
    while (flag[other] != CLOSED)
      ;
  }
  flag[me] = CLOSED; // and nobody waits for anybody now
}

static void leave(int me) {
  if (me == 0) {
    int theirs;
    do
      theirs = flag[1];
    while (theirs == WAITS || theirs == DOORWAY);
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
