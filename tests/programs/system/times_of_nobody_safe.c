#include <sys/times.h>

int main(void) {
    struct tms used;
    times(0);
    return times(&used) == 1 && used.tms_utime == 1;
}
