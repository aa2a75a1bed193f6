// Lamport's bakery without "choosing": a thread may be passed while it draws its number.
//   threadproof verify examples/bakery_broken.c    unsafe
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

#define ROUNDS 2

static _Atomic int number[2];
static int inside;

// whether the other thread's number is served before mine; with equal numbers, thread 0 is first
static int is_before(int theirs, int mine, int me) { return theirs < mine || (theirs == mine && me == 1); }

static void enter(int me) {
  int other = 1 - me;
  int mine = number[other] + 1;
  number[me] = mine; // between these two lines the other thread can draw a number and enter
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
