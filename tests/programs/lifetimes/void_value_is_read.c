int main(void) {
    int a[1] = {0}, *p = a + 1;
    (void)*p;
    return 0;
}
