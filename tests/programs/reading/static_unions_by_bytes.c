extern void reach_error(void);

#define check(e) if (!(e)) reach_error()
union { int a; char b[4]; } g = {.b[2] = 0x12};
union { int a; char b[8]; } h[2] = {0x01020304, 0x05060708};
union { struct { char p, q; short r; } s; unsigned u; } k = {{1, 2, -1}};
union { struct { char p, q; short r; } s; unsigned u; } l = {.u = 0x80017f80};
struct { int n; union { short s[2]; int i; } v; } m[2] = {{1, {{2, 3}}}, {4, {.i = 0x50006}}};
struct { union { long long w; unsigned char c[8]; }; } o = {.c = {1, 2, [7] = 128}};
union { long n; int *p; } z = {0}, y = {.n = 5};

int main(void) {
    check(g.a == 0x120000);
    check(h[0].b[0] == 4 && h[1].b[3] == 5 && h[1].b[4] == 0);
    check(k.u == 0xffff0201);
    check(l.s.p == -128 && l.s.q == 127 && l.s.r == -32767);
    check(m[0].v.i == 0x30002 && m[1].v.i == 0x50006 && m[1].n == 4);
    check(o.w == (long long)0x8000000000000201);
    check(z.p == 0 && y.p != 0);
    return 0;
}
