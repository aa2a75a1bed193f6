// An endless loop with a way out.
#include <stdlib.h>

int main(void) {
    int n = 0;
    for (;;) {
        n++;
        if (n == 4)
            exit(0);
    }
}
