// Division by zero is no error; the two zeros are equal, and differ.
#include <math.h>
extern void reach_error(void);

double zero = 0.0, tiny = 5e-324;

int main(void) {
    double minus = -zero;
    if (minus != zero || 1 / zero != INFINITY || 1 / minus != -INFINITY || !isnan(zero / zero))
        reach_error();
    if (tiny / 2 != 0 || tiny == 0 || signbit(minus) == 0 || !signbit(zero))
        reach_error();
    if (!(tiny && !zero) || (zero ? 1 : 0))
        reach_error();
    return 0;
}
