/* volatile and const casts */
extern void reach_error(void);
#define CHECK(c) do { if (!(c)) reach_error(); } while (0)
int main(void){ volatile int v = 3;
int x = v + v;
CHECK(x == 6);
const int c = 4;
int *p = (int *)&c;
CHECK(*p == 4); *(volatile int *)&x = 9;
CHECK(x == 9);
const volatile int *q = &x;
CHECK(*q == 9);
return 0; }
