// What IEEE 754 prescribes is exact, and errno says what has no result.
#include <errno.h>
#include <math.h>
extern void reach_error(void);

double two = 2, half = -0.5;

int main(void) {
    if (sqrt(two) != 1.4142135623730951 || fabs(half) != 0.5 || floor(half) != -1 || ceil(half) != 0)
        reach_error();
    if (!signbit(ceil(half)) || round(half) != -1 || rint(half) != 0 || fmod(-7.5, two) != -1.5)
        reach_error();
    errno = 0;
    if (!isnan(sqrt(half)) || errno != 0)
        reach_error();
    return 0;
}
