// What malloc gives may be null where a pointer is expected.
#include <pthread.h>
#include <stdlib.h>
extern void reach_error(void);
struct node { struct node *next; int value; };
static struct node *top;
static void *push(void *unused) {
    struct node *n = malloc(sizeof *n);
    n->value = 1; // the link is forgotten
    top = n;
    return 0;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, push, 0);
    pthread_join(t, 0);
    if (top->next == 0)
        reach_error();
    return 0;
}
