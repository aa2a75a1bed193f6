/* unary chains */
extern void reach_error(void);
#define CHECK(c) do { if (!(c)) reach_error(); } while (0)
int main(void){ int x = 5;
CHECK(- -x == 5);
CHECK(!!x == 1);
CHECK(~-x == 4);
CHECK(-~x == 6);
CHECK(x - -x == 10);
CHECK(x+ +x == 10);
CHECK(+-+x == -5);
CHECK(*&x == 5);
CHECK(*&*&x == 5);
int a[3]={1,2,3};
CHECK(&a[1] == a+1 && *(a+1)==2 && 2[a]==3);
CHECK(&*a == a);
int *p = a;
CHECK(*p++ == 1 && *p == 2);
CHECK(++*p == 3);
CHECK(*++p == 3);
CHECK(-*p == -3);
CHECK((*p)-- == 3 && *p == 2);
CHECK(sizeof -1 == 4);
CHECK(!x == 0);
CHECK(!x + 1 == 1);
CHECK((!x) == 0);
CHECK(- 2 * 3 == -6);
CHECK(-x/2 == -2);
CHECK(x-1-1 == 3 && x-(1-1)==5);
CHECK(2 + 3 << 1 == 10);
CHECK((1 | 2 ^ 3 & 2) == 1);
CHECK(1 < 2 == 1);
CHECK((3 > 2 > 1) == 0);
CHECK((x & 1 == 1) == 1);
return 0; }
