/* do while false macros */
extern void reach_error(void);
#define CHECK(c) do { if (!(c)) reach_error(); } while (0)
#define SWAP(a,b) do { int t = a; a = b; b = t; } while (0)
int main(void){ int x = 1, y = 2; if (x) SWAP(x, y); else y = 9; CHECK(x==2 && y==1); do x++; while (x < 5); CHECK(x==5); int i = 0; do { if (i == 2) continue; i++; } while (i < 2); CHECK(i==2); return 0; }
