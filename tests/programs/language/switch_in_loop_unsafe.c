// break leaves the switch, continue the loop iteration; nested switches; a switch that jumps into a loop.
#include <assert.h>

static int copy(const char *from, char *to, int n) {
    int rounds = (n + 1) / 2;
    switch (n % 2) {
    case 0:
        do {
            *to++ = *from++;
        case 1:
            *to++ = *from++;
        } while (--rounds > 0);
    }
    return n;
}

int main(void) {
    int sum = 0, seen = 0;
    char out[6] = {0};

    for (int i = 0; i < 6; i++) {
        switch (i) {
        case 2:
            continue;
        case 4:
            break;
        default:
            switch (i % 2) {
            case 1: sum += 10; break;
            default: sum += 1;
            }
            seen++;
        }
        sum += 100;
    }
    assert(seen == 4 && sum == 631);
    copy("abcde", out, 5);
    assert(out[0] == 'a' && out[4] == 'e' && out[5] == 0);
    return 0;
}
