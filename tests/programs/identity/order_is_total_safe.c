/* Of two pointers one is at most the other, wherever they point. */
#include <stdlib.h>
extern void reach_error(void);
int main(void) {
    int *old = malloc(4);
    free(old);
    int *new = malloc(4);
    if (!(old <= new) && !(new <= old))
        reach_error();
    if (old < new && new < old)
        reach_error();
    return 0;
}
