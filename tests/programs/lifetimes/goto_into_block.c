int main(void) {
    int c = 1;
    if (c)
        goto in;
    {
        int x;
    in:
        x = 1;
        int *p = &x;
        *p = 2;
    }
    return 0;
}
