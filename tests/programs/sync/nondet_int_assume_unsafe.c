// An integer input that an assumption makes small.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

int main(void) {
    int n = __VERIFIER_nondet_int();
    __VERIFIER_assume(n >= 0 && n <= 4);
    int sq = n * n;
    if (sq == 9)
        reach_error();
    return 0;
}
