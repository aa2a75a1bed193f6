// All characters are compared, also behind the first difference.
#include <string.h>
int main(void) {
    char a[2] = "x", b[2] = "y";
    return memcmp(a, b, 4) != 0;
}
