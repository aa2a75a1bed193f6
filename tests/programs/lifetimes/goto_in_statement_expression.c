int main(void) {
    int y = 3, *p = &y;
    int n = ({
        int k = 0;
    again:
        k++;
        if (k < 3)
            goto again;
        *p + k;
    });
    return n != 6;
}
