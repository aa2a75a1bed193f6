// A program that is meant to run for ever.
int main(void) {
    int n = 0;
    while (1)
        n = 1 - n;
    return 0;
}
