/* The same for both members of a structure, by a return without a value. */
extern void reach_error(void);
struct pair {
    int a, b;
};
struct pair f(int first) {
    if (first)
        return (struct pair){5, 6};
}
int main(void) {
    struct pair r = {0, 0};
    for (int i = 0; i < 2; i++)
        r = f(i == 0);
    if (r.b != 6)
        reach_error();
    return 0;
}
