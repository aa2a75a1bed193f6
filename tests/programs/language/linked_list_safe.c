// Push, reverse and free a list on the heap.
#include <assert.h>
#include <stdlib.h>

struct node { int val; struct node *next; };

static struct node *push(struct node *head, int val) {
    struct node *n = malloc(sizeof(*n));
    n->val = val;
    n->next = head;
    return n;
}

static struct node *reverse(struct node *l) {
    struct node *done = NULL;
    while (l) {
        struct node *next = l->next;
        l->next = done;
        done = l;
        l = next;
    }
    return done;
}

int main(void) {
    struct node *head = NULL;
    int n = 0, digits = 0;

    for (int i = 1; i <= 3; i++)
        head = push(head, i);
    assert(head->val == 3 && head->next->next->val == 1);
    head = reverse(head);
    while (head) {
        struct node *dead = head;
        digits = 10 * digits + head->val;
        head = head->next;
        free(dead);
        n++;
    }
    assert(n == 3 && digits == 123);
    return 0;
}
