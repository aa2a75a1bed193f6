#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include <string.h>
static void *tell(void *argument) {
  assert(!strcmp(strsignal(SIGINT), "Interrupt") && strsignal(SIGINT) == strsignal(SIGINT));
  assert(!strcmp(strsignal(40), "Real-time signal 6") && !strcmp(strsignal(-1), "Unknown signal -1"));
  return 0;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, tell, 0);
  pthread_create(&b, 0, tell, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
