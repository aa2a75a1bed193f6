// Bit-fields that were never written hold anything, in a row of three bytes as well.
extern void reach_error(void);

struct row { unsigned a : 3, b : 20; };

int main(void)
{
    struct row x;
    if (x.b == 77777 && x.a == 5)
        reach_error();
    return 0;
}
