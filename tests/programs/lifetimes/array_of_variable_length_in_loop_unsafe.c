int main(void) {
    int *p = 0;
    for (int n = 1; n < 4; n++) {
        if (n == 3)
            return *p;
        int a[n];
        a[0] = n;
        p = a;
    }
    return 0;
}
