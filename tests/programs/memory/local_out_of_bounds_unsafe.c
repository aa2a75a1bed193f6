// A local array written by a callee.
static void fill(char *to, int n) {
    while (n-- > 0)
        *to++ = 'x';
}

int main(void) {
    char buf[4];
    fill(buf, 5);
    return buf[0] != 'x';
}
