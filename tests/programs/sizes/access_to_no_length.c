int main(void) {
    int n = 0;
    char b[n];
    b[0] = 1;
    return 0;
}
