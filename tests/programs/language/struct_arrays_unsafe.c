// Arrays of structs with computed indices.
#include <assert.h>

struct item { short key; int val[2]; };
static struct item items[4];

int main(void) {
    struct item local[2] = {{1, {2, 3}}, {4}};
    struct item *p;
    int sum = 0;

    for (int i = 0; i < 4; i++) {
        items[i].key = i;
        items[i].val[0] = 10 * i;
        items[i].val[1] = items[(i + 3) % 4].val[0];
    }
    assert(items[0].val[1] == 0 && items[3].val[1] == 20);
    for (p = items; p < items + 4; p++)
        sum += p->key;
    assert(sum == 6);
    assert(p - items == 4);
    items[1] = items[3];
    assert(items[1].key == 1);
    assert(local[1].key == 4 && local[1].val[0] == 0 && local[1].val[1] == 0);
    local[items[0].key] = local[1];
    assert(local[0].key == 4);
    return 0;
}
