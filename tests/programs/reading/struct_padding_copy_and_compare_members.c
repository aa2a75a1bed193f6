/* struct padding copy and compare members */
extern void reach_error(void);
#define CHECK(c) do { if (!(c)) reach_error(); } while (0)
struct a { char c; short s; };
struct b { struct a x[2];
int k; };
int main(void){ struct b v = { { {1, 2}, {3, 4} }, 5 };
struct b w = v; w.x[1].s = 9;
CHECK(v.x[1].s == 4 && w.x[1].s == 9 && w.k == 5);
struct a *p = v.x; p++;
CHECK(p->c == 3); p[-1] = p[0];
CHECK(v.x[0].s == 4);
return 0; }
