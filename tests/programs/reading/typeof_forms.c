/* typeof */
extern void reach_error(void);
#define CHECK(c) do { if (!(c)) reach_error(); } while (0)
int f(int x) { return x; }
int main(void){ int a[3]; __typeof__(a) b;
CHECK(sizeof b == 12); typeof(int *) p = a;
CHECK(sizeof *p == 4); __typeof__(f) *fp = f;
CHECK(fp(3)==3); typeof(f(1)) q = 5;
CHECK(q==5); __typeof__(int[4]) z;
CHECK(sizeof z == 16); typeof(*a) r = 3;
CHECK(r==3); __auto_type w = 3LL;
CHECK(sizeof w == 8); __auto_type pp = &a[1];
CHECK(pp - a == 1); typeof(1 ? 1 : 2L) lg;
CHECK(sizeof lg == 8); typeof(typeof(char)) ch;
CHECK(sizeof ch == 1);
const typeof(q) cq = 2;
CHECK(cq==2); __typeof__(__typeof__(int) *) t = a;
CHECK(t == a);
return 0; }
