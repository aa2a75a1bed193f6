#include <pthread.h>
#include <stdio.h>
char buf[4];
void *t(void *x) {
  buf[0] = 'a';
  return 0;
}
int main(void) {
  pthread_t p;
  pthread_create(&p, 0, t, 0);
  puts(buf);
  pthread_join(p, 0);
  return 0;
}
