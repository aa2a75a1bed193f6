// What has arrived may be anything, what has not of a structure with many members stays.
#include <assert.h>
#include <unistd.h>

struct record {
    int a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t, u, v, w, x, y, z;
    char name[8];
} record;

int main(void) {
    ssize_t n = read(0, &record, sizeof record);
    if (n <= 4)
        assert(record.b == 0);
    if (n == 102)
        assert((record.z & ~0xff) == 0 && record.name[0] == 0);
}
