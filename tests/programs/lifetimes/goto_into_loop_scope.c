int main(void) {
    int n = 0;
    goto in;
    for (int a[2] = {0, 0}; n < 2; n++) {
        a[n] = 1;
    in:
        a[1] = n;
    }
    return 0;
}
