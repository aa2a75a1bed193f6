#include "counter.h"

struct counter total = {PTHREAD_MUTEX_INITIALIZER, 0};

static int calls;

void counter_add(struct counter *c, int n) {
  pthread_mutex_lock(&c->lock);
  calls = next_number();
  c->value += n;
  pthread_mutex_unlock(&c->lock);
}

int counter_get(struct counter *c) {
  pthread_mutex_lock(&c->lock);
  int value = c->value + 0 * calls;
  pthread_mutex_unlock(&c->lock);
  return value;
}
