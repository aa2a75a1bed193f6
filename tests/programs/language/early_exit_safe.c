// exit() inside a call ends the program.
#include <stdlib.h>
extern void reach_error(void);

static void leave(int n) {
    if (n == 0)
        exit(0);
    if (n > 0)
        leave(n - 1);
}

int main(void) {
    leave(2);
    reach_error();
    return 0;
}
