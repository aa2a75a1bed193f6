// calloc gives zeroed memory for arrays and structs.
#include <assert.h>
#include <stdlib.h>

struct s { int a; struct s *next; short v[3]; };

int main(void) {
    int *v = calloc(4, sizeof(int));
    struct s *s = calloc(1, sizeof *s);
    struct s *many = calloc(2, sizeof(struct s));

    for (int i = 0; i < 4; i++)
        assert(v[i] == 0);
    v[2] = 5;
    assert(s->a == 0 && s->next == NULL && s->v[2] == 0);
    many[1].next = s;
    s->a = 3;
    assert(many[1].next->a == 3 && many[0].next == 0 && v[2] == 5);
    free(v);
    free(s);
    free(many);
    return 0;
}
