// A lock-free stack whose nodes are never freed.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
struct node { struct node *next; int v; };
static struct node a, b;
static _Atomic(struct node *) top;
static void push(struct node *n) { n->next = atomic_load(&top); while (!atomic_compare_exchange_strong(&top, &n->next, n)) {} }
static struct node *pop(void) { struct node *n = atomic_load(&top), *x; do { if (!n) return 0; x = n->next; } while (!atomic_compare_exchange_strong(&top, &n, x)); return n; }
static void *f(void *arg) { push(&a); return 0; }
int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); push(&b); struct node *p = pop(); assert(p != 0); pthread_join(t, 0); assert(pop() != p); return 0; }
