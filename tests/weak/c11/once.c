// c11: safe
// -DBROKEN c11: unknown race
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
pthread_once_t once = PTHREAD_ONCE_INIT;
int data;
void start(void) {
#ifndef BROKEN
  data = 1;
#endif
}
void *user(void *u) {
  pthread_once(&once, start);
#ifdef BROKEN
  data = 1;
#endif
  assert(data == 1);
  return 0;
}
int main(void) {
  pthread_t t[2];
  pthread_create(&t[0], 0, user, 0);
  pthread_create(&t[1], 0, user, 0);
  pthread_join(t[0], 0);
  pthread_join(t[1], 0);
}
