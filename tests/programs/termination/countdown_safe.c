// A loop that counts down to zero, or past it.
int main(void) {
    unsigned char n = 9;
    while (n != 0)
        n -= 3;
    return 0;
}
