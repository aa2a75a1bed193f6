/* The value of an assignment to a narrow bit-field is promoted to int, as that of the bit-field is. */
extern void reach_error(void);
struct bits {
    unsigned b : 4, w : 32, c : 31;
};
struct bits f(void) {
    struct bits r = {1, 1, 1};
    return r;
}
int main(void) {
    struct bits s = {1, 1, 1}, t = s;
    int k = 1;
    if ((s.b = 1) - 2 >= 0 || (s.b++) - 5 >= 0 || (++s.b) - 15 >= 0 || (s.b += 1) - 15 >= 0)
        reach_error();
    if ((0, s.b) - 15 >= 0 || (k ? s.b : s.b) - 15 >= 0 || ({ s.b; }) - 15 >= 0 || (s.c = 1) - 2 >= 0)
        reach_error();
    if (f().b - 2 >= 0 || (k ? s : t).b - 15 >= 0 || (s = t).b - 2 >= 0)
        reach_error();
    if ((s.w = 1) - 2 < 1)
        reach_error();
    return 0;
}
