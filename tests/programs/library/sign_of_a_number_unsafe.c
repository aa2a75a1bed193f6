#include <math.h>

extern void reach_error(void);
volatile float x = -1;

int main(void) {
    if (signbit(x) != 1)
        reach_error();
    return 0;
}
