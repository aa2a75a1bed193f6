#include <limits.h>
#include <time.h>

int main(void) {
    time_t last = LONG_MAX, first = LONG_MIN;
    struct tm date, never = {.tm_sec = INT_MAX, .tm_min = 1, .tm_mday = INT_MAX};
    char text[2];
    localtime_r(&last, &date);
    localtime_r(&first, &date);
    mktime(&never);
    return strftime(text, sizeof text, "%S", &never) == 3;
}
