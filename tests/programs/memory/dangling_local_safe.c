// The address of a local that outlives its function.
static int global = 1;

static int *give(int n) {
    int local = n;
    int *p = &global;
    *p = local + 1;
    return p;
}

int main(void) {
    int *p = give(4);
    return *p == 5 ? 0 : 1;
}
