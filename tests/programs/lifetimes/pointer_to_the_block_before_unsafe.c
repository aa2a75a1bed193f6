// q points to the x of the first time, which does not exist any more.
int *q;

int main(void)
{
    {
        int x;
        q = &x;
        x = 5;
        goto out;
    in:
        x = 1;
        *q = 7;
        return 0;
    }
out:
    goto in;
}
