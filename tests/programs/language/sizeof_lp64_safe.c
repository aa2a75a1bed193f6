// Sizes and padding in the 64-bit model; the operand is not evaluated.
#include <assert.h>

struct pad { char c; int i; char d; };
struct big { char c; long long l; void *p; short s[3]; };
struct nest { struct pad a[2]; char e; };

int main(void) {
    int n = 1, v[7];
    char *s = "four";

    assert(sizeof(char) == 1 && sizeof(short) == 2 && sizeof(int) == 4 && sizeof(long) == 8);
    assert(sizeof(long long) == 8 && sizeof(void *) == 8 && sizeof(_Bool) == 1);
    assert(sizeof(struct pad) == 12 && sizeof(struct big) == 32 && sizeof(struct nest) == 28);
    assert(sizeof v == 28 && sizeof v / sizeof *v == 7 && sizeof s == 8 && sizeof "four" == 5);
    assert(sizeof(n++) == 4 && n == 1);
    assert(sizeof(char[3][4]) == 12 && sizeof(n + 1LL) == 8 && sizeof((char)n + (char)n) == 4);
    assert(sizeof(int) - 5 > 0);
    assert(_Alignof(long long) == 8);
    return 0;
}
