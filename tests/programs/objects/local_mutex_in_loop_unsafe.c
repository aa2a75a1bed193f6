#include <pthread.h>
int main(void) {
  for (int i = 0; i < 2; i++) {
    pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
    pthread_mutex_lock(&m);
    if (i == 1)
      pthread_mutex_lock(&m);
  }
  return 0;
}
