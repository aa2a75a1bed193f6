// abort is no normal end: nobody looks at what is left.
#include <stdlib.h>
int main(void) {
    int *p = malloc(sizeof *p);
    *p = 1;
    p = 0;
    abort();
}
