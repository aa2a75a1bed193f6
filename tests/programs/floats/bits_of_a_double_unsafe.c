// A union shows the bits of a number.
extern void reach_error(void);

union { double d; unsigned long long n; } u;

int main(void) {
    u.d = 1.5;
    unsigned long long bits = u.n;
    u.n = 0x4000000000000000;
    if (bits != 0x3ff0000000000000 || u.d != 2)
        reach_error();
    return 0;
}
