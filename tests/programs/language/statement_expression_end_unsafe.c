// The value of a statement expression is that of its last statement that is not empty.
extern void reach_error(void);

int main(void)
{
    int x = 9;
    if (sizeof({ 3LL; ; }) != 8 || sizeof({ 3LL; ;;; }) != 8 || sizeof({ a: b: 3LL; }) != 8)
        reach_error();
    if (({ x; ; }) != 9 || ({ x = 4; first: second: x + 1; ; }) != 4 || x != 3)
        reach_error();
    return 0;
}
