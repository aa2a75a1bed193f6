// The other thread may be using what is assigned.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
struct queue { int n; pthread_mutex_t m; pthread_cond_t c; };
static struct queue *g;
static const struct queue fresh = { .m = PTHREAD_MUTEX_INITIALIZER, .c = PTHREAD_COND_INITIALIZER };
static void *f(void *a) {
  pthread_mutex_lock(&g->m);
  g->n++;
  pthread_cond_signal(&g->c);
  pthread_mutex_unlock(&g->m);
  return 0;
}
int main(void) {
  pthread_t t;
  g = malloc(sizeof *g);
  *g = (struct queue){ .n = 7 };
  *g = fresh;
  g->m = (pthread_mutex_t)PTHREAD_MUTEX_INITIALIZER;
  pthread_create(&t, 0, f, 0);
  *g = fresh;
  pthread_join(t, 0);
  free(g);
  return 0;
}
