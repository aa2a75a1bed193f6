// A condition variable is initialised again when the threads that used it have ended, and a thread has its own lock.
#include <pthread.h>

static pthread_cond_t c;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int x;

static void *thread(void *arg) {
  pthread_mutex_t own;
  pthread_mutex_init(&own, 0);
  pthread_mutex_lock(&own);
  pthread_mutex_lock(&m);
  x++;
  pthread_cond_signal(&c);
  pthread_mutex_unlock(&m);
  pthread_mutex_unlock(&own);
  return 0;
}

int main(void) {
  pthread_t t;
  for (int i = 1; i <= 2; i++) {
    pthread_cond_init(&c, 0);
    pthread_create(&t, 0, thread, 0);
    pthread_mutex_lock(&m);
    while (x < i)
      pthread_cond_wait(&c, &m);
    pthread_mutex_unlock(&m);
    pthread_join(t, 0);
  }
  return 0;
}
