// A freed object holds nothing: what it pointed to is lost.
#include <stdlib.h>

struct node { struct node *next; } *list;

static void push(void) {
    struct node *n = malloc(sizeof *n);
    n->next = list;
    list = n;
}

int main(void) {
    push();
    push();
    free(list);
    return 0;
}
