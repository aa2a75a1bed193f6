extern void reach_error(void);

#define check(e) if (!(e)) reach_error()
typedef int A8 __attribute__((aligned(8)));
typedef int A2 __attribute__((aligned(2)));
typedef struct { char a; int b; } big __attribute__((aligned(32)));
typedef struct s *PS __attribute__((aligned(16)));
A8 ga;
int variable __attribute__((aligned(32)));
struct x1 { char c; __typeof__(A8) x; };
struct x2 { char c; __typeof__(ga) x; };
struct x3 { char c; __typeof__(variable) x; };
struct x4 { char c; _Atomic(A8) x; };
struct x5 { char c; A8 *x[2]; };
struct x6 { char c; PS p; };
int c __attribute__((section("da(ta"), aligned(32)));

int main(void) {
    check(_Alignof(__typeof__(ga)) == 8 && _Alignof(__typeof__(A8)) == 8);
    check(sizeof(big) == 8 && _Alignof(big) == 32);
    check(sizeof(struct x1) == 16 && sizeof(struct x2) == 16 && sizeof(struct x3) == 8);
    check(sizeof(struct x4) == 16 && sizeof(struct x5) == 24 && sizeof(struct x6) == 32);
    check(_Alignof(variable) == 32 && _Alignof(__typeof__(variable)) == 4);
    check(_Alignof(A2[2]) == 2 && _Alignof(c) == 32);
    return 0;
}
