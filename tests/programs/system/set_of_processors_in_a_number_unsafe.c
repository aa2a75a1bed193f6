#define _GNU_SOURCE
#include <pthread.h>
#include <sched.h>
unsigned mask = 1;
void *set(void *unused) {
  mask = 3;
  return 0;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, set, 0);
  sched_setaffinity(0, sizeof mask, (cpu_set_t *)&mask);
  pthread_join(thread, 0);
  return 0;
}
