// Only what is there is touched.
#include <stdlib.h>
struct message { char kind; int words[4]; };
int main(void) {
    struct message *p = malloc(8);
    p->kind = 1;
    p->words[0] = 1;
    free(p);
    return 0;
}
