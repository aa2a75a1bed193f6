/* qualifiers in generic */
extern void reach_error(void);
#define CHECK(c) do { if (!(c)) reach_error(); } while (0)
typedef const int CI;
struct s { const int a;
int *const p;
const int *q;
int arr[2]; };
int main(void){ CI x = 1;
const struct s v = {1};
struct s w = {2};
CHECK(_Generic(&x, const int *: 1, default: 0));
CHECK(_Generic(&v.p, int *const *: 1, default: 0));
CHECK(_Generic(&w.a, const int *: 1, default: 0));
CHECK(_Generic(v.arr, const int *: 1, default: 0));
CHECK(_Generic(w.arr, int *: 1, default: 0));
CHECK(_Generic(v.q, const int *: 1, default: 0));
CHECK(_Generic((int *)v.q, int *: 1, default: 0)); volatile int z;
CHECK(_Generic(&z, volatile int *: 1, default: 0));
CHECK(_Generic(1 ? v.q : (int*)0, const int *: 1, default: 0));
CHECK(_Generic(1 ? (const void*)0 : &z, const volatile void *: 1, default: 0));
CHECK(_Generic((signed char)1, char: 0, signed char: 1));
CHECK(_Generic((char)(signed char)1, char: 1, signed char: 0));
const int a[2] = {1,2};
CHECK(_Generic(a, const int *: 1, default: 0));
CHECK(_Generic(&a, const int (*)[2]: 1, default: 0) ); typeof(x) *px = &x;
CHECK(_Generic(px, const int *: 1, default: 0));
CHECK(__builtin_types_compatible_p(const int, int));
CHECK(!__builtin_types_compatible_p(const int *, int *));
return 0; }
