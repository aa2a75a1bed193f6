/* One array may begin where the other ends: then each of the two pointers is at most the other. */
extern void reach_error(void);
int main(void) {
    int a[2], b[2];
    int *p = a + 2, *q = b;
    if (p <= q && q <= p)
        reach_error();
    return 0;
}
