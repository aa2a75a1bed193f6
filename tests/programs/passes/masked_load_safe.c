// what is read and masked away does not matter, but it is read before it is written
#include <pthread.h>
int x, seen;
void *reader(void *arg) {
  for (int i = 0; i < 1; i++) {
    int y = x & i;
    if (y)
      seen = 1;
  }
  return 0;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, reader, 0);
  pthread_join(t, 0);
  x = 1;
  return 0;
}
