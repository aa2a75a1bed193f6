int a[3];

int main(void) {
    unsigned i = 0;
    int sum = 0;
    while (i < 5) {
        if (i < 3)
            sum += a[i];
        i++;
    }
    return sum;
}
