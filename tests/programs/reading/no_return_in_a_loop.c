/* A call that returns nothing does not give what the call before gave. */
extern void reach_error(void);
int f(int first) {
    if (first)
        return 5;
}
int main(void) {
    int r = 0;
    for (int i = 0; i < 2; i++)
        r = f(i == 0);
    if (r != 5)
        reach_error();
    return 0;
}
