// In the 32-bit model long overflows like int.
#include <limits.h>

int main(void) {
    long x = LONG_MAX;
    x = x + 1;
    return x == 0;
}
