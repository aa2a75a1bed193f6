// The second time, the block has another x.
extern void reach_error(void);
int *q;

int main(void)
{
    {
        int x;
        q = &x;
        x = 5;
        goto out;
    in:
        if (x != 5)
            reach_error();
        return 0;
    }
out:
    goto in;
}
