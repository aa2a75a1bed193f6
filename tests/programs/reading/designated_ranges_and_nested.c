/* designated ranges and nested */
extern void reach_error(void);
#define CHECK(c) do { if (!(c)) reach_error(); } while (0)
struct in { int a, b[3]; };
struct out { int x;
struct in i;
struct in arr[2]; };
int main(void){ int r[6] = { [0 ... 3] = 1, 9 };
CHECK(r[3]==1 && r[4]==9 && r[5]==0);
struct out o = { .i.b[2] = 5, .arr[1].b = { [1] = 7 }, .x = 3 };
CHECK(o.i.b[2]==5 && o.arr[1].b[1]==7 && o.x == 3 && o.i.a==0);
struct out q = { 1, { 2, {3,4,5} }, { { 6, {7} }, 8, 9 } };
CHECK(q.arr[0].b[0]==7 && q.arr[1].a==8 && q.arr[1].b[0]==9);
int m[2][3] = { 1, 2, 3, 4 };
CHECK(m[1][0]==4);
int k[] = { [5] = 1, 2 };
CHECK(sizeof k == 28 && k[6]==2);
struct out c = { .i = { .a = 1, .b = {1,2,3} }, .i.a = 5 };
CHECK(c.i.a==5 && c.i.b[1]==2);
char s[][3] = { "ab", [2] = "c" };
CHECK(sizeof s == 9 && s[2][0]=='c');
return 0; }
