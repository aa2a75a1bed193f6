#include <assert.h>
#include <pthread.h>

struct plain { int top; };
struct locked { struct plain inside; pthread_mutex_t lock; };

typedef union {
  struct plain *p;
  struct locked *l;
} __attribute__((__transparent_union__)) any_stack;

static void push(any_stack s, int x) { s.p->top += x; }

_Static_assert(__atomic_always_lock_free(sizeof(void *), 0) && !__atomic_always_lock_free(3, 0), "");

static struct locked shared = {{0}, PTHREAD_MUTEX_INITIALIZER};

static void *pusher(void *p) {
  pthread_mutex_lock(&shared.lock);
  push(&shared, 1);
  pthread_mutex_unlock(&shared.lock);
  return p;
}

int main(void) {
  struct plain own = {0};
  pthread_t t;
  pthread_create(&t, 0, pusher, 0);
  pusher(0);
  pthread_join(t, 0);
  push(&own, 3);
  push((any_stack){.p = &own}, 4);
  assert(shared.inside.top == 2 && own.top == 7);
  return 0;
}
