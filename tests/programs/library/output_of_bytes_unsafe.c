#include <pthread.h>
#include <unistd.h>
int numbers[3];
void *t(void *x) {
  numbers[2] = 1;
  return 0;
}
int main(void) {
  pthread_t p;
  pthread_create(&p, 0, t, 0);
  write(1, numbers, sizeof numbers);
  pthread_join(p, 0);
  return 0;
}
