// Two objects that point to each other, and nobody points to them.
#include <stdlib.h>

struct node { struct node *next; };

int main(void) {
    struct node *a = malloc(sizeof *a), *b = malloc(sizeof *b);
    a->next = b;
    b->next = a;
    return 0;
}
