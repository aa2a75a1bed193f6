// __VERIFIER_nondet_bool is both values; small unsigned inputs are all tried.
extern void reach_error(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    _Bool a = __VERIFIER_nondet_bool();
    _Bool b = __VERIFIER_nondet_bool();
    unsigned char c = __VERIFIER_nondet_uchar();

    if (a + b > 2 || a + b < 0)
        reach_error();
    if (a && b && c == 256)
        reach_error();
    return 0;
}
