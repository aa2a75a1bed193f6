// A product that just fits, or just does not.
int main(void) {
    int a = 46340, b = 46342;
    int c = a * b;
    return c == 0;
}
