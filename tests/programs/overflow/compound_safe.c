// Compound assignment.
int main(void) {
    int x = 1 << 30;
    x -= 1;
    x += x;
    x += 1;
    return x == 0;
}
