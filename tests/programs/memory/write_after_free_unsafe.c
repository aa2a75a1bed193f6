// Writing through a second pointer to a freed object.
#include <stdlib.h>

struct node { int val; struct node *next; };

int main(void) {
    struct node *a = malloc(sizeof *a), *b = malloc(sizeof *b);
    a->next = b;
    b->next = 0;
    b->val = 1;
    free(b);
    a->next->val = 2;
    free(a);
    return 0;
}
