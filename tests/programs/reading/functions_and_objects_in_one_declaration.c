/* functions and objects in one declaration */
extern void reach_error(void);
#define CHECK(c) do { if (!(c)) reach_error(); } while (0)
int f(void), g = 3, *h(int), a[2];
int f(void) { return g; }
int *h(int x) { return &a[x]; }
typedef int F(int); F k;
int k(int x) { return x * 2; }
int (*fp)(int) = k, (*arr[2])(int) = { k, k };
int (*get(int i))(int) { return arr[i]; }
int main(void){ CHECK(f()==3); *h(1) = 5;
CHECK(a[1]==5);
CHECK(k(2)==4 && fp(3)==6 && arr[1](4)==8 && get(1)(5)==10);
return 0; }
