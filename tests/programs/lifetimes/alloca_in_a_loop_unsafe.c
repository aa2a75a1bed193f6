#include <alloca.h>
#include <assert.h>

struct item {
    struct item *next;
    int value;
};

int main(void) {
    struct item *list = 0;
    for (int i = 0; i < 3; i++) {
        struct item *new = alloca(sizeof *new);
        new->value = i;
        new->next = list;
        list = new;
    }
    int sum = 0;
    for (struct item *x = list; x; x = x->next)
        sum = 10 * sum + x->value;
    assert(sum != 210);
    return 0;
}
