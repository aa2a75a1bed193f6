// A pointer field that calloc left null.
#include <stdlib.h>

struct s { int *p; int n; };

int main(void) {
    struct s *s = calloc(1, sizeof *s);
    *s->p = 3;
    free(s);
    return 0;
}
