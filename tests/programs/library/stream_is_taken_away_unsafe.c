// The streams that are always there are variables, too.
#include <stdio.h>

int main(void) {
    fputs("one", stdout);
    stdout = NULL;
    fputs("two", stdout);
    return 0;
}
