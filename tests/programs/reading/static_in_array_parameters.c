/* static in array parameters */
extern void reach_error(void);
#define CHECK(c) do { if (!(c)) reach_error(); } while (0)
static int f(int a[static 2], int b[const 3], int c[restrict], int n, int d[n][n], int e[*]);
static int f(int a[static 2], int b[const 3], int c[restrict], int n, int d[n][n], int e[]) { return a[1] + b[2] + c[0] + e[0] + sizeof a; }
int main(void){ int x[3] = {1,2,3};
CHECK(f(x,x,x,3,0,x) == 2+3+1+1+8);
return 0; }
