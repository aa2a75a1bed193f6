// Bit-fields that were never written hold what fits into them.
extern void reach_error(void);

struct row { unsigned a : 3, b : 20; };

int main(void)
{
    struct row x;
    if (x.b == 1 << 20 && x.a == 5)
        reach_error();
    return 0;
}
