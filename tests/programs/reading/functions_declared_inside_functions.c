/* functions declared inside functions */
extern void reach_error(void);
#define CHECK(c) do { if (!(c)) reach_error(); } while (0)
int main(void){ int f(int), g; extern int h(void); g = f(3);
CHECK(g == 4);
CHECK(h()==7); { extern int glob;
CHECK(glob == 9); }
return 0; }
int f(int x) { return x + 1; }
int h(void) { return 7; }
int glob = 9;
