int main(void) {
    int n = -2;
    char b[n][n];
    b[0][0] = 1;
    return 0;
}
