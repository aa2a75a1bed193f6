// Reading past the terminating zero.
int main(void) {
    const char *s = "ab";
    int n = 0;
    for (int i = 0; i < 4; i++)
        n += s[i];
    return n == 0;
}
