#include <pthread.h>

typedef union { int *i; unsigned *u; } __attribute__((transparent_union)) number;

static unsigned shared;
static void add(number n) { ++*n.i; }
static void *adder(void *p) { add(&shared); return p; }

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, adder, 0);
  adder(0);
  pthread_join(t, 0);
  return 0;
}
