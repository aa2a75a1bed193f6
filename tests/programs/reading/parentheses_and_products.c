/* paren times 2 */
extern void reach_error(void);
#define CHECK(c) do { if (!(c)) reach_error(); } while (0)
typedef int T;
int f(int x) { return x + 1; }
int main(void){ int a = 3, b = 4, *p = &b;
CHECK((a)*b == 12);
CHECK((a)*(b) == 12);
CHECK((a)*p[0] == 12);
CHECK((T)*p == 4);
CHECK(((a)&b) == 0);
CHECK((long)&b != 0);
CHECK((f)(3) == 4);
CHECK((*f)(3)==4);
CHECK((&f)(3)==4);
CHECK((**f)(3)==4);
CHECK(((f))(3)==4); { int T = 2;
CHECK((T)*b == 8);
CHECK((T)-1 == 1); }
return 0; }
