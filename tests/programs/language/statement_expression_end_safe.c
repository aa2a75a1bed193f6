// What is empty at the end of a statement expression does not count, and labels stand before its value.
extern void reach_error(void);

int main(void)
{
    int x = 9;
    if (sizeof({ 3LL; ; }) != 8 || sizeof({ 3LL; ;;; }) != 8 || sizeof({ a: b: 3LL; }) != 8)
        reach_error();
    if (({ x; ; }) != 9 || ({ x = 3; first: second: x + 1; ; }) != 4 || x != 3)
        reach_error();
    return 0;
}
