extern void reach_error(void);

#define check(e) if (!(e)) reach_error()
typedef int T;

static int bare(int x) {
    int n = 0;
    switch (x)
    case 1:
    case 2:
        n = 5;
    switch (x) {
        n = 9;
    case 3:
        n += 2;
    case 4 ... 6:
        n += 1;
        break;
    default:
        n += 100;
    }
    return n;
}

static int loop(int x) {
    int n = 0;
    do
        switch (x)
        case 2:
            n++;
    while (--x);
    return n;
}

static int *pointer(p, i)
int *p, i;
{
    return p + i;
}

struct { int m; } typedef S;
enum E { E1 = 2 };
struct bits { enum E :3; enum E e : 3; T t : 4, : 2, u : 3; };

int main(void) {
    int a[3] = {1, 2, 3}, n = 0;
    S s = {4};
    check(bare(1) == 105);
    check(bare(2) == 105);
    check(bare(3) == 3);
    check(bare(5) == 1);
    check(loop(3) == 1);
    check(*pointer(a, 1) == 2);
    check(-1[a] == -2);
    check(!n++ && n == 1);
    check(sizeof(int) - 1 == 3);
    check(__alignof__ n == 4 && _Alignof(T) == 4);
    for (T (i) = 0; i < 3; i++)
        n += a[i];
    check(n == 7);
    {
        int T = 3;
        check((T)-1 == 2);
        check((T) * n == 21);
    }
    check((T)-1 == -1);
    check(sizeof(struct bits) == 4);
    check(s.m == 4);
    int x __attribute__((unused, aligned((((((((8)))))))))) = 0;
    check((unsigned long)&x % 8 == 0);
end:;
}
