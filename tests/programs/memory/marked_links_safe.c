// A list whose links are numbers, with a mark in their lowest bit; nodes are one of many.
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>

extern void reach_error(void);

typedef struct node {
    atomic_uintptr_t next;
    int key;
} node;

static atomic_uintptr_t head;

static int is_marked(uintptr_t link) { return (int)(link & 1); }
static uintptr_t marked(uintptr_t link) { return link | 1; }
static node *target(uintptr_t link) { return (node *)(link & ~(uintptr_t)1); }

static void *push(void *unused) {
    for (int i = 0; i < 2; i++) {
        node *n = malloc(sizeof *n);
        uintptr_t old = atomic_load(&head);
        n->key = 7;
        do
            atomic_store(&n->next, old);
        while (!atomic_compare_exchange_weak(&head, &old, (uintptr_t)n));
    }
    return unused;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, push, 0);
    push(0);
    pthread_join(t, 0);
    int n = 0;
    for (uintptr_t p = atomic_load(&head); target(p); p = atomic_load(&target(p)->next)) {
        if (is_marked(p) || !is_marked(marked(p)) || marked(p) == p || target(marked(p)) != target(p)) reach_error();
        if (target(marked(p))->key != 7) reach_error();
        n++;
    }
    if (n != 4) reach_error();
    return 0;
}
