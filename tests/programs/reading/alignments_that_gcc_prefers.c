// In 32 bits, gcc lays long long at a multiple of 8 where it can choose.
extern void reach_error(void);
#define check(x) do { if (!(x)) reach_error(); } while (0)
struct { long long m; } s;
long long a[2];
int main(void) {
    check(__alignof__(long long) == 8 && __alignof(double) == 8 && __alignof__(a) == 8);
    check(_Alignof(long long) == 4 && __alignof__(s) == 4);
    check(sizeof 9223372036854775808 == 8);
    check((long long)(char *)-1 == -1);
    static long long wide = (long long)(char *)-1;
    check(wide == -1);
    return 0;
}
