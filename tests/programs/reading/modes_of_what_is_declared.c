extern void reach_error(void);

#define check(e) if (!(e)) reach_error()
int g __attribute__((mode(QI))) = 300, h = 300;
typedef unsigned __attribute__((mode(DI))) wide, *pointer;
enum small { A, B } __attribute__((mode(QI)));
static int f(int a __attribute__((mode(QI)))) { return a + sizeof a; }
static int old(a, b) int a __attribute__((mode(QI))); int b; { return a + b; }

int main(void) {
    int x __attribute__((mode(HI))) = 65537;
    check(g == 44 && h == 300);
    check(sizeof(wide) == 8 && sizeof(pointer) == 8 && sizeof(*(pointer)0) == 4);
    check(sizeof(enum small) == 1);
    check(f(300) == 45);
    check(old(300, 1) == 45);
    check(x == 1 && sizeof x == 2);
    return 0;
}
