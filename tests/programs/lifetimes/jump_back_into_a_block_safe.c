// What is stored after the jump is there.
extern void reach_error(void);
int *q;

int main(void)
{
    int round = 0;
    {
        int x;
        q = &x;
        x = 5;
        goto out;
    in:
        x = 6;
        q = &x;
        if (*q != 6)
            reach_error();
        if (round == 2)
            return 0;
    }
out:
    round++;
    goto in;
}
