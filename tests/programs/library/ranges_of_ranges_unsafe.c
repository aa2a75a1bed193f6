#include <stdio.h>

extern void reach_error(void);

int main(void) {
    char text[8];
    if (sscanf("d", "%7[a-c-e]", text) == 1)
        reach_error();
    return 0;
}
