// What an initialiser leaves out is zero; so are globals; a later designator wins.
#include <assert.h>

static int counter;
static int *nothing;
static struct { int a; char *s; int v[2]; } blank;
int tentative;
int tentative;
int tentative = 4;

int main(void) {
    int a[5] = {1, 2};
    struct { int x; struct { int y, z; } in; } s = {1};
    int twice[3] = {[0] = 1, [1] = 2, [0] = 3};
    char c[4] = {'a'};
    int empty[2] = {};

    assert(counter == 0 && nothing == 0 && blank.s == 0 && blank.v[1] == 0);
    assert(tentative == 4);
    assert(a[1] == 2 && a[2] == 0 && a[4] == 0);
    assert(s.x == 1 && s.in.y == 0 && s.in.z == 0);
    assert(twice[0] == 3 && twice[1] == 2 && twice[2] == 0);
    assert(c[0] == 'a' && c[3] == 0 && empty[1] == 0);
    return 0;
}
