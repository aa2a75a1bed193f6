/* The value of an assignment to a narrow bit-field is promoted to int, as that of the bit-field is. */
extern void reach_error(void);
int main(void) {
    struct {
        unsigned b : 4, w : 32, c : 31;
    } s = {1, 1, 1};
    int k = 1;
    if ((s.b = 1) - 2 >= 0 || (s.b++) - 5 >= 0 || (++s.b) - 15 >= 0 || (s.b += 1) - 15 >= 0)
        reach_error();
    if ((0, s.b) - 15 >= 0 || (k ? s.b : s.b) - 15 >= 0 || ({ s.b; }) - 15 >= 0 || (s.c = 1) - 2 >= 0)
        reach_error();
    if ((s.w = 1) - 2 < 1)
        reach_error();
    return 0;
}
