#define _GNU_SOURCE
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
extern void reach_error(void);
static FILE *file;
static int lines;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void *count(void *argument) {
  char line[3];
  pthread_mutex_lock(&m);
  if (file && fgets(line, sizeof line, file))
    lines++;
  pthread_mutex_unlock(&m);
  return 0;
}
int main(void) {
  pthread_t t;
  file = fopen("words", "r");
  pthread_create(&t, 0, count, 0);
  count(0);
  pthread_join(t, 0);
  if (lines > 2)
    reach_error();
  if (file) {
    if (fseek(file, 0, SEEK_END) == 0 && ftell(file) < -1)
      reach_error();
    fclose(file);
  }
  return 0;
}
