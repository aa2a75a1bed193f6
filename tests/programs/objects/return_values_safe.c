// What the functions return where they cannot do what they are asked for.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <limits.h>
#include <pthread.h>
#include <semaphore.h>
#include <time.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t c = PTHREAD_COND_INITIALIZER;
pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;
sem_t s;
struct timespec ts, no_time = {0, -1};
int main(void) {
  assert(pthread_mutex_lock(&m) == 0 && pthread_mutex_destroy(&m) == EBUSY && pthread_mutex_unlock(&m) == 0);
  assert(pthread_mutex_destroy(&m) == 0 && pthread_mutex_init(&m, 0) == 0);
  pthread_mutexattr_t a;
  int type;
  assert(pthread_mutexattr_init(&a) == 0 && pthread_mutexattr_settype(&a, 7) == EINVAL);
  assert(pthread_mutexattr_settype(&a, PTHREAD_MUTEX_RECURSIVE) == 0);
  assert(pthread_mutexattr_gettype(&a, &type) == 0 && type == PTHREAD_MUTEX_RECURSIVE);
  assert(pthread_rwlock_wrlock(&l) == 0 && pthread_rwlock_rdlock(&l) == EDEADLK);
  assert(pthread_rwlock_wrlock(&l) == EDEADLK && pthread_rwlock_timedrdlock(&l, &ts) == EDEADLK);
  assert(pthread_rwlock_tryrdlock(&l) == EBUSY && pthread_rwlock_unlock(&l) == 0);
  assert(pthread_rwlock_rdlock(&l) == 0 && pthread_rwlock_tryrdlock(&l) == 0);
  assert(pthread_rwlock_timedwrlock(&l, &no_time) == EINVAL && pthread_rwlock_timedwrlock(&l, &ts) == ETIMEDOUT);
  assert(sem_init(&s, 0, SEM_VALUE_MAX) == 0 && sem_post(&s) == -1 && errno == EOVERFLOW);
  assert(sem_init(&s, 0, 0) == 0 && sem_trywait(&s) == -1 && errno == EAGAIN);
  assert(sem_timedwait(&s, &no_time) == -1 && errno == EINVAL);
  assert(sem_timedwait(&s, &ts) == -1 && errno == ETIMEDOUT);
  pthread_barrier_t b;
  assert(pthread_barrier_init(&b, 0, 0) == EINVAL && pthread_barrier_init(&b, 0, 1) == 0);
  assert(pthread_barrier_wait(&b) == PTHREAD_BARRIER_SERIAL_THREAD);
  assert(pthread_barrier_wait(&b) == PTHREAD_BARRIER_SERIAL_THREAD);
  pthread_mutex_lock(&m);
  assert(pthread_cond_timedwait(&c, &m, &no_time) == EINVAL);
  assert(pthread_join(pthread_self(), 0) == EDEADLK);
  return 0;
}
