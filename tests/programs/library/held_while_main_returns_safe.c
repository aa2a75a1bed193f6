#include <pthread.h>
#include <stdlib.h>
struct text {
  int length;
  char *data;
};
static struct text last;
static pthread_key_t key;
static struct text make(void) {
  struct text t = {2, malloc(2)};
  return t;
}
static void *worker(void *a) {
  last = make();
  pthread_setspecific(key, malloc(4));
  pthread_cleanup_push(free, malloc(4));
  pthread_exit(0);
  pthread_cleanup_pop(0);
  return 0;
}
int main(void) {
  pthread_t t;
  pthread_key_create(&key, free);
  pthread_create(&t, 0, worker, 0);
  return 0;
}
