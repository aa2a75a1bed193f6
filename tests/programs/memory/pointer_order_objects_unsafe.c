// How two objects lie to each other in memory is not known: both answers are possible.
extern void reach_error(void);

static int a, b;

int main(void) {
    int *p = &a, *q = &b;
    int first = p < q;
    if (!first)
        reach_error();
    return 0;
}
