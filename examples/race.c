// A flag that is not atomic: the reader may see it before the message, or never.
//   threadproof verify examples/race.c --property no-data-race    unsafe
#include <pthread.h>
#include <stddef.h>

static int message;
static int ready; // must be _Atomic

static void *send(void *unused) {
  (void)unused;
  message = 42;
  ready = 1;
  return NULL;
}

int main(void) {
  pthread_t sender;
  int received = 0;
  pthread_create(&sender, NULL, send, NULL);
  if (ready)
    received = message;
  pthread_join(sender, NULL);
  return received == 42;
}
