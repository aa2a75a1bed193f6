extern void reach_error(void);

#define check(e) if (!(e)) reach_error()
int array[4], (*any)[] = &array, (*four)[4] = &array;
int (*with)(int), (*without)();

int main(void) {
    check(_Generic(0 ? (int (*)[])0 : (int (*)[4])0, int (*)[5]: 1, int (*)[4]: 2) == 2);
    check(_Generic(0 ? (int (*)[4])0 : (int (*)[])0, int (*)[4]: 1, int (*)[5]: 2) == 1);
    check(sizeof *(1 ? any : four) == 16);
    check(sizeof *(1 ? four : any) == 16);
    check(_Generic(1 ? (const int *)0 : (volatile int *)0, const volatile int *: 1, default: 2) == 1);
    check(_Generic(1 ? (int *)0 : (void *)0, int *: 1, default: 2) == 1);
    check(_Generic(1 ? (int *)&array : (void *)&array, void *: 1, default: 2) == 1);
    check(_Generic(1 ? with : without, int (*)(int): 1, default: 2) == 1);
    return 0;
}
