// A worker that finds nothing to do says so, looks once more, and sleeps; who brings work wakes it if it said so.
// After the example of the tool Sober (Burckhardt and Musuvathi, CAV 2008). -DFENCED: repaired.
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

#ifdef FENCED
#define FENCE() __sync_synchronize()
#else
#define FENCE()
#endif

static volatile int is_idle, has_work;
static int sleeps, is_woken;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void *worker(void *unused) {
  pthread_mutex_lock(&mutex);
  is_idle = 1;
  FENCE();
  sleeps = !has_work;
  pthread_mutex_unlock(&mutex);
  return unused;
}

static void *bringer(void *unused) {
  has_work = 1;
  FENCE();
  if (is_idle) {
    pthread_mutex_lock(&mutex);
    is_woken = 1;
    pthread_mutex_unlock(&mutex);
  }
  return unused;
}

int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], NULL, worker, NULL);
  pthread_create(&threads[1], NULL, bringer, NULL);
  pthread_join(threads[0], NULL);
  pthread_join(threads[1], NULL);
  assert(is_woken || !sleeps);
}
