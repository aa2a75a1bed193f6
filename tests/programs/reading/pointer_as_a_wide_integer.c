// gcc extends the number of a pointer by its sign, also for unsigned integers.
extern void reach_error(void);
int main(void) {
    void *p = (void *)-1, *q = (void *)5;
    if ((long long)p != -1 || (unsigned long long)p != -1ULL || (unsigned long)p != 0xffffffffUL)
        reach_error();
    if ((long long)q != 5 || (char)(long)q != 5)
        reach_error();
    return 0;
}
