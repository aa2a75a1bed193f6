// A negative width is the flag '-' and a width; the flag may be there already.
#include <stdio.h>
#include <string.h>
extern void reach_error(void);
int main(void) {
    char b[9];
    snprintf(b, 9, "%-*d|", -4, 3);
    if (strcmp(b, "3   |"))
        reach_error();
    snprintf(b, 9, "%*d|", -4, 3);
    if (strcmp(b, "3   |"))
        reach_error();
    snprintf(b, 9, "%-*s|", 3, "a");
    if (strcmp(b, "a  |"))
        reach_error();
    return 0;
}
