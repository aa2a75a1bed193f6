extern void reach_error(void);

#define check(e) if (!(e)) reach_error()
enum { A = 1 };
struct s { int a, b; };

static int parameters(struct s { char c; } *p, enum { A = 7, B } e) {
    return sizeof(struct s) + sizeof(*p) + A + B;
}

int main(void) {
    int n = 0;
    if (sizeof(enum { A = 2 })) {
    }
    check(A == 1);
    if (A == 1)
        n = sizeof(enum { A = 3 });
    else
        n = sizeof(struct s { char c; });
    check(A == 1 && sizeof(struct s) == 8);
    while (sizeof(enum { A = 4 }) == 8) {
    }
    check(A == 1);
    do
        n = sizeof(enum { A = 5 });
    while (A != 1);
    check(A == 1);
    switch (sizeof(enum { A = 6 }))
    default:
        n = A;
    check(A == 1 && n == 6);
    for (n = sizeof(enum { A = 8 }); n < A; n++)
        ;
    check(A == 1 && n == 8);
    check(parameters(0, 0) == 2 + 15);
    check(A == 1 && sizeof(struct s) == 8);
    return 0;
}
