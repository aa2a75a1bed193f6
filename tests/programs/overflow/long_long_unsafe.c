// The type of the computation counts, not the type of the result.
int main(void) {
    int a = 2000000000;
    long long r = a + a;
    return r == 0;
}
