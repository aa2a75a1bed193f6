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
  pthread_t one, other;
  pthread_create(&one, NULL, worker, NULL);
  pthread_create(&other, NULL, bringer, NULL);
  pthread_join(one, NULL);
  pthread_join(other, NULL);
  assert(is_woken || !sleeps);
}
