// Arrays of no bytes (GNU C): nothing can be accessed, nothing is.
extern void reach_error(void);
int a[2][0], n;

int main(void) {
    int i = n;
    if (n) {
        int *p = a[i];
        if (*p)
            reach_error();
        a[i][0] = 1;
    }
    return 0;
}
