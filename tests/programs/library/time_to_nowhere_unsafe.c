#include <time.h>

int main(void) {
    clock_getres(CLOCK_REALTIME, 0);
    clock_gettime(CLOCK_REALTIME, 0);
    return 0;
}
