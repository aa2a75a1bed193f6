// the second round waits for ever: unrolled, its guard is simply false
#include <pthread.h>
int main(void) {
  pthread_mutex_t m;
  pthread_mutex_init(&m, 0);
  for (int i = 0; i < 2; i++)
    pthread_mutex_lock(&m);
  return 0;
}
