// An input may keep the loop going for ever, unless it is bounded.
extern _Bool __VERIFIER_nondet_bool(void);

int main(void) {
    int n = 0;
    while (__VERIFIER_nondet_bool()) {
        if (n < 5)
            n++;
    }
    return 0;
}
