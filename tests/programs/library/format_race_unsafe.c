// The number is written by snprintf, digit by digit; the counter is read by one thread while the other adds to it.
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>
int g;
void *w(void *a) {
  char buf[64];
  int n = snprintf(buf, sizeof buf, "%d", g);
  write(1, buf, n);
  g++;
  return 0;
}
int main(void) {
  pthread_t t[2];
  for (int i = 0; i < 2; i++)
    pthread_create(t + i, 0, w, 0);
  for (int i = 0; i < 2; i++)
    pthread_join(t[i], 0);
  return 0;
}
