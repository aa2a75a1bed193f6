// What is retired is deleted through a pointer; the functions of threads, which have its type, are no candidates there.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
typedef void *(*function)(void *);
struct domain {
  void *retired[4];
  int count;
  function delete;
};
static struct domain d;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int deleted;
static void *delete(void *x) {
  deleted++;
  free(x);
  return 0;
}
static void flush(struct domain *d) {
  while (d->count > 0)
    d->delete(d->retired[--d->count]);
}
static void retire(struct domain *d, void *x) {
  d->retired[d->count++] = x;
  if (d->count == 4)
    flush(d);
}
static void *worker(void *unused) {
  pthread_mutex_lock(&m);
  retire(&d, malloc(4));
  pthread_mutex_unlock(&m);
  return unused;
}
static void *closer(void *unused) {
  pthread_mutex_lock(&m);
  flush(&d);
  pthread_mutex_unlock(&m);
  return unused;
}
int main(void) {
  pthread_t t, u;
  d.delete = delete;
  pthread_create(&t, 0, worker, 0);
  pthread_create(&u, 0, closer, 0);
  pthread_join(t, 0);
  pthread_join(u, 0);
  flush(&d);
  assert(deleted == 1);
  return 0;
}
