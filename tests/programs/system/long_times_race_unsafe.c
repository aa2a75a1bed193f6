#define _FILE_OFFSET_BITS 64
#define _TIME_BITS 64
#include <pthread.h>
#include <sys/select.h>
struct timeval rest;
void *set(void *unused) {
  rest.tv_usec = 5;
  return 0;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, set, 0);
  select(0, 0, 0, 0, &rest);
  pthread_join(thread, 0);
  return 0;
}
