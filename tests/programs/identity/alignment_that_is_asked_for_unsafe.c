// Large arrays are aligned for vectors only if nobody asks for something else.
extern void reach_error(void);
_Alignas(1) char first[17] = {1}, second[17] = {1};

int main(void)
{
    static char third[20] __attribute__((aligned(4)));
    if ((unsigned long)third % 4 == 0 && (unsigned long)second % 16 != 0)
        reach_error();
    return 0;
}
