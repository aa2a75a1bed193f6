// First by a jump past its declaration, then by the declaration.
extern void reach_error(void);
int *q;

int main(void)
{
    goto in;
back: {
    int x;
    q = &x;
    if (x != 5)
        reach_error();
    return 0;
in:
    q = &x;
    x = 5;
    goto back;
}
}
