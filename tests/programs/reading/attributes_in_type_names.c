// An attribute behind the braces of a structure counts wherever a type name may stand.
#include <stddef.h>
extern void reach_error(void);
#define check(x) do { if (!(x)) reach_error(); } while (0)
typedef __typeof__(struct { char b; int c; } __attribute__((packed))) packed;
int inner = sizeof(struct { char a; struct { char b; int c; } __attribute__((packed)) d; });
int outer = sizeof(struct { char b; int c; } __attribute__((packed)));
struct lengths {
    char a;
    char five[sizeof(struct { char b; int c; } __attribute__((packed)))];
    char eight[sizeof(struct { char b; } __attribute__((aligned(8))))];
    int z;
};
int main(void) {
    check(inner == 6 && outer == 5 && sizeof(packed) == 5);
    check(sizeof(struct lengths) == 20 && _Alignof(struct lengths) == 4);
    check(offsetof(struct { char a; struct { char b; int c; } __attribute__((packed)) d; }, d.c) == 2);
    int here = sizeof(struct tag { char b; int c; } __attribute__((packed)));
    check(here == 5 && sizeof(struct tag) == 5);
    check(sizeof((struct { char b; int c; } __attribute__((packed))){1, 2}) == 5);
    check(sizeof(max_align_t) == 32 && _Alignof(max_align_t) == 16);
    return 0;
}
