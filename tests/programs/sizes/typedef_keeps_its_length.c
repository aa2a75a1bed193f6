#include <assert.h>

int main(void) {
    int m = 3;
    typedef int row[m];
    m = 9;
    row r, *p = &r;
    r[2] = 4;
    assert((*p)[2] == 4 && sizeof r == 3 * sizeof(int));
    return 0;
}
