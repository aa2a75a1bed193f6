// Two arrays in each of several structures: an index into the second is no index into the first.
#include <assert.h>

struct rec { int a[2]; int b[2]; } s[3];
int one = 1, two = 2;

int main(void) {
    s[two].b[one] = 7;
    s[one].a[one] = 6;
    assert(s[1].a[1] == 6 && s[2].a[1] == 0);
    assert(s[2].b[1] != 7);
    return 0;
}
