// GNU ({ ... }): local names, loops inside, used in macros.
#include <assert.h>

#define MAX(a, b) ({ __typeof__(a) _a = (a); __typeof__(b) _b = (b); _a > _b ? _a : _b; })

static int calls;
static int f(void) { return ++calls; }

int main(void) {
    int x = ({ int y = 3; y *= 2; y + 1; });
    assert(x == 7);
    assert(MAX(f(), 0) == 1 && calls == 1);
    int s = ({
        int t = 0;
        for (int i = 1; i <= 4; i++)
            t += i;
        t;
    });
    assert(s == 10);
    x = ({ if (s > 5) goto skip; 1; }) + 1;
    assert(0);
skip:
    assert(x == 7);
    ({ x = 8; });
    assert(x == 8 && ({ x++; x; }) == 9);
    assert(MAX(MAX(1, 5), 3) == 5);
    return 0;
}
