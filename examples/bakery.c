// Lamport's bakery for two threads: draw a number, and the lowest number is served first.
//   threadproof verify examples/bakery.c                            safe
//   threadproof verify examples/bakery.c --property no-data-race    safe
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

#define ROUNDS 2

static _Atomic int choosing[2];
static _Atomic int number[2];
static int inside; // not atomic: the algorithm protects it

// whether the other thread's number is served before mine; with equal numbers, thread 0 is first
static int is_before(int theirs, int mine, int me) { return theirs < mine || (theirs == mine && me == 1); }

static void enter(int me) {
  int other = 1 - me;
  choosing[me] = 1;
  int mine = number[other] + 1;
  number[me] = mine;
  choosing[me] = 0;
  while (choosing[other])
    ;
  for (;;) {
    int theirs = number[other];
    if (theirs == 0 || !is_before(theirs, mine, me))
      break;
  }
}

static void leave(int me) { number[me] = 0; }

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
