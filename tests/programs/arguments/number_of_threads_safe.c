// However many are wanted, there are at most two.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static int running = 0, most = 0;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *work(void *unused) {
  pthread_mutex_lock(&lock);
  most = ++running > most ? running : most;
  pthread_mutex_unlock(&lock);
  pthread_mutex_lock(&lock);
  running--;
  pthread_mutex_unlock(&lock);
  return unused;
}

int main(int argc, char **argv) {
  int n = argc > 1 ? atoi(argv[1]) : 1;
  if (n < 1 || n > 2)
    return 1;
  pthread_t threads[2];
  for (int i = 0; i < n; i++)
    pthread_create(&threads[i], 0, work, 0);
  for (int i = 0; i < n; i++)
    pthread_join(threads[i], 0);
  assert(most >= 1 && most <= n);
  return 0;
}
