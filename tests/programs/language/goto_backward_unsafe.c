// A loop made of a label and a jump back.
#include <assert.h>

int main(void) {
    int i = 0, sum = 0;
again:
    i++;
    sum += i;
    if (i < 4)
        goto again;
    assert(sum == 6);
outer:
    for (int j = 0; j < 3; j++) {
        i++;
        if (i == 6)
            goto outer;
    }
    assert(i == 9);
    return 0;
}
