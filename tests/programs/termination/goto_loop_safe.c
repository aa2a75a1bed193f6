// A loop made of jumps.
int main(void) {
    int a = 0, b = 0;
again:
    a = (a + 1) % 4;
    if (a != 3)
        goto again;
    b = (b + 2) % 4;
    return 0;
}
