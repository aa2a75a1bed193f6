// What malloc gives may look like a mark that is a number; two threads then write.
#include <pthread.h>
#include <stdlib.h>
extern void reach_error(void);
#define DELETED ((struct node *)1)
struct node { struct node *next; int value; };
static struct node *top, other;
static int found;
static void *remover(void *unused) {
    struct node *mark = DELETED;
    if (top->next == DELETED)
        found = 1;
    if (__atomic_compare_exchange_n(&top->next, &mark, &other, 0, 5, 5))
        reach_error();
    return 0;
}
int main(void) {
    pthread_t t;
    top = malloc(sizeof *top);
    top->value = 1;
    pthread_create(&t, 0, remover, 0);
    if (top->value == 2)
        found = 2;
    pthread_join(t, 0);
    return 0;
}
