// A flexible array is as long as what was allocated for it.
#include <stdlib.h>

struct s { int n; int d[]; };

int main(void) {
    struct s *s = malloc(sizeof(struct s) + 2 * sizeof(int));
    s->n = 2;
    for (int i = 0; i <= s->n; i++)
        s->d[i] = i;
    free(s);
    return 0;
}
