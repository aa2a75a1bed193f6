#include <errno.h>
#include <stdio.h>
#include <unistd.h>

extern void reach_error(void);

int main(void) {
    char c;
    errno = 5;
    printf("x");
    if (errno <= 0)
        reach_error();
    errno = 0;
    if (read(0, &c, 1) == -1 && errno <= 0)
        reach_error();
    errno = 0;
    if (fflush(stdout) == EOF && errno <= 0)
        reach_error();
    errno = 0;
    if (putchar('x') == EOF && errno <= 0)
        reach_error();
    return 0;
}
