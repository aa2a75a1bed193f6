int *f(int n) {
    int a[n];
    a[0] = 1;
    int *p = a;
    return p;
}
int main(void) {
    int *q = f(3);
    return *q;
}
