#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
extern void reach_error(void);
static char text[8] = "ab";
static int format(char *to, size_t n, const char *how, ...) {
  va_list rest;
  va_start(rest, how);
  int count = vsnprintf(to, n, how, rest);
  va_end(rest);
  return count;
}
static void *worker(void *unused) {
  text[0] = 'c';
  return 0;
}
int main(void) {
  pthread_t t;
  char to[5];
  pthread_create(&t, 0, worker, 0);
  if (format(to, sizeof to, "%d%s", 12, text) != 4 || to[0] != '1' || to[3] != 'b' || to[4])
    reach_error();
  pthread_join(t, 0);
  return 0;
}
