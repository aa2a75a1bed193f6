/* pointers to arrays and functions */
extern void reach_error(void);
#define CHECK(c) do { if (!(c)) reach_error(); } while (0)
int add(int a, int b) { return a + b; }
typedef int (*op)(int, int);
static op pick(char c) { return c == '+' ? add : 0; }
int main(void){ int m[2][3] = {{1,2,3},{4,5,6}};
int (*p)[3] = m;
CHECK(p[1][2]==6 && (*(p+1))[0]==4 && *p[1]==4);
int *q = *m;
CHECK(q[1]==2);
CHECK(pick('+')(1,2)==3); op o[1] = { add };
CHECK((*o[0])(2,3)==5);
CHECK(&m[1] - &m[0] == 1 && sizeof *p == 12);
int (*pa)[2][3] = &m;
CHECK((*pa)[1][1]==5);
return 0; }
