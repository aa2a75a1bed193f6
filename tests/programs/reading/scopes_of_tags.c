extern void reach_error(void);

#define check(e) if (!(e)) reach_error()
int f(struct late *p);
struct late { int a; };
struct known;
int g(struct known *p);
struct known { int a; };
struct outer { struct inner *p; int n; };
int h(struct inner *p);
struct inner { int a[3]; };
int length[sizeof(enum { LENGTH = 3 })];

int main(void) {
    check(_Generic(f, int (*)(struct late *): 1, default: 2) == 2);
    check(_Generic(g, int (*)(struct known *): 1, default: 2) == 1);
    check(_Generic(h, int (*)(struct inner *): 1, default: 2) == 1);
    {
        struct t *p;
        struct t { char c[3]; };
        check(sizeof *p == 3);
    }
    {
        typedef struct t t;
        struct t { char c[5]; };
        check(sizeof(t) == 5);
    }
    {
        union t *p = 0;
        check(p == 0);
    }
    check(LENGTH == 3);
    return 0;
}
