// What is no number is unequal to itself and in no order; an arbitrary float may be none.
extern void reach_error(void);

extern float __VERIFIER_nondet_float(void);

int main(void) {
    float x = __VERIFIER_nondet_float();
    if (x == x && !(x < 1) && !(x >= 1))
        reach_error();
    return 0;
}
