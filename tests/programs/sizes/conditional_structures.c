#include <assert.h>

struct p {
    int x, *y;
    struct { char c[2]; } z;
};

int main(void) {
    int n = 1, m = 2;
    struct p a = {1, &n, {"a"}}, b = {2, &m, {"b"}};
    for (int i = 0; i < 2; i++) {
        struct p r = i ? a : b;
        assert(r.x == (i ? 1 : 2) && r.y == (i ? &n : &m) && r.z.c[0] == (i ? 'a' : 'b'));
        assert((i ? a : b).x == r.x);
    }
    return 0;
}
