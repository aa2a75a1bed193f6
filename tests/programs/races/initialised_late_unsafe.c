// The thread may use the mutex before it is initialised.
#include <pthread.h>

static pthread_mutex_t m;
static int x;

static void *thread(void *arg) {
  pthread_mutex_lock(&m);
  x++;
  pthread_mutex_unlock(&m);
  return 0;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, thread, 0);
  pthread_mutex_init(&m, 0);
  pthread_join(t, 0);
  return 0;
}
