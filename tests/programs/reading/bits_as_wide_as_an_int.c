// A bit-field of 32 bits is an int, whatever it was declared as.
extern void reach_error(void);
struct { unsigned long u : 32; long s : 32; unsigned long v : 31; } q = {0xffffffff, -1, 0x7fffffff};
int main(void) {
    if (q.u + 1 != 0 || q.s + 1 != 0 || q.u < 0 || -(int)q.v - 1 >= 0)
        reach_error();
    if (q.v - 0x7fffffff - 1 > 0)
        reach_error();
    return 0;
}
