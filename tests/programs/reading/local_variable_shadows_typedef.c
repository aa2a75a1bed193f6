/* local variable shadows typedef */
extern void reach_error(void);
#define CHECK(c) do { if (!(c)) reach_error(); } while (0)
typedef int T;
int g(int T) { return T * 2 + (T)-1; }
struct s { T T; };
int main(void){ struct s v = { 5 };
CHECK(v.T == 5);
CHECK(g(3) == 8); T x = 1; { int T = 7; x = (T) + 1;
CHECK(x == 8); } T: x = (T) 3; if (x == 4) goto T;
CHECK(x == 3);
return 0; }
