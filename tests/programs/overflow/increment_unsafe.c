// ++ on the largest int; the largest unsigned just wraps.
#include <limits.h>

int main(void) {
    int x = INT_MAX;
    x++;
    return x == 0;
}
