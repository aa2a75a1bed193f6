// The memory is shorter than the structure: its copy reads beyond it.
#include <stdlib.h>
struct message { int words[4]; };
int main(void) {
    struct message *p = malloc(2 * sizeof(int)), copy;
    copy = *p;
    free(p);
    return 0;
}
