// while, do, for, break and continue in all their forms.
#include <assert.h>

int main(void) {
    int n = 0, i;

    while (n < 5)
        n += 2;
    assert(n == 6);
    do
        n--;
    while (n > 6);
    assert(n == 5);
    for (i = 10; i; i -= 2) {
        if (i == 6)
            continue;
        if (i == 2)
            break;
        n += i;
    }
    assert(i == 2 && n == 33);
    for (;;) {
        if (++n > 30)
            break;
    }
    assert(n == 31);
    n = 0;
    for (int a = 0, b = 3; a < b; a++)
        for (int c = 0; c < b; c++) {
            if (c == 1)
                continue;
            if (a == 2)
                break;
            n += 10 * a + c;
        }
    assert(n == 24);
    do {
        n = 1;
        continue;
    } while (n != 1);
    return 0;
}
