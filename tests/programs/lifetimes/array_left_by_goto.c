int main(void) {
    int *p = 0, n = 2;
again:
    if (p)
        return *p;
    int a[n];
    a[0] = 1;
    p = a;
    goto again;
}
