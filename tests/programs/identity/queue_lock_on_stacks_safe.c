// A queue lock whose nodes are locals of the threads.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
struct qnode { _Atomic(struct qnode *) next; _Atomic int locked; };
static _Atomic(struct qnode *) tail;
static int inside;
static void lock(struct qnode *me) {
  atomic_store(&me->next, 0);
  struct qnode *prev = atomic_exchange(&tail, me);
  if (prev) { atomic_store(&me->locked, 1); atomic_store(&prev->next, me); while (atomic_load(&me->locked)) {} }
}
static void unlock(struct qnode *me) {
  if (!atomic_load(&me->next)) {
    struct qnode *expected = me;
    if (atomic_compare_exchange_strong(&tail, &expected, 0)) return;
    while (!atomic_load(&me->next)) {}
  }
  struct qnode *next = atomic_load(&me->next);
  atomic_store(&next->locked, 0);
}
static void *f(void *a) { struct qnode me; lock(&me); inside++; assert(inside == 1); inside--; unlock(&me); return 0; }
int main(void) { pthread_t t, u; pthread_create(&t, 0, f, 0); pthread_create(&u, 0, f, 0); pthread_join(t, 0); pthread_join(u, 0); return 0; }
