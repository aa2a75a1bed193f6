#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int lines;
static void say(const char *format, ...) {
  va_list rest;
  va_start(rest, format);
  pthread_mutex_lock(&m);
  lines++;
  vfprintf(stderr, format, rest);
  pthread_mutex_unlock(&m);
  va_end(rest);
}
static void *worker(void *name) {
  say("%s begins\n", (char *)name);
  return 0;
}
int main(void) {
  pthread_t t, u;
  pthread_create(&t, 0, worker, "a");
  pthread_create(&u, 0, worker, "b");
  say("%d threads\n", 2);
  pthread_join(t, 0);
  pthread_join(u, 0);
  return 0;
}
