#include <math.h>

extern void reach_error(void);
volatile float x = -1;
volatile double zero = -0.0;

int main(void) {
    if (!signbit(x) || !signbit(zero) || signbit(-x) || copysign(2, x) != -2 || copysign(-2, -x) != 2)
        reach_error();
    return 0;
}
