// On x86-64 an array of 16 bytes or more is aligned for vectors.
extern void reach_error(void);
char global[16];

int main(void)
{
    static const short constant[9] = {1};
    int local[2][2];
    if ((unsigned long)global % 16 || (unsigned long)local % 16 || (unsigned long)constant % 16)
        reach_error();
    return 0;
}
