// An input may keep the loop going for ever, unless it is bounded.
extern _Bool __VERIFIER_nondet_bool(void);

int main(void) {
    int n = 0;
    while (__VERIFIER_nondet_bool() && n < 5) {
        if (n < 5)
            n++;
    }
    return 0;
}
