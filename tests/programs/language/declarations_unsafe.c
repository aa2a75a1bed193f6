// Prototypes, extern, several declarators in one declaration, declarations after statements.
#include <assert.h>

extern int shared;
int use(void);
int shared = 3, *ps = &shared, vec[2] = {1, 2}, (*fp)(void) = use;
static struct { int n; } single = {4}, *psingle = &single;
struct forward;
struct holder { struct forward *f; };
struct forward { int v; struct holder h; };

int main(void) {
    int use(void);
    extern int shared;
    shared++;
    assert(*ps == 4 && fp() == 13);
    int late = vec[1];
    struct forward f = {late, {0}};
    f.h.f = &f;
    assert(f.h.f->v == 2 && psingle->n == 4);
    unsigned a = 1, *b = &a, **c = &b;
    assert(**c == 1);
    _Static_assert(sizeof(int) == 4, "int has four bytes");
    ;
    return 0;
}

int use(void) { return shared + 10; }
