// The head is freed, but the rest has been moved up before.
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
    struct node *head = list;
    list = head->next;
    free(head);
    return 0;
}
