// The writer is beyond the end of the string.
#include <pthread.h>
#include <stdio.h>
char buf[4] = "a";
void *t(void *x) {
  buf[2] = 'a';
  return 0;
}
int main(void) {
  pthread_t p;
  pthread_create(&p, 0, t, 0);
  puts(buf);
  fprintf(stderr, "%s %d\n", buf, buf[0]);
  pthread_join(p, 0);
  return 0;
}
