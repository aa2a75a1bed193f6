// A pointer that was never written is null or not, but the same whenever it is read, also in copies.
#include <stdlib.h>
extern void reach_error(void);
#define check(x) do { if (!(x)) reach_error(); } while (0)
struct node { struct node *next; int value; };
int main(void) {
    struct node *p = malloc(sizeof *p), copy, again;
    p->value = 1;
    copy = *p;
    again = copy;
    check((p->next == 0) == (p->next == 0));
    check((p->next == 0) == (again.next == 0));
    struct node *link = copy.next;
    check((link == 0) == (copy.next == 0) && (link == 0) == (again.next == 0));
    p->next = p;
    check(p->next == p && (link == 0) == (again.next == 0));
    free(p);
    return 0;
}
