// Recursion that gets to its end.
static int gcd(int a, int b) { return b == 0 ? a : gcd(b, a % b); }

int main(void) { return gcd(12, 18) != 6; }
