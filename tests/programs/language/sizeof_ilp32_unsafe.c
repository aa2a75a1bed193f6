// Sizes and padding in the 32-bit model (i386: 8-byte scalars are aligned to 4 inside structs).
#include <assert.h>
#include <stddef.h>

struct pad { char c; int i; char d; };
struct big { char c; long long l; void *p; short s[3]; };
struct list { struct list *next; long val; };

int main(void) {
    int v[7];
    char *s = "four";

    assert(sizeof(long) == 4 && sizeof(long long) == 8 && sizeof(void *) == 4);
    assert(sizeof(struct pad) == 12 && sizeof(struct big) == 32 && sizeof(struct list) == 8);
    assert(sizeof v == 28 && sizeof s == 4 && sizeof(size_t) == 4 && sizeof(ptrdiff_t) == 4);
    assert(sizeof(1L) == 4 && sizeof(4294967296) == 8 && sizeof(2147483648) == 8);
    assert(offsetof(struct big, l) == 4 && offsetof(struct big, p) == 12);
    assert(-1L > 0u);
    return 0;
}
