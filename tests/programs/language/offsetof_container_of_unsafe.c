// From a member back to the struct that contains it.
#include <assert.h>
#include <stddef.h>

struct node { struct node *next; };
struct job { int id; short prio; struct node link; int extra; };

#define container_of(ptr, type, member) ((type *)((char *)(ptr) - offsetof(type, member)))

static struct job a = {1, 10}, b = {2, 20};

int main(void) {
    struct node head = {&a.link};
    int ids = 0;

    a.link.next = &b.link;
    b.link.next = 0;
    for (struct node *n = head.next; n; n = n->next) {
        struct job *j = container_of(n, struct job, link);
        ids = ids * 10 + j->id;
        j->extra = j->prio;
    }
    assert(ids == 21);
    assert(a.extra == 10 && b.extra == 20);
    assert(offsetof(struct job, id) == 0 && offsetof(struct job, prio) == 4);
    assert(container_of(&b.prio, struct job, prio) == &b);
    return 0;
}
