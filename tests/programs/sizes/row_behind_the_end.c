static int get(int m, int a[][m], int i) { return a[i][0]; }

int main(void) {
    int a[2][3] = {0};
    return get(3, a, 2);
}
