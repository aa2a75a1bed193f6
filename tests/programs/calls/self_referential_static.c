#include <assert.h>
int up(int x) { return x + 1; }
int down(int x) { return x - 1; }
struct node { struct node *next; int (*f)(int); };
int main(int argc, char **argv) {
    static struct node n = {&n, up};
    if (argc > 2)
        n.f = down;
    int r = n.next->f(3);
    assert(r == 4 || r == 2);
    return 0;
}
