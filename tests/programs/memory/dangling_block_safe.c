// The address of a variable whose block was left.
int main(void) {
    int *p;
    int outer = 1;
    {
        int inner = 2;
        p = &outer;
        inner = *p;
        outer = inner;
    }
    return *p == 7;
}
