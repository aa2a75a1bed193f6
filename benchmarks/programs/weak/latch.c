// Two workers hand work to each other: a flag says that there is some, a latch wakes who is to do it.
// After the synchronisation of workers in PostgreSQL (Alglave, Kroening, Nimal, Tautschnig, ESOP 2013).
// -DFENCED: what its developers proposed; -DREPAIRED: what it takes.
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

#if defined(FENCED) || defined(REPAIRED)
#define FENCE() __sync_synchronize()
#else
#define FENCE()
#endif
#ifdef REPAIRED
#define SECOND_FENCE() __sync_synchronize()
#else
#define SECOND_FENCE()
#endif

static volatile int latch[2], flag[2];

static void wait_for(int me) {
  while (!latch[me])
    ;
  SECOND_FENCE();
}

static void *worker(void *argument) {
  int me = (int)(long)argument, next = 1 - me;
  for (;;) {
    wait_for(me);
    assert(!latch[me] || flag[me]);
    latch[me] = 0;
    SECOND_FENCE();
    if (flag[me]) {
      flag[me] = 0;
      flag[next] = 1;
      FENCE();
      latch[next] = 1;
    }
  }
  return NULL;
}

int main(void) {
  pthread_t one, other;
  flag[0] = latch[0] = 1;
  pthread_create(&one, NULL, worker, (void *)0L);
  pthread_create(&other, NULL, worker, (void *)1L);
  pthread_join(one, NULL);
  pthread_join(other, NULL);
}
