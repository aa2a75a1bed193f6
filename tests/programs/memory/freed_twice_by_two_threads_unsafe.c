#include <pthread.h>
#include <stdlib.h>

struct node { struct node *next; };
struct node *first, *second;

static void *taker(void *a)
{
    struct node *n = second, *rest;
    second = 0;
    first = n;
    n = first;
    if (n) {
        rest = n->next;
        first = rest;
        free(n);
    }
    return 0;
}

static void *maker(void *a)
{
    struct node *n = calloc(1, sizeof *n), *rest;
    second = n;
    n = first;
    if (n) {
        rest = n->next;
        first = rest;
        free(n);
    }
    return 0;
}

int main(void)
{
    pthread_t t[2];
    pthread_create(&t[0], 0, taker, 0);
    pthread_create(&t[1], 0, maker, 0);
    pthread_join(t[0], 0);
    pthread_join(t[1], 0);
    return 0;
}
