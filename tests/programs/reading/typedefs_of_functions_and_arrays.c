/* typedefs of functions and arrays */
extern void reach_error(void);
#define CHECK(c) do { if (!(c)) reach_error(); } while (0)
typedef int vec[3];
typedef int fn(int);
typedef fn *fp;
static int twice(int x) { return 2 * x; }
static int ap(fn f, int x) { return f(x); }
static int sum(const vec v) { return v[0] + v[1] + v[2]; }
int main(void){ vec v = { 1, 2, 3 }; vec m[2] = { { 1 }, { 4, 5 } };
CHECK(sum(v) == 6 && m[1][1] == 5 && sizeof m == 24); fp f = twice;
CHECK(ap(f, 4) == 8 && ap(twice, 5) == 10); fn *g[] = { twice, &twice };
CHECK(g[1](3) == 6); vec *pv = &v;
CHECK((*pv)[2] == 3);
return 0; }
