#include "counter.h"
extern void reach_error(void);

static int calls = 10;

static void *worker(void *unused) {
  counter_add(&total, 2);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, worker, 0);
  total.value += 3;
  calls += next_number();
  pthread_join(t, 0);
  if (counter_get(&total) != 5 || calls != 11)
    reach_error();
  return 0;
}
