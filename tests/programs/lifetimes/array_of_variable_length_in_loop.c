int main(void) {
    int sum = 0;
    for (int n = 1; n < 4; n++) {
        int a[n];
        for (int i = 0; i < n; i++)
            a[i] = i;
        int *p = a;
        sum += p[n - 1];
        if (sum > 2)
            break;
    }
    return sum;
}
