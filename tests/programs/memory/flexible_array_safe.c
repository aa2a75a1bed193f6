// Flexible arrays: of a size known only at run time, and of structures.
#include <assert.h>
#include <stdlib.h>

struct pair { short a; int b; };
struct s { int n; struct pair d[]; };

extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned n = __VERIFIER_nondet_uint();
    if (n > 3)
        return 0;
    struct s *s = malloc(sizeof(struct s) + n * sizeof(struct pair));
    s->n = n;
    for (int i = 0; i < s->n; i++) {
        s->d[i].a = i;
        s->d[i].b = -i;
    }
    for (int i = 0; i < s->n; i++)
        assert(s->d[i].a + s->d[i].b == 0);
    free(s);
    return 0;
}
