// A list is followed one step too far.
#include <stddef.h>

struct node { int val; struct node *next; };
static struct node c = {3, NULL}, b = {2, &c}, a = {1, &b};

int main(void) {
    struct node *p = &a;
    int sum = 0;
    while (p != NULL) {
        sum += p->val;
        p = p->next;
    }
    return sum != 6;
}
