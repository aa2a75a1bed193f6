// The call before the dots happens once, however small the member is.
extern void reach_error(void);
#define check(x) do { if (!(x)) reach_error(); } while (0)
struct single { int a; };
struct outer { struct single i; int k; };
struct bits { int a : 4, b : 4; };
struct with_bits { struct bits w; int k; };
struct row { int v[1]; };
struct with_row { struct row r; };
static int calls;
static struct outer make(void) { calls++; struct outer o = {{5}, 6}; return o; }
static struct with_bits make_bits(void) { calls++; struct with_bits b = {{3, -2}, 1}; return b; }
static struct with_row make_row(void) { calls++; struct with_row r = {{{7}}}; return r; }
int main(void) {
    check(make().i.a == 5 && calls == 1);
    struct single s = make().i;
    check(s.a == 5 && calls == 2);
    check(make_bits().w.a == 3 && make_bits().w.b == -2 && calls == 4);
    check(make_row().r.v[0] == 7 && calls == 5);
    check(({ calls++; make(); }).i.a == 5 && calls == 7);
    struct outer one = make(), two = one;
    check((calls++ ? one : two).i.a == 5 && calls == 9);
    return 0;
}
