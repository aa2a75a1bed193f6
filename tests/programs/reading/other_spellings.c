/* Operators as words. */
#include <iso646.h>
extern void reach_error(void);
int main(void) {
    int x = 6 bitand 3;
    x or_eq 1;
    if (x not_eq 3 or not (x xor 1) or compl x >= 0)
        reach_error();
    return 0;
}
