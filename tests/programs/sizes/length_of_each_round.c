#include <assert.h>

static int depth(int n) {
    char a[n];
    if (n > 1)
        assert(depth(n - 1) == n - 1);
    return sizeof a;
}

int main(void) {
    for (int i = 1; i < 4; i++) {
        char a[i][2];
        a[i - 1][1] = 0;
        assert(sizeof a == 2 * i);
    }
    assert(depth(3) == 3);
    return 0;
}
